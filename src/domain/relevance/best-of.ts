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
 * The best `limit` of the eligible items by a column of scores, in no order; with `slack`, all eligible ones too that are
 * at most that far below the last of them. Asking about an item costs far more than looking at its score, so a histogram
 * first tells which scores are high enough to ask about.
 */
export function bestOf(
  { scores, size, low, high }: ScoreColumn,
  limit: number,
  eligible: ((item: number) => boolean) | undefined,
  slack = 0,
): Int32Array {
  // A higher score is never in a lower bucket.
  const scale = high > low ? (BUCKETS - 1) / (high - low) : 0;
  const counts = new Uint32Array(BUCKETS);
  for (let item = 0; item < size; item += 1) counts[((scores[item]! - low) * scale) | 0]! += 1;
  const top = new Top(limit);
  const found: number[] = [];
  let from = BUCKETS;
  for (let wanted = limit + SPARE; from > 0 && found.length < limit; wanted = limit) {
    const until = from;
    for (let count = 0; from > 0 && count < wanted; ) {
      from -= 1;
      count += counts[from]!;
    }
    for (let item = 0; item < size; item += 1) {
      const bucket = ((scores[item]! - low) * scale) | 0;
      if (bucket < from || bucket >= until) continue;
      if (eligible !== undefined && !eligible(item)) continue;
      found.push(item);
      top.offer(item, scores[item]!);
    }
  }
  if (slack === 0) return top.items();
  const least = top.bar - slack;
  for (let item = 0; item < size; item += 1) {
    const bucket = ((scores[item]! - low) * scale) | 0;
    if (bucket >= from || scores[item]! < least) continue;
    if (eligible === undefined || eligible(item)) found.push(item);
  }
  return Int32Array.from(found.filter((item) => scores[item]! >= least));
}
