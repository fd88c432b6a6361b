import type { UsedWrites } from "../domain/limits.ts";
import type { OpenScope } from "./scopes.ts";
import type { Reader, Tx } from "./tx.ts";

const MINUTE = 60_000;
/** Longer than any span that is looked back on; a session's count is kept for good. */
const KEEP = 2 * 86_400_000;

type Place = Pick<OpenScope, "tenant" | "num">;

/** Where a write is counted. A turn's id need only be unique in its session. */
export interface WritePlace {
  session: string | null;
  turn: string | null;
}

export interface CountedSince extends WritePlace {
  /** Writes at or after these moments; to the minute, in doubt one more. */
  hourFrom: number;
  dayFrom: number;
}

const turnKey = ({ session, turn }: WritePlace): string => JSON.stringify([session, turn]);

/** How many memories came into being in a scope (R304). What was merged, or deleted since, changes nothing. */
export async function usedWrites(reader: Reader, scope: Place, since: CountedSince): Promise<UsedWrites> {
  const rows = await reader.all<{ kind: string; writes: number; at: number }>(
    `select kind, writes, at from write_count
     where tenant = $1 and scope = $2 and kind = 'minute' and at >= $3
     union all select kind, writes, at from write_count
     where tenant = $1 and scope = $2 and kind = 'session' and key = $4
     union all select kind, writes, at from write_count
     where tenant = $1 and scope = $2 and kind = 'turn' and key = $5`,
    [
      scope.tenant,
      scope.num,
      Math.min(since.hourFrom, since.dayFrom),
      since.session ?? "",
      since.turn === null ? "" : turnKey(since),
    ],
  );
  const sum = (kind: string, from = Number.NEGATIVE_INFINITY): number =>
    rows.reduce((total, row) => total + (row.kind === kind && row.at >= from ? row.writes : 0), 0);
  return {
    turn: since.turn === null ? null : sum("turn"),
    session: since.session === null ? null : sum("session"),
    hour: sum("minute", since.hourFrom),
    day: sum("minute", since.dayFrom),
  };
}

/** Counts new memories, in the transaction that makes them. */
export async function noteWrites(
  tx: Tx,
  scope: Place,
  { at, writes, ...place }: WritePlace & { at: number; writes: number },
): Promise<void> {
  if (writes <= 0) return;
  const places: [kind: string, key: string][] = [["minute", String(Math.floor(at / MINUTE))]];
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
