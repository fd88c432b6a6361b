import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { MemoirError } from "../../domain/errors.ts";
import type { ModelSettings } from "../../domain/settings/models.ts";
import { type ModelFailure, understand } from "./failure.ts";

/** Longer than this nobody waits inside a call; the error says when to come back. */
const MAX_WAIT_MS = 20_000;
const FIRST_WAIT_MS = 500;
const MAX_BACKOFF_MS = 8_000;

export interface RetryOptions {
  /** Names the model in errors. */
  readonly model: string;
  readonly time: ModelTime;
  /** For all tries and waits together. */
  readonly timeoutMs: number;
  /** Tries after the first one. */
  readonly retries: number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Told of each try that failed. */
  readonly onFailure?: (failure: ModelFailure) => void;
}

/**
 * Tries `work` until it succeeds, fails for good, has been tried often enough, or time is up. Whatever happens
 * it settles within `timeoutMs`, and an error is always a `MemoirError`.
 */
export async function withRetries<T>(
  options: RetryOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { model, time, timeoutMs, retries, random } = options;
  const started = time.elapsed();
  let last: ModelFailure | undefined;
  let trying = false;
  const timedOut = (): MemoirError => {
    // While waiting for the next try, what went wrong is the last try and not the time.
    if (!trying && last !== undefined) return last.error;
    const message = `${model} did not answer within ${timeoutMs} ms.`;
    const error = new MemoirError("model_timeout", message, { details: { model, timeoutMs } });
    options.onFailure?.({ error, passing: false, charged: true });
    return error;
  };
  return withDeadline(options, timedOut, async (ending) => {
    for (let attempt = 0; ; attempt += 1) {
      trying = true;
      try {
        return await work(ending);
      } catch (thrown) {
        // Time is up or the caller left: the deadline has spoken, and nobody hears this.
        if (ending.aborted) throw thrown;
        trying = false;
        last = understand(thrown, model, time.now());
        options.onFailure?.(last);
        const wait = waitBefore(attempt, last, random);
        const remainingMs = timeoutMs - (time.elapsed() - started);
        if (!last.passing || attempt >= retries || wait > MAX_WAIT_MS || wait >= remainingMs)
          throw last.error;
        await time.sleep(wait, ending);
      }
    }
  });
}

/** Doubles with each try. Half of it is chance, so that many callers do not come back at once. */
function waitBefore(attempt: number, failure: ModelFailure, random: () => number): number {
  const backoff = Math.min(MAX_BACKOFF_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random() / 2);
  return failure.retryAfterMs === undefined ? backoff : failure.retryAfterMs + random() * FIRST_WAIT_MS;
}

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

/**
 * Runs `work` against the clock. The promise settles when time is up even if the work ignores its signal: no
 * caller waits longer than its timeout. The signal that it gets aborts when time is up or the caller gives up.
 */
async function withDeadline<T>(
  { time, timeoutMs, signal }: RetryOptions,
  timedOut: () => MemoirError,
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

export type BreakerState = "closed" | "open" | "half-open";

/**
 * Leaves a provider alone while it is down. Closed, calls pass. After `failures` failed ones in a row it opens
 * and refuses at once. After `coolDownMs` it is half open: one call passes, and decides.
 */
export interface Breaker {
  readonly state: BreakerState;
  /**
   * Throws `model_unavailable` while open. Call what it returns when the call has ended; `undefined`: how it ended says
   * nothing about the provider.
   */
  enter(): (wentWell: boolean | undefined) => void;
}

export function createBreaker(
  model: string,
  settings: ModelSettings["breaker"],
  elapsed: () => number,
): Breaker {
  let failures = 0;
  let openedAt: number | undefined;
  let probing = false;

  const leftMs = (): number =>
    openedAt === undefined ? 0 : Math.max(0, openedAt + settings.coolDownMs - elapsed());

  const refuse = (): MemoirError => {
    const retryAfterMs = leftMs();
    const when =
      retryAfterMs > 0 ? `Next try in ${Math.ceil(retryAfterMs / 1000)} s.` : "One call is trying it now.";
    return new MemoirError(
      "model_unavailable",
      `${model} failed ${failures} times in a row and is left alone for now. ${when}`,
      { details: { model, failures, retryAfterMs } },
    );
  };

  return {
    get state() {
      if (openedAt === undefined) return "closed";
      return leftMs() > 0 ? "open" : "half-open";
    },
    enter() {
      if (openedAt !== undefined && (probing || leftMs() > 0)) throw refuse();
      const probe = openedAt !== undefined;
      if (probe) probing = true;
      return (wentWell) => {
        if (probe) probing = false;
        if (wentWell === true) {
          failures = 0;
          openedAt = undefined;
        } else if (wentWell === false) {
          failures += 1;
          // A call from before it opened does not prolong the wait.
          if (probe || (openedAt === undefined && failures >= settings.failures)) openedAt = elapsed();
        }
      };
    },
  };
}
