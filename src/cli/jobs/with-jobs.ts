import type { OperatorHandle } from "../../index.ts";
import { withMemoir } from "../open.ts";
import type { World } from "../world.ts";

export interface OpenedJobs {
  readonly tenant: string;
  readonly queue: OperatorHandle["jobs"];
  /** The file that is not there yet. */
  readonly missing: string | null;
}

/** The queue of the tenant, for the time of `work`. No jobs run meanwhile. */
export function withJobs<T>(world: World, work: (opened: OpenedJobs) => Promise<T>): Promise<T> {
  return withMemoir(world, { creates: false }, ({ memoir, scope: { tenant }, missing }) =>
    work({ tenant, queue: memoir.operator(tenant).jobs, missing }),
  );
}
