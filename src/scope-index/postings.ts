import { countIn, itemIn, packPosting, type WordPostings } from "../domain/relevance/relevance-index.ts";

/** The documents that hold a term, in rising order, and how often each does. */
type Growing = { -readonly [K in keyof WordPostings]: WordPostings[K] };

/** Approximate bytes of a term and an entry beside their characters, for the size limit. */
const TERM_BYTES = 120;
const ENTRY_BYTES = 4;

/** An inverted index of one corpus in memory. Documents are numbered from 0 in the order they come. */
export class Postings {
  readonly #lists = new Map<string, Growing>();
  #lengths: Uint32Array = new Uint32Array(64);
  #documents = 0;
  #live = 0;
  #total = 0;
  #bytes = 0;

  /** Documents that are still there, and their mean length in terms. */
  get live(): number {
    return this.#live;
  }

  get averageLength(): number {
    return this.#live === 0 ? 0 : this.#total / this.#live;
  }

  get bytes(): number {
    return this.#bytes + this.#lengths.byteLength;
  }

  /** Adds the next document and says its number. */
  add(terms: readonly string[]): number {
    const doc = this.#documents++;
    if (doc >= this.#lengths.length) this.#lengths = larger(this.#lengths);
    this.#lengths[doc] = terms.length;
    this.#live += 1;
    this.#total += terms.length;
    for (const term of terms) this.#count(term, doc);
    return doc;
  }

  /** Takes a document out of every list and every count; its number stays unused. */
  remove(doc: number, terms: readonly string[]): void {
    this.#live -= 1;
    this.#total -= this.#lengths[doc]!;
    for (const term of new Set(terms)) {
      const list = this.#lists.get(term);
      const at = list === undefined ? -1 : positionOf(list, doc);
      if (list === undefined || at < 0) continue;
      list.entries.copyWithin(at, at + 1, list.size);
      list.size -= 1;
      list.live -= 1;
      this.#bytes -= ENTRY_BYTES;
      if (list.size > 0) continue;
      this.#lists.delete(term);
      this.#bytes -= TERM_BYTES + term.length * 2;
    }
  }

  list(term: string): WordPostings | undefined {
    return this.#lists.get(term);
  }

  #count(term: string, doc: number): void {
    let list = this.#lists.get(term);
    if (list === undefined) {
      list = { entries: new Uint32Array(2), size: 0, live: 0 };
      this.#lists.set(term, list);
      this.#bytes += TERM_BYTES + term.length * 2;
    }
    const last = list.size - 1;
    const newest = last < 0 ? undefined : list.entries[last]!;
    if (newest !== undefined && itemIn(newest) === doc) {
      list.entries[last] = packPosting(doc, countIn(newest) + 1);
      return;
    }
    if (list.size === list.entries.length) list.entries = larger(list.entries);
    list.entries[list.size] = packPosting(doc, 1);
    list.size += 1;
    list.live += 1;
    this.#bytes += ENTRY_BYTES;
  }
}

/** Where a document stands in a list; -1 when it does not. */
function positionOf({ entries, size }: WordPostings, doc: number): number {
  let low = 0;
  let high = size - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const item = itemIn(entries[middle]!);
    if (item === doc) return middle;
    if (item < doc) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

type Column = Uint8Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** A copy of a column with room for twice as many numbers. */
export function larger<C extends Column>(column: C): C {
  const grown = new (column.constructor as { new (length: number): C })(column.length * 2);
  grown.set(column);
  return grown;
}
