import type { Settings } from "./settings.ts";

/** The spans in which writes are counted, narrowest first. */
const LIMITED = ["turn", "session", "hour", "day"] as const;
export type WriteLimit = (typeof LIMITED)[number];

/** New memories so far; `null` where there is no turn or no session to count in. Merges are none (R304). */
export type UsedWrites = Readonly<Record<"turn" | "session", number | null> & Record<"hour" | "day", number>>;

export interface LimitReached {
  readonly limit: WriteLimit;
  readonly max: number;
  /** For the decision log. */
  readonly reason: string;
}

/** The first limit that leaves no room for one more write; `null` = there is room (R24, R287). */
export function reachedLimit(used: UsedWrites, policy: Settings["writePolicy"]): LimitReached | null {
  const most: Record<WriteLimit, number | null> = {
    turn: policy.maxWritesPerTurn,
    session: policy.maxWritesPerSession,
    hour: policy.maxWritesPerHour,
    day: policy.maxWritesPerDay,
  };
  for (const limit of LIMITED) {
    const [max, count] = [most[limit], used[limit]];
    if (max === null || count === null || count < max) continue;
    return { limit, max, reason: `${count} of ${max} writes in this ${limit}` };
  }
  return null;
}
