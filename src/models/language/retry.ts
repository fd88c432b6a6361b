import { MemoirError } from "../../domain/errors.ts";
import { type ModelFailure, understand } from "./failure.ts";
import type { ModelTime } from "./time.ts";
import { withDeadline } from "./time.ts";

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
  const { model, time, timeoutMs, retries, random, signal } = options;
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
  return withDeadline({ time, timeoutMs, signal, timedOut }, async (ending) => {
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
        const left = timeoutMs - (time.elapsed() - started);
        if (!last.passing || attempt >= retries || wait > MAX_WAIT_MS || wait >= left) throw last.error;
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
