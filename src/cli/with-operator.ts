import type { OperatorHandle } from "../index.ts";
import type { Context } from "./context.ts";
import { type Opened, withMemoir } from "./open.ts";

export interface OpenedOperator {
  readonly operator: OperatorHandle;
  readonly by: Opened["by"];
  /** The file that is not there yet. */
  readonly missing: string | null;
}

/** The operator's view of the tenant, for the time of `work`. Nothing runs in the background meanwhile. */
export function withOperator<T>(
  context: Context,
  opening: { readonly creates: boolean },
  work: (opened: OpenedOperator) => Promise<T>,
): Promise<T> {
  return withMemoir(context, { ...opening, patience: false }, ({ memoir, scope: { tenant }, by, missing }) =>
    work({ operator: memoir.operator(tenant), by, missing }),
  );
}
