import type { UpkeepCounts } from "../../api/upkeep.ts";
import type { Scope } from "../../domain/scope.ts";
import { dropOfScope, dropOfTenant, type ScopeRetention, type TenantKept } from "../retained.ts";
import type { Tx } from "../tx.ts";
import { inScope } from "./context.ts";

/** Drops what a scope keeps no longer, but for the words of its events. */
export function dropFromScope(
  tx: Tx,
  args: { scope: Scope; at: number; retention: ScopeRetention },
): Promise<UpkeepCounts> {
  return inScope(tx, args, async (scope) => {
    const dropped = await dropOfScope(scope, args.retention);
    return { ...dropped, rows: dropped.operations + dropped.changes };
  });
}

/** Drops what a tenant keeps no longer. */
export async function dropFromTenant(
  tx: Tx,
  args: { tenant: string; kind: TenantKept; before: number | string },
): Promise<UpkeepCounts> {
  const rows = await dropOfTenant(tx, args.tenant, args.kind, args.before);
  return { [args.kind]: rows, rows };
}
