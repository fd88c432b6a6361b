import type { Job, JobCounts } from "../../domain/job.ts";
import { formatScope } from "../../domain/scope.ts";
import { dueIn } from "../format.ts";
import type { Colors } from "../output.ts";
import { oneLine } from "../width.ts";

/** Six characters would often match two jobs, because many can wait. */
const SHORT_ID = 8;

export function shortJobId(id: string): string {
  return id.slice(0, SHORT_ID);
}

export function scopeText({ scope }: Pick<Job, "scope">): string {
  return scope === null ? "-" : oneLine(formatScope(scope));
}

export function triesText({ attempts, maxAttempts }: Job): string {
  return `${attempts} of ${maxAttempts}`;
}

export function nextText({ status, runAt }: Job, now: Date): string {
  return status === "queued" ? dueIn(runAt, now) : "-";
}

export function styledJobStatus(colors: Colors, text: string, { status, lastError }: Job): string {
  if (status === "dead") return colors.red(text);
  if (status === "running") return colors.green(text);
  return lastError === null ? text : colors.yellow(text);
}

/** For `--json`: the library's fields, the scope as every other command writes it. */
export function jobDocument(job: Job): Record<string, unknown> {
  return { ...job, scope: job.scope === null ? null : formatScope(job.scope) };
}

/** Which job, in a few words. */
export function jobLine({ cyan }: Colors, job: Job): string {
  const where = job.scope === null ? "" : ` of ${scopeText(job)}`;
  return `${cyan(shortJobId(job.id))}  ${oneLine(job.kind)}${where}`;
}

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
