/** Keeps the best `limit` of the items it is offered: a heap with the worst of the kept on top. */
export class Top {
  readonly #items: Int32Array;
  readonly #scores: Float64Array;
  #size = 0;

  constructor(limit: number) {
    this.#items = new Int32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  offer(item: number, score: number): void {
    const limit = this.#items.length;
    if (this.#size < limit) {
      this.#up(this.#size, item, score);
      this.#size += 1;
    } else if (limit > 0 && score > this.#scores[0]!) this.#down(item, score);
  }

  /** The kept items, in no order. */
  items(): Int32Array {
    return this.#items.subarray(0, this.#size);
  }

  #up(hole: number, item: number, score: number): void {
    let at = hole;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#scores[parent]! <= score) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, item, score);
  }

  #down(item: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#scores[child + 1]! < this.#scores[child]!) child += 1;
      if (this.#scores[child]! >= score) break;
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
