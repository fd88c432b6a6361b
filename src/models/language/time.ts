import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";

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
