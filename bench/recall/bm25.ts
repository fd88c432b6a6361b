import { inverseFrequency } from "../../src/domain/relevance/word-match.ts";

const K1 = 1.2;
const B = 0.75;

/** Plain BM25 over one pool of texts: what everything else is held against. */
export class Bm25 {
  readonly #words: (text: string) => string[];
  readonly #lengths: readonly number[];
  readonly #average: number;
  /** By word: which texts hold it, and how often. */
  readonly #postings = new Map<string, Map<number, number>>();

  constructor(texts: readonly string[], words: (text: string) => string[]) {
    this.#words = words;
    const documents = texts.map(words);
    this.#lengths = documents.map((document) => document.length);
    this.#average = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
    for (const [i, document] of documents.entries()) {
      for (const word of document) {
        const list = this.#postings.get(word) ?? new Map<number, number>();
        list.set(i, (list.get(i) ?? 0) + 1);
        this.#postings.set(word, list);
      }
    }
  }

  /** The numbers of all texts, best first; those that hold no word of the question follow in their own order. */
  rank(question: string): number[] {
    const scores = new Float64Array(this.#lengths.length);
    for (const word of new Set(this.#words(question))) {
      const list = this.#postings.get(word);
      if (list === undefined) continue;
      const weight = inverseFrequency(scores.length, list.size);
      for (const [i, count] of list) {
        const long = (this.#lengths[i] ?? 0) / this.#average;
        scores[i]! += (weight * count * (K1 + 1)) / (count + K1 * (1 - B + B * long));
      }
    }
    return Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b);
  }
}
