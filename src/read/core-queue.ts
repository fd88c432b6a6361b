import type { CoreSort } from "../scope-index/memory-entry.ts";
import type { Candidate } from "./candidate.ts";

/** One thing that belongs in every prompt. */
export interface CorePart {
  readonly candidate: Candidate;
  readonly text: string;
  readonly sort: CoreSort;
  readonly at: number;
  /** The text in quotation marks, as a block shows it. */
  readonly quoted: string;
}

/** The parts of one sort from one source, newest first. A part is made when somebody asks for it: most are never shown. */
export class CoreQueue {
  readonly sort: CoreSort;
  readonly #least: Float64Array;
  readonly #partAt: (place: number) => CorePart | null;
  #place = 0;

  /**
   * `least`: the fewest quarters of a token that the quoted words of a part from each place on have, one more than there
   * are parts; `partAt`: `null` for what is no part.
   */
  constructor(sort: CoreSort, least: Float64Array, partAt: (place: number) => CorePart | null) {
    this.sort = sort;
    this.#least = least;
    this.#partAt = partAt;
  }

  /** The newest that was not taken. */
  get first(): CorePart | null {
    for (; this.#place < this.#least.length - 1; this.#place += 1) {
      const part = this.#partAt(this.#place);
      if (part !== null) return part;
    }
    return null;
  }

  take(): void {
    this.#place += 1;
  }

  /** What is left has no part with fewer quarters of a token. */
  get least(): number {
    return this.#least[this.#place]!;
  }
}
