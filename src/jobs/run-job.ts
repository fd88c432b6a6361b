import { MemoirError } from "../domain/errors.ts";
import { backoffMs, type Job, type JobOutcome } from "../domain/job.ts";
import type { Settings } from "../domain/settings.ts";
import { type JobRow, toJob } from "../store/jobs.ts";
import type { Store } from "../store/port.ts";
import type { WriteResult } from "../store/writes/index.ts";
import type { Lease } from "../store/writes/jobs.ts";
import type { EffectName, Handler, JobTools } from "./handler.ts";
import { reasonOf } from "./reason.ts";

/** How long a handler may take to notice that it is to stop. */
const NOTICE_MS = 1_000;

/** Why a job that runs is to stop. */
export type Stop = "stopped" | "timeout" | "lost";

const STOPS: Readonly<Record<Stop, string>> = {
  stopped: "The process is stopping.",
  timeout: "The job took longer than jobs.timeoutMs.",
  lost: "The job is no longer this process's.",
};

/** A job that runs in this process. */
export interface RunningJob {
  readonly job: Job;
  readonly lease: Lease;
  stop(why: Stop): void;
  run(): Promise<Ending>;
}

/** How an attempt ended, and why and for how long where it failed. */
export interface Ending {
  readonly outcome: JobOutcome;
  readonly error?: string;
  readonly retryInMs?: number;
}

export interface RunContext {
  readonly store: Store;
  readonly settings: Settings["jobs"];
  readonly random: () => number;
  readonly report: (error: unknown, job: Job) => void;
}

export function runningJob(row: JobRow, handler: Handler, context: RunContext): RunningJob {
  const { store, settings, report } = context;
  const job = toJob(row);
  const lease: Lease = { tenant: row.tenant, id: row.id, owner: row.lease_owner ?? "" };
  const controller = new AbortController();
  let why: Stop | undefined;
  let finished = false;

  const stop = (reason: Stop): void => {
    if (finished) return;
    why ??= reason;
    controller.abort(new MemoirError("aborted", STOPS[why]));
  };

  const finish = async (effect: { write: string; args: unknown } | null): Promise<unknown> => {
    if (finished) throw new MemoirError("conflict", `Job ${job.id} is finished already; a job ends once.`);
    const result = await store.write("completeJob", { ...lease, effect });
    finished = true;
    return result;
  };

  const tools: JobTools = {
    signal: controller.signal,
    complete: async <N extends EffectName>(write: N, args: unknown) =>
      (await finish({ write, args })) as WriteResult<N>,
    heartbeat: async () => {
      const lost = await store.write("heartbeatJobs", { leases: [lease], leaseMs: settings.leaseMs });
      if (lost.length > 0) stop("lost");
      controller.signal.throwIfAborted();
    },
  };

  /** What becomes of a job whose handler threw `error` or did not come back. */
  const settle = async (error: unknown): Promise<Ending> => {
    if (finished) {
      report(error, job);
      return { outcome: "done" };
    }
    if (why === "lost" || codeOf(error) === "lease_lost") return { outcome: "lost" };
    if (why === "stopped") {
      await store.write("releaseJobs", { leases: [lease], delayMs: 0 });
      return { outcome: "released" };
    }
    report(error, job);
    const { backoffMs: baseMs, backoffMaxMs: maxMs, backoffJitter: jitter } = settings;
    const delayMs = backoffMs(job.attempts, { baseMs, maxMs, jitter }, context.random());
    if (codeOf(error) === "read_only" || codeOf(error) === "writes_disabled") {
      // An operator's switch is not the job's failure; it waits until writes are allowed again.
      await store.write("releaseJobs", { leases: [lease], delayMs });
      return { outcome: "released" };
    }
    const reason = why === undefined ? reasonOf(error) : STOPS[why];
    const status = await store.write("failJob", { ...lease, reason, delayMs });
    return status === "dead"
      ? { outcome: "dead", error: reason }
      : { outcome: "failed", error: reason, retryInMs: delayMs };
  };

  const run = async (): Promise<Ending> => {
    const timeout = setTimeout(() => stop("timeout"), settings.timeoutMs);
    timeout.unref();
    const patience = noticeWithin(controller.signal, NOTICE_MS);
    try {
      const work = handler(job, tools).then(async () => {
        if (!finished) await finish(null);
      });
      // After the race nobody listens to a handler that comes back late.
      work.catch(() => undefined);
      await Promise.race([work, patience.exhausted]);
      return { outcome: "done" };
    } catch (error) {
      try {
        return await settle(error);
      } catch (failure) {
        // The lease runs out by itself, and the job is taken up again.
        report(failure, job);
        return { outcome: "lost" };
      }
    } finally {
      clearTimeout(timeout);
      patience.end();
    }
  };

  return { job, lease, stop, run };
}

/** Rejects when the signal has been aborted for so long: whoever still works then is left behind. */
function noticeWithin(signal: AbortSignal, ms: number): { exhausted: Promise<never>; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const begin = (): void => {
    timer = setTimeout(() => reject(signal.reason), ms);
  };
  signal.addEventListener("abort", begin, { once: true });
  return {
    exhausted: promise,
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", begin);
    },
  };
}

function codeOf(error: unknown): string | undefined {
  return MemoirError.is(error) ? error.code : undefined;
}
