import { type Evictable, held } from "../domain/limits.ts";
import { type AgeingRow, type MemoryRow, toAgeing } from "./memories.ts";
import type { Place } from "./scopes.ts";
import type { Reader } from "./tx.ts";

type Columns = AgeingRow & Pick<MemoryRow, "id" | "type" | "importance">;

/** The memories of a full scope, one of which makes room for a newcomer (R69); `null` while there is room. */
export async function heldInFull(
  reader: Reader,
  scope: Place,
  max: number,
  at: number,
): Promise<Evictable[] | null> {
  // From the index alone: most scopes are far from full.
  const some = await reader.one<{ n: number }>(
    "select count(*) as n from (select 1 as one from memory where tenant = $1 and scope = $2 limit $3) x",
    [scope.tenant, scope.num, max],
  );
  if ((some?.n ?? 0) < max) return null;
  const rows = await reader.all<Columns>(
    `select id, status, aged_from, type, importance, pinned, confirmed_at, ttl_days, expires_at, archive_at, remove_at
     from memory where tenant = $1 and scope = $2 and status in ('shadow', 'pending', 'active') and kind <> 'timeline'`,
    [scope.tenant, scope.num],
  );
  const kept = held(rows.map(toEvictable), new Date(at));
  return kept.length < max ? null : kept;
}

function toEvictable(row: Columns): Evictable {
  return { ...toAgeing(row), id: row.id, type: row.type, importance: row.importance };
}
