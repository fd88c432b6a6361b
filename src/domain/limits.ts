import { type Ageing, effectiveStatus } from "./effective-status.ts";
import { importanceLevel, type Memory, type MemoryStatus, type MemoryType } from "./memory.ts";
import type { Settings } from "./settings.ts";

/** The spans in which writes are counted, narrowest first. */
const LIMITED = [
  ["turn", "maxWritesPerTurn"],
  ["session", "maxWritesPerSession"],
  ["hour", "maxWritesPerHour"],
  ["day", "maxWritesPerDay"],
] as const;
export type WriteLimit = (typeof LIMITED)[number][0];

/** New memories so far; `null` where there is no turn or no session to count in. Merges are none. */
export type UsedWrites = Readonly<Record<"turn" | "session", number | null> & Record<"hour" | "day", number>>;

/** As if so many more were written, wherever they are counted. */
export function withMore({ turn, session, hour, day }: UsedWrites, more: number): UsedWrites {
  const sum = (count: number | null): number | null => (count === null ? null : count + more);
  return { turn: sum(turn), session: sum(session), hour: hour + more, day: day + more };
}

export interface LimitReached {
  readonly limit: WriteLimit;
  readonly max: number;
  /** For the decision log. */
  readonly reason: string;
}

/** The first limit that leaves no room for one more write; `null` = there is room. */
export function reachedLimit(used: UsedWrites, policy: Settings["writePolicy"]): LimitReached | null {
  for (const [limit, setting] of LIMITED) {
    const [max, count] = [policy[setting], used[limit]];
    if (max === null || count === null || count < max) continue;
    return { limit, max, reason: `${count} of ${max} writes in this ${limit}` };
  }
  return null;
}

/** The fields that eviction depends on. */
export interface Evictable extends Ageing, Pick<Memory, "id" | "type" | "importance"> {}

/** The statuses that take up room in a scope, least worth first. Other statuses take up none. */
export const HELD: readonly MemoryStatus[] = ["shadow", "pending", "active"];

/** The memories that a scope holds at a moment. */
export function occupying<T extends Evictable>(rows: readonly T[], now: Date): T[] {
  return rows.filter((row) => HELD.includes(effectiveStatus(row, now).status));
}

/** For which memory room is made, and when. */
export interface Eviction {
  readonly now: Date;
  readonly newcomer: MemoryStatus;
  /** Types that never make room. */
  readonly keptTypes: readonly MemoryType[];
}

/**
 * The memory that makes room for a new one: of the least important, the one confirmed the longest ago; never a
 * pinned one, nor one of a type that is kept. A memory never makes room for a less trusted one: a tool's claim must not
 * push out a user's. `null` = none, so the new one is rejected.
 */
export function evict(rows: readonly Evictable[], { now, newcomer, keptTypes }: Eviction): string | null {
  const worth = (status: MemoryStatus): number => HELD.indexOf(status);
  const [first] = occupying(rows, now)
    .filter(({ pinned, type }) => !pinned && (type === null || !keptTypes.includes(type)))
    .filter((row) => worth(row.status) <= worth(newcomer))
    .sort(
      (a, b) =>
        worth(a.status) - worth(b.status) ||
        importanceLevel(a.importance) - importanceLevel(b.importance) ||
        a.confirmedAt.getTime() - b.confirmedAt.getTime() ||
        (a.id < b.id ? -1 : 1),
    );
  return first?.id ?? null;
}
