import { addUsage, type ModelUsageRow } from "../model-usage.ts";
import type { Tx } from "../tx.ts";

/** Counts, not memories: what was spent while the tenant is read-only is spent all the same. */
export function addModelUsage(tx: Tx, args: { tenant: string; usage: ModelUsageRow }): Promise<void> {
  return addUsage(tx, args.tenant, args.usage);
}
