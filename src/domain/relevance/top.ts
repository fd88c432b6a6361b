/** Keeps the best `limit` of the items it is offered: a heap with the worst of the kept on top. */
export class Top {
  readonly #items: Int32Array;
  readonly #scores: Float64Array;
  #size = 0;
  /** Items below this are not kept; a caller can check before it offers one. */
  bar: number = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#items = new Int32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  offer(item: number, score: number): void {
    const limit = this.#items.length;
    if (this.#size < limit) {
      this.#rise(this.#size, item, score);
      this.#size += 1;
    } else if (limit > 0 && this.#worse(0, item, score)) this.#sink(item, score);
    if (this.#size === limit && limit > 0) this.bar = this.#scores[0]!;
  }

  /** The kept items, in no order. */
  items(): Int32Array {
    return this.#items.subarray(0, this.#size);
  }

  /** The kept items and their scores, best first; of equals the later one. Ends the use of this heap. */
  sorted(): { readonly items: Int32Array; readonly scores: Float64Array } {
    const count = this.#size;
    while (this.#size > 1) {
      this.#size -= 1;
      const last = this.#size;
      const item = this.#items[last]!;
      const score = this.#scores[last]!;
      this.#move(0, last);
      this.#sink(item, score);
    }
    this.#size = 0;
    return { items: this.#items.subarray(0, count), scores: this.#scores.subarray(0, count) };
  }

  /** Whether what stands at a place comes after this item. */
  #worse(at: number, item: number, score: number): boolean {
    const there = this.#scores[at]!;
    return there < score || (there === score && this.#items[at]! < item);
  }

  #rise(hole: number, item: number, score: number): void {
    let at = hole;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#worse(parent, item, score)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, item, score);
  }

  #sink(item: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      const other = child + 1;
      if (other < this.#size && this.#worse(other, this.#items[child]!, this.#scores[child]!)) child = other;
      if (!this.#worse(child, item, score)) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, item, score);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#items[from]!, this.#scores[from]!);
  }

  #put(at: number, item: number, score: number): void {
    this.#items[at] = item;
    this.#scores[at] = score;
  }
}

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
  let filled = 0;
  let ceiling = Number.POSITIVE_INFINITY;
  for (let bucket = BUCKETS, quota = limit + SPARE; bucket > 0 && filled < limit; quota = limit) {
    for (let count = 0; bucket > 0 && count < quota; ) {
      bucket -= 1;
      count += counts[bucket]!;
    }
    const from = bucket === 0 ? low : low + bucket / scale;
    for (let item = 0; item < size; item += 1) {
      const score = scores[item]!;
      if (score < from || score >= ceiling) continue;
      if (eligible !== undefined && !eligible(item)) continue;
      filled += 1;
      top.offer(item, score);
    }
    ceiling = from;
  }
  return top.items();
}
