/** BM25's usual constants: how fast repetition saturates, and how much length counts. */
const K1 = 1.2;
const B = 0.75;

/** What a collection says about its terms. */
export interface TermStatistics {
  /** How many documents there are. */
  readonly documents: number;
  /** In how many of them each query term stands. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly averageLength: number;
}

export function inverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (Math.max(documents, frequency) - frequency + 0.5) / (frequency + 0.5));
}

/**
 * How much of a query a document answers, on an absolute scale: the BM25 weight of the terms it holds, as a share of
 * the weight of all the query's terms. 1 = every term, 0 = none; a rare term counts for more than a common one.
 */
export function lexicalSimilarity(
  query: readonly string[],
  document: readonly string[],
  statistics: TermStatistics,
): number {
  const counts = new Map<string, number>();
  for (const term of document) counts.set(term, (counts.get(term) ?? 0) + 1);
  const long = document.length / Math.max(1, statistics.averageLength);
  let held = 0;
  let all = 0;
  for (const term of query) {
    const weight = inverseFrequency(statistics.documents, statistics.frequencies.get(term) ?? 0);
    all += weight;
    const count = counts.get(term) ?? 0;
    if (count > 0) held += weight * Math.min(1, (count * (K1 + 1)) / (count + K1 * (1 - B + B * long)));
  }
  return all === 0 ? 0 : held / all;
}
