import type { UsedWrites } from "../domain/limits.ts";
import type { Place } from "./scopes.ts";
import type { Reader, Tx } from "./tx.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long after the last write a count is kept; a session's is kept for good. */
const KEEP = 2 * DAY;
/** Minutes of eight digits, so that they can be compared as the texts they are stored as: until the year 2160. */
const DIGITS = 8;

/** Where a write is counted. A turn's id need only be unique in its session. */
export interface WritePlace {
  session: string | null;
  turn: string | null;
  /** When it was said: a day's talk that is read in one go has still taken a day (R304). */
  said: number;
}

const turnKey = ({ session, turn }: WritePlace): string => JSON.stringify([session, turn]);

function minuteKey(at: number): string {
  const minute = Math.min(Math.max(0, Math.floor(at / MINUTE)), 10 ** DIGITS - 1);
  return String(minute).padStart(DIGITS, "0");
}

/** Whether two writes are counted with the same others, but for their turns. */
export function countedAlike(a: WritePlace, b: WritePlace): boolean {
  return a.session === b.session && minuteKey(a.said) === minuteKey(b.said);
}

/**
 * How many memories came into being in a scope (R304); in the hour and the day that end when it was said, to the minute,
 * in doubt one more. What was merged, or deleted since, changes nothing.
 */
export async function usedWrites(reader: Reader, scope: Place, place: WritePlace): Promise<UsedWrites> {
  const rows = await reader.all<{ kind: string; key: string; writes: number }>(
    `select kind, key, writes from write_count
     where tenant = $1 and scope = $2 and kind = 'minute' and key >= $3 and key <= $4
     union all select kind, key, writes from write_count
     where tenant = $1 and scope = $2 and kind = 'session' and key = $5
     union all select kind, key, writes from write_count
     where tenant = $1 and scope = $2 and kind = 'turn' and key = $6`,
    [
      scope.tenant,
      scope.num,
      minuteKey(place.said - DAY),
      minuteKey(place.said),
      place.session ?? "",
      place.turn === null ? "" : turnKey(place),
    ],
  );
  const hourFrom = minuteKey(place.said - HOUR);
  const sum = (kind: string, from = ""): number =>
    rows.reduce((total, row) => total + (row.kind === kind && row.key >= from ? row.writes : 0), 0);
  return {
    turn: place.turn === null ? null : sum("turn"),
    session: place.session === null ? null : sum("session"),
    hour: sum("minute", hourFrom),
    day: sum("minute"),
  };
}

/** Counts new memories, in the transaction that makes them; `at` is the engine's clock. */
export async function noteWrites(
  tx: Tx,
  scope: Place,
  { at, writes, ...place }: WritePlace & { at: number; writes: number },
): Promise<void> {
  if (writes <= 0) return;
  const places: [kind: string, key: string][] = [["minute", minuteKey(place.said)]];
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
    await tx.run(
      `delete from write_count where tenant = $1 and scope = $2 and kind in ('minute', 'turn') and at < $3`,
      [scope.tenant, scope.num, at - KEEP],
    );
  }
}
