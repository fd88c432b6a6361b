import { stream } from "../random.ts";
import { mean, quantile } from "./metrics.ts";

const RESAMPLES = 2_000;
const SEED = 7;

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The mean over all questions with its 95 % interval: whole conversations are drawn with replacement, because questions
 * of one conversation are not independent. For a difference give the differences, question by question: that is what
 * makes it paired.
 */
export function interval(byConversation: readonly (readonly number[])[]): Interval {
  const groups = byConversation
    .filter((values) => values.length > 0)
    .map((values) => ({ sum: values.reduce((sum, value) => sum + value, 0), count: values.length }));
  const next = stream(SEED);
  const means: number[] = [];
  for (let i = 0; i < RESAMPLES; i++) {
    let [sum, count] = [0, 0];
    for (let k = 0; k < groups.length; k++) {
      const group = groups[Math.floor(next() * groups.length)]!;
      sum += group.sum;
      count += group.count;
    }
    means.push(sum / count);
  }
  return { mean: mean(byConversation.flat()), low: quantile(means, 0.025), high: quantile(means, 0.975) };
}
