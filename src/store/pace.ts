import type { Steps } from "../domain/steps.ts";

/** Milliseconds of work in one stretch that nothing else in this process notices. */
const STRETCH_MS = 8;

/**
 * For a loop over texts that others wrote: awaited after each piece, it lets the event loop turn once the loop has kept
 * it for a stretch. A message may have a million characters, and a scope a million messages.
 */
export function createPace(stretchMs: number = STRETCH_MS): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < stretchMs) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now();
        resolve();
      });
    });
  };
}

/** Takes all steps, and lets the event loop turn between them as the pace says. */
export async function paced<T>(steps: Steps<T>, pace: () => Promise<void> | undefined): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
    await pace();
  }
}
