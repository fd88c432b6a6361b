/** The documents that hold a term, in rising order, and how often each does. */
export interface PostingList {
  readonly docs: Uint32Array;
  readonly counts: Uint8Array;
  /** How many entries are in use. */
  readonly size: number;
  /** How many of them are of documents that are still there: all. */
  readonly live: number;
}

interface Growing {
  docs: Uint32Array;
  counts: Uint8Array;
  size: number;
  live: number;
}

/** What a term and an entry cost beside their characters, roughly, for the bound in bytes. */
const TERM_BYTES = 120;
const ENTRY_BYTES = 5;

/** An inverted index of one corpus in memory. Documents are numbered from 0 in the order they come. */
export class Postings {
  readonly #lists = new Map<string, Growing>();
  #lengths = new Uint32Array(64);
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

  length(doc: number): number {
    return this.#lengths[doc] ?? 0;
  }

  /** Adds the next document and says its number. */
  add(terms: readonly string[]): number {
    const doc = this.#documents++;
    if (doc >= this.#lengths.length) this.#lengths = grown(this.#lengths, Uint32Array);
    this.#lengths[doc] = terms.length;
    this.#live += 1;
    this.#total += terms.length;
    for (const term of terms) this.#count(term, doc);
    return doc;
  }

  /** Takes a document out of every list and every count; its number stays unused. */
  remove(doc: number, terms: readonly string[]): void {
    this.#live -= 1;
    this.#total -= this.length(doc);
    for (const term of new Set(terms)) {
      const list = this.#lists.get(term);
      const at = list === undefined ? -1 : placeOf(list, doc);
      if (list === undefined || at < 0) continue;
      list.docs.copyWithin(at, at + 1, list.size);
      list.counts.copyWithin(at, at + 1, list.size);
      list.size -= 1;
      list.live -= 1;
      this.#bytes -= ENTRY_BYTES;
      if (list.size > 0) continue;
      this.#lists.delete(term);
      this.#bytes -= TERM_BYTES + term.length * 2;
    }
  }

  list(term: string): PostingList | undefined {
    return this.#lists.get(term);
  }

  /** How often a document holds a term. */
  count(term: string, doc: number): number {
    const list = this.#lists.get(term);
    const at = list === undefined ? -1 : placeOf(list, doc);
    return at < 0 ? 0 : list!.counts[at]!;
  }

  #count(term: string, doc: number): void {
    let list = this.#lists.get(term);
    if (list === undefined) {
      list = { docs: new Uint32Array(2), counts: new Uint8Array(2), size: 0, live: 0 };
      this.#lists.set(term, list);
      this.#bytes += TERM_BYTES + term.length * 2;
    }
    const last = list.size - 1;
    if (last >= 0 && list.docs[last] === doc) {
      list.counts[last] = Math.min(255, list.counts[last]! + 1);
      return;
    }
    if (list.size === list.docs.length) {
      list.docs = grown(list.docs, Uint32Array);
      list.counts = grown(list.counts, Uint8Array);
    }
    list.docs[list.size] = doc;
    list.counts[list.size] = 1;
    list.size += 1;
    list.live += 1;
    this.#bytes += ENTRY_BYTES;
  }
}

/** Where a document stands in a list; -1 when it does not. */
function placeOf({ docs, size }: PostingList, doc: number): number {
  let low = 0;
  let high = size - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = docs[middle]!;
    if (found === doc) return middle;
    if (found < doc) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function grown<A extends Uint32Array | Uint8Array>(array: A, make: { new (length: number): A }): A {
  const larger = new make(array.length * 2);
  larger.set(array);
  return larger;
}
