const DAY = 86_400_000;

export interface RankParts {
  readonly similarity: number;
  readonly importance: number;
  readonly recency: number;
}

export interface RankWeights {
  readonly similarityWeight: number;
  readonly importanceWeight: number;
  readonly recencyWeight: number;
}

/** R30: 1 now, 1/2 after 30 days. A date in the future counts as now: clocks differ. */
export function timeDecay(updatedAt: number, now: number): number {
  const days = Math.max(0, now - updatedAt) / DAY;
  return 1 / (1 + days / 30);
}

/**
 * R30's weighted sum. Similarity is the raw cosine clamped to [0,1]: (cos+1)/2 would give unrelated items 0.5
 * (R309). A cosine that is not a number, as a zero vector gives, is no similarity.
 */
export function rankScore(parts: RankParts, weights: RankWeights): number {
  const similarity = parts.similarity > 0 ? Math.min(1, parts.similarity) : 0;
  return (
    weights.similarityWeight * similarity +
    weights.importanceWeight * parts.importance +
    weights.recencyWeight * parts.recency
  );
}
