import type { Job, JobCounts } from "../domain/job.ts";
import { formatScope } from "../domain/scope.ts";
import { duration } from "./format.ts";
import type { Colors } from "./output.ts";
import { oneLine } from "./width.ts";

/** Six characters would often match two jobs, because many can wait. */
const SHORT_ID = 8;

export function shortJobId(id: string): string {
  return id.slice(0, SHORT_ID);
}

export function jobScopeText({ scope }: Pick<Job, "scope">): string {
  return scope === null ? "-" : oneLine(formatScope(scope));
}

export function triesText({ attempts, maxAttempts }: Job): string {
  return `${attempts} of ${maxAttempts}`;
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

export function jobLine({ cyan }: Colors, job: Job): string {
  const where = job.scope === null ? "" : ` of ${jobScopeText(job)}`;
  return `${cyan(shortJobId(job.id))}  ${oneLine(job.kind)}${where}`;
}

export type JobTotals = Omit<JobCounts, "kind">;

/** Over all kinds; the oldest is the oldest of all. */
export function totalsOf(kinds: readonly JobCounts[]): JobTotals {
  const total = { ready: 0, waiting: 0, running: 0, failing: 0, dead: 0, oldestMs: 0 };
  for (const kind of kinds) {
    for (const name of ["ready", "waiting", "running", "failing", "dead"] as const) total[name] += kind[name];
    total.oldestMs = Math.max(total.oldestMs, kind.oldestMs);
  }
  return total;
}

/** `3 ready (the oldest for 2 min), 1 waiting, 1 dead`, or `empty`. */
export function queueText({ ready, waiting, running, dead, oldestMs }: JobTotals): string {
  const parts = [
    ready > 0 && `${ready} ready (the oldest for ${duration(oldestMs)})`,
    waiting > 0 && `${waiting} waiting for a later time`,
    running > 0 && `${running} running`,
    dead > 0 && `${dead} dead`,
  ];
  return parts.filter(Boolean).join(", ") || "empty";
}
