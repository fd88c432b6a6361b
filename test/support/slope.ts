export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The straight line through points, and how sure its slope is. */
export interface Slope {
  readonly mean: number;
  readonly perUnit: number;
  /** Half the width of the 95 % confidence interval of `perUnit`. */
  readonly margin: number;
}

/**
 * Ordinary least squares. Neighbouring measurements of one process are alike, so the interval is widened by the
 * correlation of neighbouring residuals. `null` with fewer than three points.
 */
export function slopeOf(points: readonly Point[]): Slope | null {
  const n = points.length;
  if (n < 3) return null;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n;
  const mean = points.reduce((sum, { y }) => sum + y, 0) / n;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const perUnit = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - mean), 0) / spread;
  const residuals = points.map(({ x, y }) => y - mean - perUnit * (x - meanX));
  const squares = residuals.reduce((sum, one) => sum + one ** 2, 0);
  const products = residuals.slice(1).reduce((sum, one, i) => sum + one * residuals[i]!, 0);
  const alike = squares === 0 ? 0 : Math.min(0.95, Math.max(0, products / squares));
  const error = Math.sqrt((squares / (n - 2) / spread) * ((1 + alike) / (1 - alike)));
  return { mean, perUnit, margin: quantile(n - 2) * error };
}

/** Student's t for 95 %, within 0.02 from five degrees of freedom on. */
function quantile(freedom: number): number {
  return 1.96 + 2.5 / freedom + 2.5 / freedom ** 2;
}
