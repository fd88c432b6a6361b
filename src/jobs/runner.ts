import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Job, JobAttempt } from "../domain/job.ts";
import type { Settings } from "../domain/settings.ts";
import type { Store } from "../store/port.ts";
import { hasReadyJob } from "../store/tables/jobs.ts";
import { hasTrait } from "../store/writes/index.ts";
import { createJobTelemetry, type Handlers, type RunningJob, runningJob } from "./run-job.ts";

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

/** Runs jobs in this process, for all tenants, without keeping the process alive. */
export interface Runner {
  /** How many jobs run here now. */
  readonly running: number;
  /** Begins to take jobs. Safe to call twice. */
  start(): void;
  /** There may be something in the queue: looks at once instead of at the next poll. */
  wake(): void;
  /** Works until nothing is ready and nothing runs here; whether it was started or not. */
  drain(): Promise<void>;
  /** Takes no more jobs; lets the running ones finish for `graceMs`, then hands them back. Safe to call twice. */
  stop(): Promise<void>;
}

/** The longest pause after errors of the queue itself. */
const LONGEST_PAUSE_MS = 30_000;

export function createRunner(options: RunnerOptions): Runner {
  const { store, handlers, settings, tickers = [] } = options;
  const kinds = Object.keys(handlers);
  const name = `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
  const tell = (listener: () => void): void => {
    try {
      listener();
    } catch {
      // A listener that fails must not stop the queue.
    }
  };
  const onError = (error: unknown, job?: Job): void => tell(() => options.onError?.(error, job));
  const signal = createWakeSignal();
  const traced = createJobTelemetry();
  const running = new Map<RunningJob, Promise<void>>();
  const context = { store, settings, random: options.random ?? Math.random, report: onError };
  let claims = 0;
  let lastTenant = "";
  let more = false;
  let filling: Promise<number> | undefined;
  let loop: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  let nextTick = 0;
  let pulse: NodeJS.Timeout | undefined;

  /** Takes as many jobs as there is room for. One at a time, or two callers would share the same room. */
  const fill = (): Promise<number> => {
    filling ??= takeJobs().finally(() => {
      filling = undefined;
    });
    return filling;
  };

  const takeJobs = async (): Promise<number> => {
    const limit = settings.concurrency - running.size;
    if (limit <= 0 || stopped !== undefined) return 0;
    if (!more && !(await hasReadyJob(store.read, kinds))) return 0;
    const rows = await store.write("claimJobs", {
      kinds,
      limit,
      owner: `${name}-${++claims}`,
      leaseMs: settings.leaseMs,
      after: lastTenant,
    });
    more = rows.length === limit;
    for (const row of rows) {
      lastTenant = row.tenant;
      begin(runningJob(row, handlers[row.kind]!, context));
    }
    return rows.length;
  };

  const begin = (one: RunningJob): void => {
    pulse ??= setInterval(() => void beat().catch(onError), settings.leaseMs / 3).unref();
    const began = performance.now();
    const ended = traced(one.job, one.run).then(({ outcome, error = null, retryInMs = null }) => {
      running.delete(one);
      signal.wake();
      const { id, tenant, scope, kind, attempts: attempt } = one.job;
      const ms = Math.round(performance.now() - began);
      tell(() => options.onJob?.({ id, tenant, scope, kind, attempt, outcome, ms, error, retryInMs }));
    });
    running.set(one, ended);
  };

  /** Signs of life for all that runs here, well before the leases run out. */
  const beat = async (): Promise<void> => {
    const heldLeases = [...running.keys()];
    if (heldLeases.length === 0) return;
    const lost = new Set(
      await store.write("heartbeatJobs", {
        leases: heldLeases.map((one) => one.lease),
        leaseMs: settings.leaseMs,
      }),
    );
    for (const one of heldLeases) if (lost.has(one.lease.id)) one.stop("lost");
  };

  const tick = async (): Promise<void> => {
    if (performance.now() < nextTick) return;
    nextTick = performance.now() + settings.tickMs;
    for (const ticker of tickers) await ticker().catch(onError);
  };

  const work = async (): Promise<void> => {
    let failures = 0;
    while (stopped === undefined) {
      try {
        await tick();
        const taken = await fill();
        failures = 0;
        // There may be more where these came from.
        if (taken > 0 && running.size < settings.concurrency) continue;
      } catch (error) {
        failures += 1;
        onError(error);
      }
      await signal.wait(Math.min(LONGEST_PAUSE_MS, settings.pollMs * 2 ** Math.min(failures, 20)));
    }
  };

  const shutDown = async (): Promise<void> => {
    signal.wake();
    await loop;
    await filling?.catch(() => undefined);
    const ended = Promise.all(running.values());
    const grace = setTimeout(() => {
      for (const one of running.keys()) one.stop("stopped");
    }, settings.graceMs);
    await ended;
    clearTimeout(grace);
    clearInterval(pulse);
  };

  const runner: Runner = {
    get running() {
      return running.size;
    },
    start() {
      loop ??= work();
    },
    wake: () => signal.wake(),
    async drain() {
      for (;;) {
        if ((await fill()) > 0) continue;
        if (running.size === 0) return;
        await Promise.race(running.values());
      }
    },
    stop() {
      stopped ??= Promise.resolve().then(shutDown);
      return stopped;
    },
  };
  const end = (): void => void runner.stop().catch(onError);
  if (options.signal?.aborted === true) end();
  else options.signal?.addEventListener("abort", end, { once: true });
  return runner;
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

/** The store with a listener: `wake` is called when a write through it may have queued something. */
export function wakeOnEnqueue(store: Store, wake: () => void): Store {
  return {
    ...store,
    write: (name, args, options) => {
      const written = store.write(name, args, options);
      if (hasTrait(name, "enqueues")) written.then(wake, () => undefined);
      return written;
    },
  };
}
