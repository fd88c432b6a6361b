import type { MemoirOptions } from "../../src/index.ts";

/** The scripted model, by its address in MEMOIR_MODEL_BASE_URL. */
export const MODEL = "openai-compatible/scripted";

/** No limits in the way, no patience with the model, and few tries before a job is set aside. */
export const EXTRACTION = {
  writePolicy: { maxWritesPerSession: 1e9, maxWritesPerHour: 1e9, maxItemsPerScope: 1e6 },
  models: { retries: 0, timeoutMs: 250, breaker: { failures: 1e6 } },
  jobs: { backoffMs: 0, maxAttempts: 2 },
} satisfies MemoirOptions["settings"];

/** Every process's clock: what is written must not differ by when it was. */
export const now = (): Date => new Date("2026-03-01T12:00:00Z");
