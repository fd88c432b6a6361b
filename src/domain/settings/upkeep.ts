import { z } from "zod";
import { limit, setting, wholeNumber } from "./fields.ts";

/** The worker that asks a model which memories are one (R252–R257; the numbers are those of the seed and of C24). */
const Consolidate = z
  .strictObject({
    enable: setting(
      z.boolean(),
      false,
      "Whether a language model is asked every day which memories state one fact, and those are merged.",
    ),
    pairsPerDay: setting(wholeNumber(1), 50, "Pairs of one scope that a model is asked about in a UTC day."),
    pairsPerPrompt: setting(z.int().min(1).max(20), 8, "Pairs in one prompt."),
    tokensPerDay: setting(
      limit,
      200_000,
      "Tokens, in and out, that this job of one tenant may use in a UTC day; `null` = no limit of its own.",
    ),
    freshHours: setting(wholeNumber(1), 72, "Memories changed within so many hours are looked at."),
    recentDays: setting(wholeNumber(1), 90, "Memories confirmed within so many days are compared."),
    recheckDays: setting(wholeNumber(1), 14, "A pair that was compared is left alone for so many days."),
  })
  .prefault({})
  .describe("How a language model is asked which memories state one fact.");

/** Insights: what a conversation may say about the person and the relationship (R247–R251). */
const Insight = z
  .strictObject({
    enable: setting(
      z.boolean(),
      false,
      "Whether a language model is asked, at most once a day for each user, what a conversation says about them and the relationship.",
    ),
  })
  .prefault({})
  .describe("What a conversation may say about the person and the relationship.");

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
