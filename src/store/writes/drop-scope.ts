import type { Scope } from "../../domain/scope.ts";
import { SCOPE_TABLES } from "../portable/tables.ts";
import { IN_SCOPE, refuseReadOnly, writesDisabled } from "../tables/scopes.ts";
import { columnNames, type Tx } from "../tx.ts";

/** Tables with rows of a scope that no export holds. */
const DERIVED =
  columnNames(`purged, op_event, job, job_flight, vector, write_count, upkeep_mark, pair_check, markdown_file,
  policy_difference, hook_delivery, hook_lane, shelved_row`);

/** Every table that has rows of a scope. */
export const TABLES_OF_SCOPE: readonly string[] = [...SCOPE_TABLES.map(({ table }) => table), ...DERIVED];

/**
 * Drops a scope and every row of it; nothing says that it was there. Returns `false` if there is no such scope. A job that is
 * still at work on it finds its own row gone, and its effect is rejected.
 */
export async function dropScope(tx: Tx, { scope }: { scope: Scope }): Promise<boolean> {
  await refuseReadOnly(tx, scope.tenant);
  // Locked: whoever writes meanwhile waits, and then finds no such scope.
  const row = await tx.one<{ num: number; writes: number }>(
    `select num, writes from scope where tenant = $1 and kind = $2 and id = $3${tx.dialect.forUpdate}`,
    [scope.tenant, scope.kind, scope.id],
  );
  if (row === undefined) return false;
  if (row.writes === 0) throw writesDisabled(scope);
  const place = [scope.tenant, row.num];
  for (const table of TABLES_OF_SCOPE) await tx.run(`delete from ${table} where ${IN_SCOPE}`, place);
  await tx.run("delete from scope where tenant = $1 and num = $2", place);
  return true;
}
