/** How well one ranking answers one question: shares from 0 to 1, and what its first ten lines cost. */
export interface Scores {
  readonly r5: number;
  readonly r10: number;
  readonly r20: number;
  readonly mrr: number;
  readonly ndcg10: number;
  readonly tokens10: number;
}

export const METRICS = ["r5", "r10", "r20", "mrr", "ndcg10"] as const;
export type Metric = (typeof METRICS)[number];

/** How far down the first right answer is looked for. */
export const DEPTH = 1_000;

/** Recall at k: the share of the right items among the first k. nDCG: binary. MRR: within `DEPTH`. */
export function scoresOf(
  ranking: readonly string[],
  gold: ReadonlySet<string>,
  tokens: (id: string) => number,
): Scores {
  const found = (k: number): number =>
    ranking.slice(0, k).filter((id) => gold.has(id)).length / Math.max(1, gold.size);
  const first = ranking.slice(0, DEPTH).findIndex((id) => gold.has(id));
  const gain = ranking.slice(0, 10).reduce((sum, id, i) => sum + (gold.has(id) ? discount(i) : 0), 0);
  let ideal = 0;
  for (let i = 0; i < Math.min(10, gold.size); i++) ideal += discount(i);
  return {
    r5: found(5),
    r10: found(10),
    r20: found(20),
    mrr: first < 0 ? 0 : 1 / (first + 1),
    ndcg10: ideal === 0 ? 0 : gain / ideal,
    tokens10: ranking.slice(0, 10).reduce((sum, id) => sum + tokens(id), 0),
  };
}

const discount = (position: number): number => 1 / Math.log2(position + 2);

export function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
