import { DAY, type TimeRange } from "./calendar.ts";

/** Half of the closeness is gone after this share of the range's own length, and at least a few days. */
const SLACK_SHARE = 0.5;
const SLACK_DAYS = 4;

/**
 * How well a moment fits the times meant: 1 inside, then fading, slower after than before, because people tell of a
 * thing once it has happened. 0 when no time is meant.
 */
export function timeFit(time: number, ranges: readonly TimeRange[]): number {
  let best = 0;
  for (const { from, to } of ranges) {
    if (time >= from && time < to) return 1;
    const slack = SLACK_DAYS * DAY + SLACK_SHARE * (to - from);
    const off = time < from ? 2 * (from - time) : time - to;
    best = Math.max(best, 2 ** (-off / slack));
  }
  return best < 0.05 ? 0 : best;
}

/** Whether two sets of times touch: the question's against those a text names. */
export function overlap(a: readonly TimeRange[], b: readonly TimeRange[]): boolean {
  return a.some((x) => b.some((y) => x.from < y.to && y.from < x.to));
}
