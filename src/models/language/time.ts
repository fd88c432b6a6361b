import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { MemoirError } from "../../domain/errors.ts";

/** All that a model call knows of time, so that tests can stand in for it. */
export interface ModelTime {
  /** Epoch milliseconds: which day it is. */
  now(): number;
  /** Milliseconds since any fixed moment; never goes back. */
  elapsed(): number;
  /** Waits; rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Real time. The engine's clock decides which day it is. Default: the system's. */
export function systemTime(now: () => number = Date.now): ModelTime {
  return {
    now,
    elapsed: () => performance.now(),
    sleep: (ms, signal) => delay(ms, undefined, { signal }),
  };
}

/** The signal that `work` gets: it aborts when the time is up or the caller gives up. */
export interface DeadlineOptions {
  readonly time: ModelTime;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Makes the error for time that ran out. */
  readonly timedOut: () => MemoirError;
}

/**
 * Runs `work` against the clock (R329). The promise settles when time is up even if the work ignores its signal:
 * nobody waits longer than they were told.
 */
export async function withDeadline<T>(
  { time, timeoutMs, signal, timedOut }: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted === true) throw abortedError();
  const ending = new AbortController();
  const done = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const settled = (): void => {
      signal?.removeEventListener("abort", onAbort);
      done.abort();
    };
    const end = (error: MemoirError): void => {
      reject(error);
      ending.abort(error);
      settled();
    };
    const onAbort = (): void => end(abortedError());
    signal?.addEventListener("abort", onAbort, { once: true });
    time.sleep(timeoutMs, done.signal).then(
      () => end(timedOut()),
      () => undefined,
    );
    work(ending.signal).then(resolve, reject).finally(settled);
  });
}

function abortedError(): MemoirError {
  return new MemoirError("aborted", "The call was aborted; the model's answer was not waited for.");
}
