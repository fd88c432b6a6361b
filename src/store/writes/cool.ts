import type { UpkeepCounts } from "../../api/upkeep.ts";
import { hideSources } from "../tables/hidden-events.ts";
import { findMemory, type MemoryRow, statusAt } from "../tables/memories.ts";
import type { InScope } from "../tables/tenant-rows.ts";
import type { PageAfter, SqlReader } from "../tx.ts";
import { changeMemory } from "./change-memory.ts";
import { scopeWrite, type WriteContext } from "./context.ts";

export interface CoolArgs extends WriteContext {
  /** Those that were found; each is looked at again here. */
  ids: string[];
  rules: ColdRules;
  /** How long one must not have been used. */
  afterMs: number;
  purgeAt: number;
}

/** Forgets memories that nobody uses, restorably. The history has the moment at which they became cold. */
export const cool = scopeWrite(async (scope, args: CoolArgs): Promise<UpkeepCounts> => {
  let cooled = 0;
  for (const id of args.ids) {
    const before = await findMemory(scope.tx, scope, id);
    if (before === undefined || !isCold(before, args.rules)) continue;
    // Memories ended by time are left to the sweep.
    if (statusAt(before, args.at) !== before.status) continue;
    const after: MemoryRow = { ...before, status: "soft_deleted", purge_at: args.purgeAt };
    const context = { ...args, at: coldSince(before, args.afterMs) };
    await changeMemory(scope, context, { before, after, event: "soft_deleted" });
    await hideSources(scope, id, args);
    cooled += 1;
  }
  return { rows: cooled, cold: cooled };
});

/** Which memories are cold. Plain data. */
export interface ColdRules {
  /** Neither used nor changed since this moment. */
  readonly unusedSince: number;
  readonly belowImportance: number;
}

type ColdColumns = Pick<
  MemoryRow,
  "status" | "aged_from" | "pinned" | "importance" | "created_at" | "updated_at" | "last_accessed"
>;

/** One that was never used counts from its creation. A restored one has just been changed. */
function isCold(row: ColdColumns, { unusedSince, belowImportance }: ColdRules): boolean {
  return (
    row.pinned === 0 &&
    row.importance < belowImportance &&
    row.aged_from === null &&
    (row.status === "active" || row.status === "archived") &&
    (row.last_accessed ?? row.created_at) <= unusedSince &&
    row.updated_at <= unusedSince
  );
}

/** When it became cold. */
export function coldSince(row: ColdColumns, afterMs: number): number {
  return Math.max(row.last_accessed ?? row.created_at, row.updated_at) + afterMs;
}

export interface ColdRow extends ColdColumns, Omit<InScope, "scope"> {
  num: number;
  id: string;
  text: string;
}

/** The cold ones among the next memories of a tenant, and the number of the last that was looked at. */
export async function coldRows(
  reader: SqlReader,
  tenant: string,
  { unusedSince, belowImportance }: ColdRules,
  { after, limit }: PageAfter<number>,
): Promise<{ rows: ColdRow[]; last: number | null }> {
  const end = await reader.one<{ num: number | null; n: number }>(
    `select max(num) as num, count(*) as n from
       (select num from memory where tenant = $1 and num > $2 order by num limit $3) x`,
    [tenant, after, limit],
  );
  const last = end?.num ?? null;
  if (last === null) return { rows: [], last };
  const rows = await reader.all<ColdRow>(
    `select m.num, m.id, m.text, m.status, m.aged_from, m.pinned, m.importance, m.created_at, m.updated_at,
       m.last_accessed, s.kind as scope_kind, s.id as scope_id
     from memory m join scope s on s.tenant = m.tenant and s.num = m.scope and s.writes = 1
     where m.tenant = $1 and m.num > $2 and m.num <= $3 and m.pinned = 0 and m.importance < $4
       and m.status in ('active', 'archived') and m.kind <> 'timeline' and m.aged_from is null
       and coalesce(m.last_accessed, m.created_at) <= $5 and m.updated_at <= $5
     order by m.num`,
    [tenant, after, last, belowImportance, unusedSince],
  );
  return { rows, last };
}
