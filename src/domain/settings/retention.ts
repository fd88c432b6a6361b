import { z } from "zod";
import { limit, setting, wholeNumber } from "./fields.ts";

/** How long the records beside memories are kept. Words of events: `events.retentionDays`; changes: `changes.keep`. */
export const Retention = z
  .strictObject({
    operationDays: setting(limit, 90, "Days an operational event is kept, for counts; `null` = for ever."),
    answerHours: setting(
      wholeNumber(1),
      24,
      "Hours the answer to a request with an `Idempotency-Key` is kept for one that is sent again.",
    ),
    usageDays: setting(
      limit,
      400,
      "Days the daily figures are kept: tokens and calls of models, what upkeep did; `null` = for ever.",
    ),
    runDays: setting(limit, 90, "Days the record of an upkeep run is kept; `null` = for ever."),
  })
  .prefault({})
  .describe("How long the records beside memories are kept.");
