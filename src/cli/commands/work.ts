import { once as onceOf } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { MemoirError } from "../../domain/errors.ts";
import type { JobAttempt, JobOutcome } from "../../domain/job.ts";
import { DEFAULT_TENANT, formatScope } from "../../domain/scope.ts";
import { type MemoirEngine, openMemoir } from "../../index.ts";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { fileOfProblem, notFound } from "../failure.ts";
import { countText, dueIn, duration } from "../format.ts";
import { stopSignal } from "../io.ts";
import { type JobTotals, queueText, shortJobId, totalsOf } from "../job-view.ts";
import { configOf, databaseFile, engineOptions, isThere } from "../open.ts";
import { beside, type Lines, type Output, type Screen } from "../output.ts";
import { oneLine } from "../width.ts";

export function workCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "work",
    "Run the background jobs of a database, for all its tenants, until Ctrl-C.",
    ["work", "work --once --json"],
  )
    .option("--once", "only what is ready now, then end")
    .run(work);
}

async function work(context: Context, { once = false }: { readonly once?: boolean }): Promise<void> {
  const { io, out } = context;
  const config = configOf(context);
  refuseIdle(config, io.cwd);
  const { tenant = DEFAULT_TENANT, embedder } = config;
  const counts: Record<JobOutcome, number> = { done: 0, failed: 0, dead: 0, released: 0, lost: 0 };
  const stop = stopSignal(io);
  const memoir = await openMemoir({
    ...engineOptions(config, io.cwd),
    background: !once,
    onJob(attempt) {
      counts[attempt.outcome] += 1;
      const report = reportOf(attempt, new Date());
      out.tell({ event: "job", ...report }, (screen) => tryLines(screen, report, tenant));
    },
    onError: (error) => {
      const words = error instanceof Error ? error.message : String(error);
      out.notice(fileOfProblem(error) === undefined ? `The queue cannot be reached: ${words}` : words);
    },
  });
  const queue = async (): Promise<JobTotals> => totalsOf(await memoir.operator(tenant).jobs.stats());
  let remainingJobs: JobTotals | null = null;
  try {
    const { location } = await memoir.info();
    const waiting = await queue();
    const start = { event: "start", database: location, tenant, embedder, queue: waiting };
    out.tell(start, ({ colors }) => [
      `${colors.bold("Working")} on ${location}${once ? "" : "; Ctrl-C stops"}`,
      `Queue:     ${queueText(waiting)}`,
      embedder === "none" && "Embedder:  none, so texts get no vectors here",
    ]);
    if (once) {
      await workOnce(memoir, counts, stop);
      remainingJobs = await queue();
    } else await workUntil(memoir, out, stop);
  } finally {
    if (stop.aborted) out.notice("Stopping. Running jobs may finish; Ctrl-C again ends it at once.");
    await memoir.close();
  }
  out.tell({ event: "end", ...counts, queue: remainingJobs }, (screen) =>
    endLines(screen, counts, remainingJobs),
  );
}

/** A worker makes no database: with a mistyped path it would wait for ever at a new one. */
function refuseIdle({ database, settings }: Config, cwd: string): void {
  if (settings.emergencyReadOnly) {
    throw new MemoirError("read_only", "emergencyReadOnly is on, so no job can run. Switch it off first.");
  }
  const file = databaseFile(database, cwd);
  if (file === null || isThere(file)) return;
  throw notFound(
    `There is no database at ${file} yet, so there is nothing to work on. The first add creates it; or pass another with --database.`,
    { database: file },
  );
}

/** One look of the engine finds so many scopes with texts to embed; as many jobs mean that there may be more. */
const ONE_LOOK = 200;

/** Runs what is ready until nothing is. */
async function workOnce(memoir: MemoirEngine, counts: Counts, stop: AbortSignal): Promise<void> {
  for (let before = counts.done; ; before = counts.done) {
    const working = memoir.work();
    // Nobody listens to it any more once it is interrupted.
    working.catch(() => undefined);
    await Promise.race([working, untilAborted(stop)]);
    if (stop.aborted) throw new MemoirError("aborted", "Interrupted.");
    if (counts.done - before < ONE_LOOK) return;
  }
}

const TELL_MS = 1_000;
/** Commands write without an embedder and ask for no vectors; so does a process whose model is not there yet. */
const LOOK_MS = 10_000;

/** Lets the engine run its jobs until `stop`, and says when its embedder changes. */
async function workUntil(memoir: MemoirEngine, out: Output, stop: AbortSignal): Promise<void> {
  const tell = embedderTeller(memoir, out);
  let looking: Promise<void> | undefined;
  let lookedAt = performance.now();
  while (!stop.aborted) {
    tell();
    if (looking === undefined && performance.now() - lookedAt >= LOOK_MS) {
      // Why it failed is in the embedder's state.
      looking = memoir
        .work()
        .catch(() => undefined)
        .finally(() => {
          looking = undefined;
          lookedAt = performance.now();
        });
    }
    // A timer that keeps the process alive, which the engine's own do not.
    await delay(TELL_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Says what the embedder says of itself, when it says something new; numbers that move are nothing new. */
function embedderTeller(memoir: MemoirEngine, out: Output): () => void {
  let before = "";
  return () => {
    const state = memoir.models().embedder;
    if (state === null) return;
    const { status, detail } = state;
    const sense = `${status} ${detail.replaceAll(/\d[\d.]*/g, "#")}`;
    if (sense === before) return;
    before = sense;
    if (out.json) out.record({ event: "embedder", at: new Date(), status, detail });
    else if (status === "failed") out.notice(detail);
    else out.lines(beside(out.screen, "Embedder:", detail));
  };
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await onceOf(signal, "abort");
}

/** How one try of a job ended; one line with `--json`. */
interface TryReport extends Omit<JobAttempt, "scope" | "retryInMs"> {
  readonly at: Date;
  /** `null` for a job of the tenant. */
  readonly scope: string | null;
  /** When it is tried again. */
  readonly nextRun: Date | null;
}

function reportOf({ scope, retryInMs, ...attempt }: JobAttempt, at: Date): TryReport {
  return {
    ...attempt,
    at,
    scope: scope === null ? null : formatScope(scope),
    nextRun: retryInMs === null ? null : new Date(at.getTime() + retryInMs),
  };
}

type Counts = Readonly<Record<JobOutcome, number>>;

/** `03:12:45  ✓ embed of user:me, 320 ms`, and under it why, where it failed. */
function tryLines({ colors, suggest, tick }: Screen, report: TryReport, tenant: string): Lines {
  const { at, outcome, kind, scope, id, error } = report;
  const marks: Readonly<Record<JobOutcome, string>> = {
    done: tick,
    failed: colors.yellow("!"),
    dead: colors.red("✗"),
    released: colors.dim("·"),
    lost: colors.dim("·"),
  };
  const where = scope === null ? "" : ` of ${oneLine(scope)}`;
  const whose = report.tenant === tenant ? "" : ` (tenant ${oneLine(report.tenant)})`;
  const head = `${colors.dim(at.toISOString().slice(11, 19))}  ${marks[outcome]} ${oneLine(kind)}${where}${whose}`;
  const retry = suggest(`jobs retry ${shortJobId(id)}`, { inScope: false });
  return [
    `${head}${colors.dim(`, ${tryOutcomeText(report)}`)}`,
    error !== null && `            ${oneLine(error)}`,
    outcome === "dead" && colors.dim(`            When its cause is mended: ${retry}`),
  ];
}

function tryOutcomeText({ outcome, ms, attempt, at, nextRun }: TryReport): string {
  switch (outcome) {
    case "done":
      return duration(ms);
    case "failed":
      return `failed at try ${attempt}${nextRun === null ? "" : `; again ${dueIn(nextRun, at)}`}`;
    case "dead":
      return `failed for good after ${countText(attempt, "try", "tries")}`;
    case "released":
      return "handed back unfinished";
    case "lost":
      return "cancelled, or taken over by another process";
  }
}

/** `2 jobs done, 1 failed`; what did not happen is left out. */
function countsText({ done, failed, dead, released, lost }: Counts): string {
  return [
    `${countText(done, "job", "jobs")} done`,
    failed > 0 && `${failed} failed and wait for another try`,
    dead > 0 && `${dead} failed for good`,
    released > 0 && `${released} handed back`,
    lost > 0 && `${lost} cancelled or taken over`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** `remainingJobs` is what the queue holds now; `null` where that changes all the time. */
function endLines({ colors, suggest, tick }: Screen, counts: Counts, remainingJobs: JobTotals | null): Lines {
  const dead = suggest("jobs list --status dead", { inScope: false });
  const mark = counts.failed + counts.dead === 0 ? tick : colors.yellow("!");
  return [
    `${mark} ${countsText(counts)}${remainingJobs === null ? "" : `; queue: ${queueText(remainingJobs)}`}`,
    (remainingJobs?.dead ?? counts.dead) > 0 && colors.dim(`  See the dead ones: ${dead}`),
  ];
}
