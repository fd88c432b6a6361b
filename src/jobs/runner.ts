import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Job, JobAttempt } from "../domain/job.ts";
import type { Settings } from "../domain/settings.ts";
import type { Store } from "../store/port.ts";
import { hasReadyJob } from "../store/tables/jobs.ts";
import { createJobTelemetry, type Ending, type Handlers, RunningJob } from "./run-job.ts";

export interface RunnerOptions {
  readonly store: Store;
  /** The handlers of this process, by kind of job. Other kinds stay queued for others. */
  readonly handlers: Handlers;
  readonly settings: Settings["jobs"];
  /** Looked after every `tickMs`: schedules, idle sessions. Default: none. */
  readonly tickers?: readonly (() => Promise<unknown>)[];
  /** Stops the runner, as `stop()` does. */
  readonly signal?: AbortSignal;
  /** Called when an attempt of a job has ended. Default: nobody. */
  readonly onJob?: ((attempt: JobAttempt) => void) | undefined;
  /** Told of every failure; `job` is absent when the queue itself could not be reached. Default: nobody. */
  readonly onError?: ((error: unknown, job?: Job) => void) | undefined;
  /** The chance in the backoff. Default: `Math.random`. */
  readonly random?: () => number;
}

/** The longest pause after errors of the queue itself. */
const LONGEST_PAUSE_MS = 30_000;

/** Runs jobs in this process, for all tenants, without keeping the process alive. */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #kinds: readonly string[];
  readonly #name = `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
  readonly #wakeSignal = createWakeSignal();
  readonly #traced = createJobTelemetry();
  readonly #running = new Map<RunningJob, Promise<void>>();
  #claims = 0;
  #lastTenant = "";
  /** The last claim took as many as it might: there may be more. */
  #hasMore = false;
  #filling: Promise<number> | undefined;
  #loop: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  #nextTick = 0;
  #pulse: NodeJS.Timeout | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#kinds = Object.keys(options.handlers);
    const end = (): void => void this.stop().catch((error: unknown) => this.#report(error));
    if (options.signal?.aborted === true) end();
    else options.signal?.addEventListener("abort", end, { once: true });
  }

  /** How many jobs run here now. */
  get running(): number {
    return this.#running.size;
  }

  /** Begins to take jobs. Safe to call twice. */
  start(): void {
    this.#loop ??= this.#work();
  }

  /** There may be something in the queue: looks at once instead of at the next poll. */
  wake(): void {
    this.#wakeSignal.wake();
  }

  /** Works until nothing is ready and nothing runs here; whether it was started or not. */
  async drain(): Promise<void> {
    for (;;) {
      if ((await this.#fill()) > 0) continue;
      if (this.#running.size === 0) return;
      await Promise.race(this.#running.values());
    }
  }

  /** Takes no more jobs; lets the running ones finish for `graceMs`, then hands them back. Safe to call twice. */
  stop(): Promise<void> {
    this.#stopping ??= Promise.resolve().then(() => this.#shutDown());
    return this.#stopping;
  }

  async #work(): Promise<void> {
    const { concurrency, pollMs } = this.#options.settings;
    let failures = 0;
    while (this.#stopping === undefined) {
      try {
        await this.#tick();
        const leased = await this.#fill();
        failures = 0;
        // There may be more where these came from.
        if (leased > 0 && this.#running.size < concurrency) continue;
      } catch (error) {
        failures += 1;
        this.#report(error);
      }
      await this.#wakeSignal.wait(Math.min(LONGEST_PAUSE_MS, pollMs * 2 ** Math.min(failures, 20)));
    }
  }

  async #tick(): Promise<void> {
    if (performance.now() < this.#nextTick) return;
    this.#nextTick = performance.now() + this.#options.settings.tickMs;
    const report = (error: unknown): void => this.#report(error);
    for (const ticker of this.#options.tickers ?? []) await ticker().catch(report);
  }

  /** Takes as many jobs as there is room for. One at a time, or two callers would share the same room. */
  #fill(): Promise<number> {
    this.#filling ??= this.#takeJobs().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  async #takeJobs(): Promise<number> {
    const { store, handlers, settings, random = Math.random } = this.#options;
    const limit = settings.concurrency - this.#running.size;
    if (limit <= 0 || this.#stopping !== undefined) return 0;
    if (!this.#hasMore && !(await hasReadyJob(store.read, this.#kinds))) return 0;
    this.#claims += 1;
    const rows = await store.write("claimJobs", {
      kinds: [...this.#kinds],
      limit,
      owner: `${this.#name}-${this.#claims}`,
      leaseMs: settings.leaseMs,
      after: this.#lastTenant,
    });
    this.#hasMore = rows.length === limit;
    const report = (error: unknown, job: Job): void => this.#report(error, job);
    for (const row of rows) {
      this.#lastTenant = row.tenant;
      this.#begin(new RunningJob(row, handlers[row.kind]!, { store, settings, random, report }));
    }
    return rows.length;
  }

  #begin(runningJob: RunningJob): void {
    const { settings, onJob } = this.#options;
    const beat = (): void => void this.#beat().catch((error: unknown) => this.#report(error));
    this.#pulse ??= setInterval(beat, settings.leaseMs / 3).unref();
    const began = performance.now();
    const run = (): Promise<Ending> => runningJob.run();
    const ended = this.#traced(runningJob.job, run).then(({ outcome, error = null, retryInMs = null }) => {
      this.#running.delete(runningJob);
      this.wake();
      const { id, tenant, scope, kind, attempts: attempt } = runningJob.job;
      const ms = Math.round(performance.now() - began);
      tell(() => onJob?.({ id, tenant, scope, kind, attempt, outcome, ms, error, retryInMs }));
    });
    this.#running.set(runningJob, ended);
  }

  /** Signs of life for all that runs here, well before the leases run out. */
  async #beat(): Promise<void> {
    const { store, settings } = this.#options;
    const jobs = [...this.#running.keys()];
    if (jobs.length === 0) return;
    const leases = jobs.map((one) => one.lease);
    const lost = new Set(await store.write("heartbeatJobs", { leases, leaseMs: settings.leaseMs }));
    for (const job of jobs) if (lost.has(job.lease.id)) job.stop("lost");
  }

  async #shutDown(): Promise<void> {
    this.wake();
    await this.#loop;
    await this.#filling?.catch(() => undefined);
    const ended = Promise.all(this.#running.values());
    const grace = setTimeout(() => {
      for (const job of this.#running.keys()) job.stop("stopped");
    }, this.#options.settings.graceMs);
    await ended;
    clearTimeout(grace);
    clearInterval(this.#pulse);
  }

  #report(error: unknown, job?: Job): void {
    tell(() => this.#options.onError?.(error, job));
  }
}

/** A listener that fails must not stop the queue. */
function tell(listener: () => void): void {
  try {
    listener();
  } catch {
    // It is the host's.
  }
}

/** Lets a loop sleep until it is woken or a time has passed. */
interface WakeSignal {
  /** Ends the current wait; without one, the next wait ends at once. */
  wake(): void;
  /** Does not keep the process alive. */
  wait(ms: number): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let isWoken = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      if (end === undefined) isWoken = true;
      else end();
    },
    wait(ms) {
      if (isWoken) {
        isWoken = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          end = undefined;
          resolve();
        };
        const timer = setTimeout(done, ms);
        timer.unref();
        end = done;
      });
    },
  };
}
