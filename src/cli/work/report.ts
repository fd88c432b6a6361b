import type { Job } from "../../domain/job.ts";
import { formatScope } from "../../domain/scope.ts";
import type { MemoirEngine } from "../../index.ts";
import type { Outcome } from "../../jobs/telemetry.ts";
import type { Output } from "../output.ts";
import { type Counts, type TryReport, tryLines } from "./try-lines.ts";
import type { JobTry, JobWatcher } from "./watch-jobs.ts";

/** Says how each try ended, and counts. */
export interface WorkReport {
  readonly watch: JobWatcher;
  readonly counts: Counts;
  /** Resolves when all that has ended is told. */
  told(): Promise<void>;
}

/** `engine` is not there yet when the watching must begin. */
export function createReport(out: Output, tenant: string, engine: () => MemoirEngine): WorkReport {
  const counts: Record<Outcome, number> = { done: 0, failed: 0, dead: 0, released: 0, lost: 0 };
  let telling: Promise<void> = Promise.resolve();

  // Only an extra: the job may be done and gone before it is looked at.
  const look = (job: JobTry): Promise<Job | null> =>
    engine()
      .operator(job.tenant)
      .jobs.show(job.id)
      .catch(() => null);

  const tell = (report: TryReport): void => {
    if (out.json) out.record({ event: "job", ...report });
    else out.lines(tryLines(out.screen, report, tenant));
  };

  return {
    counts,
    watch: (job) => {
      const began = performance.now();
      const before = look(job);
      return (outcome) => {
        counts[outcome] += 1;
        const at = new Date();
        const ms = Math.round(performance.now() - began);
        const after = outcome === "failed" || outcome === "dead" ? look(job) : null;
        telling = telling.then(async () => {
          const scope = (await before)?.scope ?? null;
          const failed = await after;
          tell({
            ...job,
            at,
            outcome,
            ms,
            scope: scope === null ? null : formatScope(scope),
            error: failed?.lastError ?? null,
            nextRun: failed?.status === "queued" ? failed.runAt : null,
          });
        });
      };
    },
    told: () => telling,
  };
}
