import { metrics, SpanStatusCode, trace } from "@opentelemetry/api";
import { MemoirError } from "../domain/errors.ts";
import { backoffMs, type Job, type JobOutcome } from "../domain/job.ts";
import type { Settings } from "../domain/settings.ts";
import type { Store } from "../store/port.ts";
import { type JobRow, toJob } from "../store/tables/jobs.ts";
import type { WriteArgs, WriteName, WriteResult } from "../store/writes/index.ts";
import type { Lease } from "../store/writes/jobs.ts";
import type { Schedule } from "./schedule.ts";

/**
 * The writes that can be a job's effect. Not those that keep the queue itself; and not a purge, after which the
 * database must also clean its log files: make that a separate write.
 */
type EffectName = Exclude<
  WriteName,
  | "purge"
  | "eraseStep"
  | "expireEvents"
  | "dropEntries"
  | "editEvent"
  | "expireDays"
  | "claimJobs"
  | "heartbeatJobs"
  | "completeJob"
  | "failJob"
  | "releaseJobs"
>;

/** The context that a handler gets with its job. */
interface JobTools {
  /** Aborts when the process stops, when the try takes too long, and when the job is no longer this process's. */
  readonly signal: AbortSignal;
  /**
   * Ends the job together with its effect, in one transaction: both happen or neither, and exactly once, however
   * often the job was tried. Fails with `lease_lost` when another process has taken the job over. When the write
   * itself fails, nothing has happened and the handler may try another one. A handler that returns without this has
   * a job without a write.
   */
  complete<N extends EffectName>(write: N, args: WriteArgs<N>): Promise<WriteResult<N>>;
  /** A sign of life at once, for work that keeps this thread busy. They are sent by themselves otherwise. */
  heartbeat(): Promise<void>;
}

/** Does one kind of job. When it throws, the job is tried again later. */
export type Handler = (job: Job, tools: JobTools) => Promise<void>;
export type Handlers = Readonly<Record<string, Handler>>;

/** One kind of job: what it does, and how it is asked for. The engine lists the modules; a new job is a new one. */
export interface JobModule {
  readonly kind: string;
  readonly run: Handler;
  /** Slots at which it is asked for, once for all processes together. Default: none. */
  readonly schedules?: readonly Omit<Schedule, "job">[];
  /** Looks for work that nobody asked for, and asks for it. Default: others ask. */
  readonly look?: PeriodicCheck;
}

export interface PeriodicCheck {
  readonly everyMs: number;
  /** Cheap where there is nothing to do. `thorough`: also what is looked for only now and then. */
  run(thorough: boolean): Promise<unknown>;
}

/** How long a handler may take to notice that it is to stop. */
const NOTICE_MS = 1_000;

/** Why a job that runs is to stop. */
export type Stop = "stopped" | "timeout" | "lost";

const STOPS: Readonly<Record<Stop, string>> = {
  stopped: "The process is stopping.",
  timeout: "The job took longer than jobs.timeoutMs.",
  lost: "The job is no longer this process's.",
};

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

/** A job that runs in this process. */
export class RunningJob {
  readonly job: Job;
  readonly lease: Lease;
  readonly #handler: Handler;
  readonly #context: RunContext;
  readonly #controller = new AbortController();
  #stopReason: Stop | undefined;
  #isFinished = false;

  constructor(row: JobRow, handler: Handler, context: RunContext) {
    this.job = toJob(row);
    this.lease = { tenant: row.tenant, id: row.id, owner: row.lease_owner ?? "" };
    this.#handler = handler;
    this.#context = context;
  }

  stop(reason: Stop): void {
    if (this.#isFinished) return;
    this.#stopReason ??= reason;
    this.#controller.abort(new MemoirError("aborted", STOPS[this.#stopReason]));
  }

  async run(): Promise<Ending> {
    const timeout = setTimeout(() => this.stop("timeout"), this.#context.settings.timeoutMs);
    timeout.unref();
    const patience = noticeWithin(this.#controller.signal, NOTICE_MS);
    try {
      const work = this.#handler(this.job, this.#tools()).then(async () => {
        if (!this.#isFinished) await this.#finish(null);
      });
      // After the race nobody listens to a handler that comes back late.
      work.catch(() => undefined);
      await Promise.race([work, patience.exhausted]);
      return { outcome: "done" };
    } catch (error) {
      try {
        return await this.#settle(error);
      } catch (failure) {
        // The lease runs out by itself, and the job is taken up again.
        this.#context.report(failure, this.job);
        return { outcome: "lost" };
      }
    } finally {
      clearTimeout(timeout);
      patience.end();
    }
  }

  #tools(): JobTools {
    const { store, settings } = this.#context;
    const { signal } = this.#controller;
    return {
      signal,
      complete: async <N extends EffectName>(write: N, args: unknown) =>
        (await this.#finish({ write, args })) as WriteResult<N>,
      heartbeat: async () => {
        const leases = [this.lease];
        const lost = await store.write("heartbeatJobs", { leases, leaseMs: settings.leaseMs });
        if (lost.length > 0) this.stop("lost");
        signal.throwIfAborted();
      },
    };
  }

  async #finish(effect: { write: string; args: unknown } | null): Promise<unknown> {
    if (this.#isFinished)
      throw new MemoirError("conflict", `Job ${this.job.id} is finished already; a job ends once.`);
    const result = await this.#context.store.write("completeJob", { ...this.lease, effect });
    this.#isFinished = true;
    return result;
  }

  /** The next state of a job whose handler threw `error` or never returned. */
  async #settle(error: unknown): Promise<Ending> {
    const { store, report } = this.#context;
    const stopReason = this.#stopReason;
    if (this.#isFinished) {
      report(error, this.job);
      return { outcome: "done" };
    }
    if (stopReason === "lost" || codeOf(error) === "lease_lost") return { outcome: "lost" };
    if (stopReason === "stopped") {
      await store.write("releaseJobs", { leases: [this.lease], delayMs: 0 });
      return { outcome: "released" };
    }
    report(error, this.job);
    const delayMs = this.#retryDelay();
    if (codeOf(error) === "read_only" || codeOf(error) === "writes_disabled") {
      // An operator's switch is not the job's failure; it waits until writes are allowed again.
      await store.write("releaseJobs", { leases: [this.lease], delayMs });
      return { outcome: "released" };
    }
    const reason = stopReason === undefined ? reasonOf(error) : STOPS[stopReason];
    const status = await store.write("failJob", { ...this.lease, reason, delayMs });
    return status === "dead"
      ? { outcome: "dead", error: reason }
      : { outcome: "failed", error: reason, retryInMs: delayMs };
  }

  #retryDelay(): number {
    const { settings, random } = this.#context;
    const { backoffMs: baseMs, backoffMaxMs: maxMs, backoffJitter: jitter } = settings;
    return backoffMs(this.job.attempts, { baseMs, maxMs, jitter }, random());
  }
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

const LONGEST = 300;
const QUOTED = /"(?:\\.|[^"\\])*"?/gs;

/**
 * Why a try failed, as it is stored with the job. The queue never holds memory text, and errors may quote what they
 * could not handle; so of our own errors quotations are left out, and of foreign ones all but the kind and the place.
 */
export function reasonOf(error: unknown): string {
  if (MemoirError.is(error))
    return `${error.code}: ${error.message.replaceAll(QUOTED, '"…"')}`.slice(0, LONGEST);
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const code = (error as { code?: unknown }).code;
  const frame = frameIn(error.stack ?? "");
  return [
    error.name,
    ...(typeof code === "string" && /^\w{1,40}$/.test(code) ? [`(${code})`] : []),
    ...(frame === undefined ? [] : [`at ${frame}`]),
  ]
    .join(" ")
    .slice(0, LONGEST);
}

/** The file, line and column of the first frame, without its folders. */
function frameIn(stack: string): string | undefined {
  const line = stack.split("\n").find((one) => /^ +at /.test(one) && /:\d+:\d+\)?$/.test(one));
  return line
    ?.replace(/\)$/, "")
    .split(/[/\\(]/)
    .at(-1);
}

/** One span and one count per try, through whatever the host has registered; nothing by default. */
export function createJobTelemetry(): (job: Job, run: () => Promise<Ending>) => Promise<Ending> {
  const tracer = trace.getTracer("memoir");
  const tries = metrics.getMeter("memoir").createCounter("memoir.jobs.tries", {
    description: "Tries of jobs by kind and outcome.",
  });
  return (job, run) => {
    const attributes = { "memoir.job.kind": job.kind };
    return tracer.startActiveSpan(
      `memoir.job ${job.kind}`,
      {
        attributes: {
          ...attributes,
          "memoir.tenant": job.tenant,
          "memoir.job.id": job.id,
          "memoir.job.attempt": job.attempts,
        },
      },
      async (span) => {
        try {
          const ending = await run();
          const { outcome } = ending;
          span.setAttribute("memoir.job.outcome", outcome);
          if (outcome === "failed" || outcome === "dead") span.setStatus({ code: SpanStatusCode.ERROR });
          tries.add(1, { ...attributes, "memoir.job.outcome": outcome });
          return ending;
        } finally {
          span.end();
        }
      },
    );
  };
}
