import { z } from "zod";
import { Consolidate } from "./consolidate.ts";
import { setting, wholeNumber } from "./fields.ts";
import { Insight } from "./insight.ts";

/** When upkeep runs, and how much one run may do. */
export const Upkeep = z
  .strictObject({
    pattern: setting(z.string().min(1), "0 4 * * *", "When the daily jobs run, as a cron pattern."),
    zone: setting(z.string().min(1), "UTC", "The time zone of `pattern`."),
    off: setting(
      z.array(z.string().min(1)),
      [],
      "Jobs that do not run by themselves, such as `sweep`; `upkeep run` still runs them.",
    ),
    maxRows: setting(
      wholeNumber(1),
      10_000,
      "Rows that one run changes at most; what is left is done by a run right after it.",
    ),
    maxSeconds: setting(
      wholeNumber(1),
      60,
      "Seconds that one run may take; what is left is done by a run right after it.",
    ),
    compact: setting(
      z.boolean(),
      false,
      "Whether memories that say the same in the same words or their synonyms are merged every day.",
    ),
    consolidate: Consolidate,
    insight: Insight,
  })
  .prefault({})
  .describe("When upkeep runs, and how much one run may do.");
