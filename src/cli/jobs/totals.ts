import type { JobCounts } from "../../domain/job.ts";

export type JobTotals = Omit<JobCounts, "kind">;

/** Over all kinds; the oldest is the oldest of all. */
export function totalsOf(kinds: readonly JobCounts[]): JobTotals {
  const sum = (of: (counts: JobCounts) => number): number => kinds.reduce((total, one) => total + of(one), 0);
  return {
    ready: sum((one) => one.ready),
    waiting: sum((one) => one.waiting),
    running: sum((one) => one.running),
    failing: sum((one) => one.failing),
    dead: sum((one) => one.dead),
    oldestMs: Math.max(0, ...kinds.map((one) => one.oldestMs)),
  };
}
