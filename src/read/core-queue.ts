import type { CoreSort } from "../scope-index/memory-entry.ts";
import type { CoreLengths } from "../scope-index/memory-shelf.ts";
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
  readonly #lengths: CoreLengths;
  readonly #partAt: (place: number) => CorePart | null;
  #place = 0;

  /** `lengths`: of the quoted words of each part; `partAt`: `null` for what is no part. */
  constructor(sort: CoreSort, lengths: CoreLengths, partAt: (place: number) => CorePart | null) {
    this.sort = sort;
    this.#lengths = lengths;
    this.#partAt = partAt;
  }

  /** The newest that was not taken. */
  get first(): CorePart | null {
    for (; this.#place < this.#lengths.quarters.length; this.#place += 1) {
      const part = this.#partAt(this.#place);
      if (part !== null) return part;
    }
    return null;
  }

  take(): void {
    this.#place += 1;
  }

  /** Passes over the parts at its head that do not fit, without making them. */
  skip(fits: (quarters: number) => boolean): void {
    const { quarters } = this.#lengths;
    while (this.#place < quarters.length && !fits(quarters[this.#place]!)) this.#place += 1;
  }

  /** What is left has no part with fewer quarters of a token. */
  get least(): number {
    return this.#lengths.least[this.#place]!;
  }
}
