import { MemoirError } from "../../domain/errors.ts";
import type { ModelTime } from "./time.ts";

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
