import { type DaySummaryRow, deleteDaysBefore, putDay } from "../day-summaries.ts";
import { refuseReadOnly } from "../scopes.ts";
import type { Tx } from "../tx.ts";
import { inScope, type WriteContext } from "./context.ts";

export interface StoreDayArgs extends Pick<WriteContext, "scope" | "at"> {
  row: DaySummaryRow;
  /** The scope's `days` when its messages were read. */
  days: number;
}

/** Keeps the summaries of a day; `false` when its messages changed while they were made: then they are of no use. */
export function storeDay(tx: Tx, args: StoreDayArgs): Promise<boolean> {
  return inScope(tx, args, async (scope) => {
    const row = await scope.one<{ days: number }>("select days from scope where tenant = $1 and num = $2");
    if (row?.days !== args.days) return false;
    await putDay(scope, args.row);
    return true;
  });
}

export interface ExpireDaysArgs {
  tenant: string;
  /** Days that ended before this moment go. */
  before: number;
}

export async function expireDays(tx: Tx, { tenant, before }: ExpireDaysArgs): Promise<number> {
  await refuseReadOnly(tx, tenant);
  return deleteDaysBefore(tx, tenant, before);
}
