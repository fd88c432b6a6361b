/** Heights of a list's rows: those that were measured, and an estimate for the rest. */
export class RowHeights {
  readonly count: number;
  readonly #estimate: number;
  readonly #measured = new Map<number, number>();
  /** Sums of differences from the estimate, as a Fenwick tree: a row is set and found in logarithmic time. */
  readonly #sums: Float64Array;

  constructor(count: number, estimate: number) {
    this.count = count;
    this.#estimate = estimate;
    this.#sums = new Float64Array(count + 1);
  }

  /** The same rows and more, or fewer of them. */
  resized(count: number): RowHeights {
    const next = new RowHeights(count, this.#estimate);
    for (const [index, height] of this.#measured) next.set(index, height);
    return next;
  }

  /** Notes a height; returns by how much the row grew. */
  set(index: number, height: number): number {
    if (index >= this.count) return 0;
    const change = height - (this.#measured.get(index) ?? this.#estimate);
    if (change === 0) return 0;
    this.#measured.set(index, height);
    for (let at = index + 1; at <= this.count; at += at & -at) this.#sums[at]! += change;
    return change;
  }

  /** Where a row begins; of the row behind the last one, the height of all. */
  offset(index: number): number {
    let sum = index * this.#estimate;
    for (let at = index; at > 0; at -= at & -at) sum += this.#sums[at]!;
    return sum;
  }

  /** The row at a height. */
  at(offset: number): number {
    let [low, high] = [0, Math.max(0, this.count - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.offset(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** An offset counted in rows, as 3.5: it means the same row when those above turn out higher than estimated. */
  rowsTo(offset: number): number {
    const row = this.at(offset);
    return row + (offset - this.offset(row)) / (this.offset(row + 1) - this.offset(row));
  }

  /** The offset that lies so many rows down. */
  offsetAfter(rows: number): number {
    const row = Math.min(Math.floor(rows), this.count - 1);
    return this.offset(row) + (rows - row) * (this.offset(row + 1) - this.offset(row));
  }
}
