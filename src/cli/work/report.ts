import type { JobAttempt, JobOutcome } from "../../domain/job.ts";
import { formatScope } from "../../domain/scope.ts";
import type { Output } from "../output.ts";
import { type Counts, tryLines } from "./try-lines.ts";

/** Says how each attempt ended, and counts. */
export interface WorkReport {
  readonly counts: Counts;
  onJob(attempt: JobAttempt): void;
}

export function createReport(out: Output, tenant: string): WorkReport {
  const counts: Record<JobOutcome, number> = { done: 0, failed: 0, dead: 0, released: 0, lost: 0 };
  return {
    counts,
    onJob({ scope, retryInMs, ...attempt }) {
      counts[attempt.outcome] += 1;
      const at = new Date();
      const report = {
        ...attempt,
        at,
        scope: scope === null ? null : formatScope(scope),
        nextRun: retryInMs === null ? null : new Date(at.getTime() + retryInMs),
      };
      if (out.json) out.record({ event: "job", ...report });
      else out.lines(tryLines(out.screen, report, tenant));
    },
  };
}
