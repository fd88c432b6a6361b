import type { Scope, ScopeKind } from "../domain/scope.ts";
import type { MemoryRow } from "./memories.ts";
import type { PageAfter } from "./page.ts";
import type { Reader } from "./tx.ts";

/** Which memories are cold (R267). Plain data. */
export interface ColdRules {
  /** Neither used nor changed since this moment. */
  readonly unusedSince: number;
  readonly belowImportance: number;
}

type ColdColumns = Pick<
  MemoryRow,
  "status" | "aged_from" | "pinned" | "importance" | "created_at" | "updated_at" | "last_accessed"
>;

/** One that was never used counts from its creation (R321). A restored one has just been changed. */
export function isCold(row: ColdColumns, { unusedSince, belowImportance }: ColdRules): boolean {
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

export interface ColdRow extends ColdColumns {
  num: number;
  id: string;
  text: string;
  scope_kind: ScopeKind;
  scope_id: string;
}

export function scopeOfCold(tenant: string, { scope_kind, scope_id }: ColdRow): Scope {
  return { tenant, kind: scope_kind, id: scope_id };
}

/** The cold ones among the next memories of a tenant, and the number of the last that was looked at. */
export async function coldRows(
  reader: Reader,
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
