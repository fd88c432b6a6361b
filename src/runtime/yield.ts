import type { Steps } from "../domain/redact/redact.ts";

/** Milliseconds of uninterrupted work that other tasks of the process do not notice. */
const STRETCH_MS = 2;

/** When work began in this turn of the event loop; `null`: nothing has asked in it yet. */
let began: number | null = null;

/** Waits until the event loop has turned. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * For loops that would keep the event loop from turning: over texts that others wrote, or over recalls that wait for
 * nothing. Awaited after each piece, it lets the event loop turn once all such loops together have kept it for a
 * stretch. A piece of work now and then costs no wait.
 */
export function giveWay(): Promise<void> | undefined {
  const now = performance.now();
  if (began === null) {
    began = now;
    setImmediate(() => {
      began = null;
    });
    return undefined;
  }
  return now - began < STRETCH_MS ? undefined : nextTurn();
}

/** Takes all steps, and gives way between them. */
export async function runInSteps<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
    await giveWay();
  }
}
