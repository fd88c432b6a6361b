import { MemoirError } from "../../domain/errors.ts";
import { type Evictable, occupying, type UsedWrites } from "../../domain/limits.ts";
import type { Settings } from "../../domain/settings.ts";
import type { SqlReader, Tx } from "../tx.ts";
import { type AgeingRow, type MemoryRow, toAgeing } from "./memories.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef } from "./scopes.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long after the last write a count is kept; a session's is kept for good. */
const KEEP = 2 * DAY;
/** Minutes of eight digits, so that they can be compared as the texts they are stored as: until the year 2160. */
const DIGITS = 8;

/** Where a write is counted. A turn's id need only be unique in its session. */
export interface WriteQuotaKey {
  session: string | null;
  turn: string | null;
  /** When it was said: a day's talk that is read in one go has still taken a day. */
  saidAt: number;
}

const turnKey = ({ session, turn }: WriteQuotaKey): string => JSON.stringify([session, turn]);

function minuteKey(at: number): string {
  const minute = Math.min(Math.max(0, Math.floor(at / MINUTE)), 10 ** DIGITS - 1);
  return String(minute).padStart(DIGITS, "0");
}

/** Whether two writes are counted with the same others, but for their turns. */
export function countedAlike(a: WriteQuotaKey, b: WriteQuotaKey): boolean {
  return a.session === b.session && minuteKey(a.saidAt) === minuteKey(b.saidAt);
}

/**
 * How many memories came into being in a scope; in the hour and the day that end when it was said, to the
 * minute, in doubt one more. Later merges and deletions change nothing.
 */
export async function usedWrites(
  reader: SqlReader,
  scope: ScopeRef,
  quotaKey: WriteQuotaKey,
): Promise<UsedWrites> {
  const rows = await reader.all<{ kind: string; key: string; writes: number }>(
    `select kind, key, writes from write_count
     where ${IN_SCOPE} and kind = 'minute' and key >= $3 and key <= $4
     union all select kind, key, writes from write_count
     where ${IN_SCOPE} and kind = 'session' and key = $5
     union all select kind, key, writes from write_count
     where ${IN_SCOPE} and kind = 'turn' and key = $6`,
    [
      scope.tenant,
      scope.num,
      minuteKey(quotaKey.saidAt - DAY),
      minuteKey(quotaKey.saidAt),
      quotaKey.session ?? "",
      quotaKey.turn === null ? "" : turnKey(quotaKey),
    ],
  );
  const hourFrom = minuteKey(quotaKey.saidAt - HOUR);
  const sum = (kind: string, from = ""): number =>
    rows.reduce((total, row) => total + (row.kind === kind && row.key >= from ? row.writes : 0), 0);
  return {
    turn: quotaKey.turn === null ? null : sum("turn"),
    session: quotaKey.session === null ? null : sum("session"),
    hour: sum("minute", hourFrom),
    day: sum("minute"),
  };
}

/** Counts new memories, in the transaction that makes them; `at` is the engine's clock. */
export async function noteWrites(
  tx: Tx,
  scope: ScopeRef,
  { at, writes, ...place }: WriteQuotaKey & { at: number; writes: number },
): Promise<void> {
  if (writes <= 0) return;
  const places: [kind: string, key: string][] = [["minute", minuteKey(place.saidAt)]];
  if (place.session !== null) places.push(["session", place.session]);
  if (place.turn !== null) places.push(["turn", turnKey(place)]);
  const values = places.map((_, i) => `($1, $2, $${i * 2 + 5}, $${i * 2 + 6}, $3, $4)`).join(", ");
  const counted = await tx.all<{ kind: string; writes: number }>(
    `insert into write_count (tenant, scope, kind, key, writes, at) values ${values}
     on conflict (tenant, scope, kind, key) do update set writes = write_count.writes + excluded.writes, at = excluded.at
     returning kind, writes`,
    [scope.tenant, scope.num, writes, at, ...places.flat()],
  );
  // Once in a minute is often enough to clear away what nobody looks back on.
  if (counted.some((row) => row.kind === "minute" && row.writes === writes)) {
    await tx.run(`delete from write_count where ${IN_SCOPE} and kind in ('minute', 'turn') and at < $3`, [
      scope.tenant,
      scope.num,
      at - KEEP,
    ]);
  }
}

type Columns = AgeingRow & Pick<MemoryRow, "id" | "type" | "importance">;

/** The memories of a full scope, one of which makes room for a newcomer; `null` while there is room. */
export async function heldInFull(
  reader: SqlReader,
  scope: ScopeRef,
  max: number,
  at: number,
): Promise<Evictable[] | null> {
  // From the index alone: most scopes are far from full.
  const some = await reader.one<{ n: number }>(
    `select count(*) as n from (select 1 as one from memory where ${IN_SCOPE} limit $3) x`,
    [scope.tenant, scope.num, max],
  );
  if ((some?.n ?? 0) < max) return null;
  const rows = await reader.all<Columns>(
    `select id, status, aged_from, type, importance, pinned, confirmed_at, ttl_days, expires_at, archive_at, remove_at
     from memory where ${IN_SCOPE} and status in ('shadow', 'pending', 'active') and kind <> 'timeline'`,
    [scope.tenant, scope.num],
  );
  const occupied = occupying(rows.map(toEvictable), new Date(at));
  return occupied.length < max ? null : occupied;
}

function toEvictable(row: Columns): Evictable {
  return { ...toAgeing(row), id: row.id, type: row.type, importance: row.importance };
}

/** The most bytes of words that events may hold; `null` = any number. */
export interface Quota {
  scope: number | null;
  tenant: number | null;
}

const MEGABYTE = 1_048_576;

/** The settings' quota in bytes; `undefined` where nothing is limited. */
export function quotaOf({ events }: Pick<Settings, "events">): Quota | undefined {
  const { maxMegabytesPerScope: scope, maxMegabytesPerTenant: tenant } = events;
  if (scope === null && tenant === null) return undefined;
  const bytes = (megabytes: number | null): number | null =>
    megabytes === null ? null : megabytes * MEGABYTE;
  return { scope: bytes(scope), tenant: bytes(tenant) };
}

/** Refuses what was just added when there is no room for it; the transaction then leaves nothing of it. */
export async function refuseOverQuota(scope: OpenScope, quota: Quota): Promise<void> {
  if (quota.scope !== null && scope.eventBytes > quota.scope) throw quotaError("scope", quota.scope);
  if (quota.tenant === null) return;
  const others = await scope.one<{ bytes: number }>(
    "select coalesce(sum(event_bytes), 0) as bytes from scope where tenant = $1 and num <> $2",
  );
  if (Number(others?.bytes ?? 0) + scope.eventBytes > quota.tenant) throw quotaError("tenant", quota.tenant);
}

function quotaError(of: "scope" | "tenant", bytes: number): MemoirError {
  const name = of === "scope" ? "events.maxMegabytesPerScope" : "events.maxMegabytesPerTenant";
  return new MemoirError(
    "quota_exceeded",
    `The events of this ${of} would hold more than ${bytes} bytes (${name}); nothing was stored. ` +
      "Raise the limit, set events.retentionDays, or erase what is not needed.",
    { details: { of, limit: bytes } },
  );
}
