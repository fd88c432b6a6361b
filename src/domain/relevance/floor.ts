/**
 * Below this probability a line is not injected. On conversations the weights were not fitted on it keeps at least
 * 95 % of the answers found in each kind of chat, and most questions that belong elsewhere inject nothing.
 */
export const DEFAULT_FLOOR = 0.01;

/** How many of the first scores, which fall, reach the floor. */
export function countAbove(scores: ArrayLike<number>, floor: number = DEFAULT_FLOOR): number {
  let count = 0;
  while (count < scores.length && scores[count]! >= floor) count += 1;
  return count;
}
