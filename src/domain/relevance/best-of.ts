import { Top } from "./top.ts";

const BUCKETS = 512;
/** Some of the best may not be shown: so many more are asked about in the first go. */
const SPARE = 32;

/** A score for each item; `low` and `high` are the least and the greatest of them. */
export interface ScoreColumn {
  readonly scores: Float64Array;
  readonly size: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The best `limit` of the eligible items by a column of scores, in no order. Asking about an item costs far more than
 * looking at its score, so a histogram first tells which scores are high enough to ask about.
 */
export function bestOf(
  { scores, size, low, high }: ScoreColumn,
  limit: number,
  eligible: ((item: number) => boolean) | undefined,
): Int32Array {
  const scale = high > low ? (BUCKETS - 1) / (high - low) : 0;
  const counts = new Uint32Array(BUCKETS);
  for (let item = 0; item < size; item += 1) counts[((scores[item]! - low) * scale) | 0]! += 1;
  const top = new Top(limit);
  let kept = 0;
  let asked = Number.POSITIVE_INFINITY;
  for (let bucket = BUCKETS, wanted = limit + SPARE; bucket > 0 && kept < limit; wanted = limit) {
    for (let count = 0; bucket > 0 && count < wanted; ) {
      bucket -= 1;
      count += counts[bucket]!;
    }
    const from = bucket === 0 ? low : low + bucket / scale;
    for (let item = 0; item < size; item += 1) {
      const score = scores[item]!;
      if (score < from || score >= asked) continue;
      if (eligible !== undefined && !eligible(item)) continue;
      kept += 1;
      top.offer(item, score);
    }
    asked = from;
  }
  return top.items();
}
