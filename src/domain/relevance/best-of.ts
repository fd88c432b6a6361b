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
  const scale = high > low ? (BUCKETS - 1) / (high - low) : 0;
  const counts = new Uint32Array(BUCKETS);
  for (let item = 0; item < size; item += 1) counts[((scores[item]! - low) * scale) | 0]! += 1;
  const top = new Top(limit);
  const found: number[] = [];
  const ask = (from: number, below: number): void => {
    for (let item = 0; item < size; item += 1) {
      const score = scores[item]!;
      if (score < from || score >= below) continue;
      if (eligible !== undefined && !eligible(item)) continue;
      found.push(item);
      top.offer(item, score);
    }
  };
  let asked = Number.POSITIVE_INFINITY;
  for (let bucket = BUCKETS, wanted = limit + SPARE; bucket > 0 && found.length < limit; wanted = limit) {
    for (let count = 0; bucket > 0 && count < wanted; ) {
      bucket -= 1;
      count += counts[bucket]!;
    }
    const from = bucket === 0 ? low : low + bucket / scale;
    ask(from, asked);
    asked = from;
  }
  if (slack === 0) return top.items();
  const least = top.bar - slack;
  if (least < asked) ask(Math.max(low, least), asked);
  return Int32Array.from(found.filter((item) => scores[item]! >= least));
}
