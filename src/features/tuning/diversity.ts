/** How many claims came in by each way. */
export type PathCounts = ReadonlyMap<string, number>;

/**
 * How evenly the valid ways into memory are used, from 0 (one way alone) to 1 (all alike): the entropy of the claims that
 * are let in, over its maximum. A way is valid where it has brought a right claim. With fewer than two there is no
 * choice, and nothing to lose.
 */
export function diversityOf(letIn: PathCounts, valid: ReadonlySet<string>): number {
  if (valid.size < 2) return 1;
  const counts = [...valid].map((path) => letIn.get(path) ?? 0);
  const total = counts.reduce((sum, n) => sum + n, 0);
  if (total === 0) return 0;
  const entropy = counts.reduce((sum, n) => (n === 0 ? sum : sum - (n / total) * Math.log(n / total)), 0);
  return Math.min(1, entropy / Math.log(valid.size));
}
