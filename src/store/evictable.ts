import { type Evictable, evict, held } from "../domain/evict.ts";
import type { MemoryStatus } from "../domain/memory.ts";
import type { MemoryRow } from "./memories.ts";
import type { OpenScope } from "./scopes.ts";
import type { Reader } from "./tx.ts";

export interface Room {
  /** The scope holds as many memories as it may. */
  full: boolean;
  /** Who makes room, when it is full; `null` = nobody may. */
  evict: string | null;
}

type Columns = Pick<
  MemoryRow,
  "id" | "status" | "type" | "importance" | "pinned" | "confirmed_at" | "ttl_days" | "expires_at"
>;

/** Whether one more memory of a status fits into a scope of at most `max`, and who makes room if not (R69). */
export async function evictable(
  reader: Reader,
  scope: Pick<OpenScope, "tenant" | "num">,
  max: number,
  at: number,
  newcomer: MemoryStatus,
): Promise<Room> {
  // From the index alone: most scopes are far from full.
  const some = await reader.one<{ n: number }>(
    "select count(*) as n from (select 1 as one from memory where tenant = $1 and scope = $2 limit $3) x",
    [scope.tenant, scope.num, max],
  );
  if ((some?.n ?? 0) < max) return { full: false, evict: null };
  const rows = await reader.all<Columns>(
    `select id, status, type, importance, pinned, confirmed_at, ttl_days, expires_at from memory
     where tenant = $1 and scope = $2 and status in ('shadow', 'pending', 'active')`,
    [scope.tenant, scope.num],
  );
  const now = new Date(at);
  const kept = held(rows.map(toEvictable), now);
  return kept.length < max ? { full: false, evict: null } : { full: true, evict: evict(kept, now, newcomer) };
}

function toEvictable(row: Columns): Evictable {
  return {
    id: row.id,
    status: row.status,
    type: row.type,
    importance: row.importance,
    pinned: row.pinned === 1,
    confirmedAt: new Date(row.confirmed_at),
    ttlDays: row.ttl_days,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  };
}
