/** Milliseconds of uninterrupted work that other tasks of the process do not notice. */
const STRETCH = 4;

/** When the present stretch of work began; `null` = the event loop has turned since the last one. */
let began: number | null = null;

/**
 * Lets the event loop turn when reading has kept it from turning for too long. On SQLite a warm recall waits for nothing,
 * so a loop of `await recall()` would never let a timer or a request run. A recall now and then costs no wait.
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
  return now - began < STRETCH ? undefined : new Promise((resolve) => setImmediate(resolve));
}
