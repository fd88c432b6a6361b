import { setImmediate as turn } from "node:timers/promises";
import type { ModelTime } from "./retry.ts";

/** Time that passes only when a test says so; for Memoir's own tests. */
export interface ManualTime extends ModelTime {
  /** How long each wait was that came to its end, in order. */
  readonly slept: readonly number[];
  advance(ms: number): void;
  /** Waits for the promise; whenever nothing else happens, time jumps to the end of the next wait. */
  drive<T>(promise: Promise<T>): Promise<T>;
}

interface Sleeper {
  readonly ms: number;
  readonly due: number;
  wake(): void;
}

export function manualTime(start: number = Date.parse("2026-03-01T12:00:00Z")): ManualTime {
  let elapsed = 0;
  const sleepers = new Set<Sleeper>();
  const slept: number[] = [];
  const next = (): Sleeper | undefined => [...sleepers].sort((a, b) => a.due - b.due)[0];
  const advance = (ms: number): void => {
    const until = elapsed + ms;
    for (let one = next(); one !== undefined && one.due <= until; one = next()) {
      elapsed = one.due;
      one.wake();
    }
    elapsed = until;
  };
  return {
    slept,
    now: () => start + elapsed,
    elapsed: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper: Sleeper = {
          ms,
          due: elapsed + ms,
          wake() {
            sleepers.delete(sleeper);
            slept.push(ms);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    advance,
    async drive(promise) {
      let settled = false;
      const done = (): void => {
        settled = true;
      };
      promise.then(done, done);
      for (;;) {
        for (let i = 0; i < 5; i += 1) await turn();
        if (settled) return promise;
        const one = next();
        if (one !== undefined) advance(one.due - elapsed);
      }
    },
  };
}
