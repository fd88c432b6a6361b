import { z } from "zod";
import { setting, share, wholeNumber } from "./fields.ts";

/** How queued work is run. */
export const Jobs = z
  .strictObject({
    concurrency: setting(wholeNumber(1), 2, "Jobs one process runs at the same time."),
    pollMs: setting(
      wholeNumber(10),
      250,
      "How often other processes' jobs are looked for; this process's own start at once.",
    ),
    tickMs: setting(wholeNumber(10), 1_000, "How often schedules and idle sessions are looked for."),
    leaseMs: setting(
      wholeNumber(500),
      30_000,
      "How long a job stays with a process that shows no sign of life before another takes it over.",
    ),
    // R300: five tries, 30 s doubling, at most 30 min.
    maxAttempts: setting(wholeNumber(1), 5, "Tries before a job is set aside as dead."),
    backoffMs: setting(
      wholeNumber(0),
      30_000,
      "The wait after the first failure; each further one doubles it.",
    ),
    backoffMaxMs: setting(wholeNumber(0), 1_800_000, "The longest wait between two tries."),
    backoffJitter: setting(share, 0.25, "The share of a wait that chance may take off."),
    timeoutMs: setting(wholeNumber(1), 600_000, "How long one try may take before it counts as failed."),
    graceMs: setting(
      wholeNumber(0),
      5_000,
      "How long running jobs may go on when the process stops, before they are handed back.",
    ),
  })
  .prefault({})
  .describe("How queued work is run.");
