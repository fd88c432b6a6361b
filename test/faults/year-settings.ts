import type { MemoirOptions } from "../../src/index.ts";
import { provingNamed } from "../support/prove.ts";

/** Every clock at once: TTLs, strength bands and going cold; leases short enough that a dead process is soon replaced. */
export const YEAR: MemoirOptions = {
  preset: "default",
  embedder: "none",
  settings: {
    writePolicy: { maxWritesPerSession: 1_000_000, maxWritesPerHour: 1_000_000 },
    retentionDays: { preference: 90, task_state: 7, episode: 30 },
    strength: { archiveBelow: 0.2, removeBelow: 0.05 },
    cold: { afterDays: 60, belowImportance: 0.5 },
    retention: { operationDays: 60, runDays: null },
    // An erasure of the full size holds the writer of a busy machine for longer than half a second.
    jobs: { leaseMs: provingNamed ? 5_000 : 500, tickMs: 10, pollMs: 10, backoffMs: 10, graceMs: 500 },
  },
};
