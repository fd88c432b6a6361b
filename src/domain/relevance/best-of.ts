import { Top } from "./top.ts";

const BUCKETS = 512;
/** Some of the best may not be shown: so many more are asked about in the first go. */
const SPARE = 32;

/**
 * The best `limit` of the eligible items by a column of scores, in no order. Asking about an item costs far more than
 * looking at its score, so a histogram first tells which scores are high enough to ask about.
 */
export function bestOf(
  scores: Float64Array,
  limit: number,
  eligible: ((item: number) => boolean) | undefined,
): Int32Array {
  const top = new Top(limit);
  const { buckets, counts } = histogram(scores);
  let kept = 0;
  for (let from = BUCKETS, wanted = limit + SPARE; from > 0 && kept < limit; wanted = limit) {
    const until = from;
    for (let found = 0; from > 0 && found < wanted; ) {
      from -= 1;
      found += counts[from]!;
    }
    for (let item = 0; item < buckets.length; item += 1) {
      const bucket = buckets[item]!;
      if (bucket < from || bucket >= until) continue;
      if (eligible !== undefined && !eligible(item)) continue;
      kept += 1;
      top.offer(item, scores[item]!);
    }
  }
  return top.items();
}

/** The bucket of each item, and how many are in each: a higher score is never in a lower bucket. */
function histogram(scores: Float64Array): { buckets: Uint16Array; counts: Uint32Array } {
  const { length } = scores;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let item = 0; item < length; item += 1) {
    const score = scores[item]!;
    if (score < low) low = score;
    if (score > high) high = score;
  }
  const scale = high > low ? (BUCKETS - 1) / (high - low) : 0;
  const buckets = new Uint16Array(length);
  const counts = new Uint32Array(BUCKETS);
  for (let item = 0; item < length; item += 1) {
    const bucket = ((scores[item]! - low) * scale) | 0;
    buckets[item] = bucket;
    counts[bucket]! += 1;
  }
  return { buckets, counts };
}
