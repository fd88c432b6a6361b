import type { JobAttempt, JobOutcome } from "../domain/job.ts";
import { formatScope } from "../domain/scope.ts";
import { count, dueIn, duration } from "./format.ts";
import { type JobTotals, shortJobId } from "./jobs/job-view.ts";
import type { Output, Screen } from "./output.ts";
import { oneLine } from "./width.ts";

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
      out.tell({ event: "job", ...report }, (screen) => tryLines(screen, report, tenant));
    },
  };
}

/** How one try of a job ended; one line with `--json`. */
export interface TryReport extends Omit<JobAttempt, "scope" | "retryInMs"> {
  readonly at: Date;
  /** `null` for a job of the tenant. */
  readonly scope: string | null;
  /** When it is tried again. */
  readonly nextRun: Date | null;
}

export type Counts = Readonly<Record<JobOutcome, number>>;

/** `03:12:45  ✓ embed of user:me, 320 ms`, and under it why, where it failed. */
function tryLines({ colors, suggest }: Screen, report: TryReport, tenant: string): string[] {
  const { at, outcome, kind, scope, id, error } = report;
  const marks: Readonly<Record<JobOutcome, string>> = {
    done: colors.green("✓"),
    failed: colors.yellow("!"),
    dead: colors.red("✗"),
    released: colors.dim("·"),
    lost: colors.dim("·"),
  };
  const where = scope === null ? "" : ` of ${oneLine(scope)}`;
  const whose = report.tenant === tenant ? "" : ` (tenant ${oneLine(report.tenant)})`;
  const head = `${colors.dim(timeOf(at))}  ${marks[outcome]} ${oneLine(kind)}${where}${whose}`;
  const lines = [`${head}${colors.dim(`, ${said(report)}`)}`];
  if (error !== null) lines.push(`            ${oneLine(error)}`);
  if (outcome === "dead") {
    const retry = suggest(`jobs retry ${shortJobId(id)}`, { inScope: false });
    lines.push(colors.dim(`            When its cause is mended: ${retry}`));
  }
  return lines;
}

function said({ outcome, ms, attempt, at, nextRun }: TryReport): string {
  switch (outcome) {
    case "done":
      return duration(ms);
    case "failed":
      return `failed at try ${attempt}${nextRun === null ? "" : `; again ${dueIn(nextRun, at)}`}`;
    case "dead":
      return `failed for good after ${count(attempt, "try", "tries")}`;
    case "released":
      return "handed back unfinished";
    case "lost":
      return "cancelled, or taken over by another process";
  }
}

/** `2 jobs done, 1 failed`; what did not happen is left out. */
function countsText({ done, failed, dead, released, lost }: Counts): string {
  const others: readonly (readonly [number, string])[] = [
    [failed, "failed and wait for another try"],
    [dead, "failed for good"],
    [released, "handed back"],
    [lost, "cancelled or taken over"],
  ];
  return [
    `${count(done, "job", "jobs")} done`,
    ...others.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`])),
  ].join(", ");
}

function timeOf(at: Date): string {
  return at.toISOString().slice(11, 19);
}

export function startLines(
  { colors }: Screen,
  {
    location,
    embedder,
    queue,
    once,
  }: { location: string; embedder: string; queue: JobTotals; once: boolean },
): string[] {
  return [
    `${colors.bold("Working")} on ${location}${once ? "" : "; Ctrl-C stops"}`,
    `Queue:     ${queueText(queue)}`,
    ...(embedder === "none" ? ["Embedder:  none, so texts get no vectors here"] : []),
  ];
}

/** `left` is what the queue holds now; `null` where that changes all the time. */
export function endLines({ colors, suggest }: Screen, counts: Counts, left: JobTotals | null): string[] {
  const dead = suggest("jobs list --status dead", { inScope: false });
  const mark = counts.failed + counts.dead === 0 ? colors.green("✓") : colors.yellow("!");
  return [
    `${mark} ${countsText(counts)}${left === null ? "" : `; queue: ${queueText(left)}`}`,
    ...((left?.dead ?? counts.dead) > 0 ? [colors.dim(`  See the dead ones: ${dead}`)] : []),
  ];
}

/** `3 ready (the oldest for 2 min), 1 waiting, 1 dead`, or `empty`. */
export function queueText({ ready, waiting, running, dead, oldestMs }: JobTotals): string {
  const parts = [
    ...(ready === 0 ? [] : [`${ready} ready (the oldest for ${duration(oldestMs)})`]),
    ...(waiting === 0 ? [] : [`${waiting} waiting for a later time`]),
    ...(running === 0 ? [] : [`${running} running`]),
    ...(dead === 0 ? [] : [`${dead} dead`]),
  ];
  return parts.length === 0 ? "empty" : parts.join(", ");
}
