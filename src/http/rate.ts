import { BoundedMap } from "../domain/bounded-map.ts";
import { MemoirError } from "../index.ts";

export interface Rate {
  /** Takes one; throws `rate_limited` with the seconds to wait when there is none left. */
  take(who: string): void;
}

/** How many callers are tracked; one that has not asked for a while starts with a full allowance. */
const MOST_CALLERS = 10_000;

/** A bucket for each caller that fills at a steady rate. `now` in milliseconds. */
export function createRate(perSecond: number, burst: number, now: () => number): Rate {
  const buckets = new BoundedMap<string, { left: number; at: number }>(MOST_CALLERS);
  return {
    take(who) {
      const at = now();
      const bucket = buckets.get(who) ?? { left: burst, at };
      const left = Math.min(burst, bucket.left + ((at - bucket.at) / 1_000) * perSecond);
      buckets.set(who, { left: left < 1 ? left : left - 1, at });
      if (left >= 1) return;
      const seconds = Math.ceil((1 - left) / perSecond);
      throw new MemoirError("rate_limited", `Too many requests. Try again in ${seconds} s.`, {
        details: { retryAfterSeconds: seconds },
      });
    },
  };
}
