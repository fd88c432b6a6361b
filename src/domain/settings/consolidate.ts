import { z } from "zod";
import { limit, setting, wholeNumber } from "./fields.ts";

/** The worker that asks a model which memories are one (R252–R257; the numbers are those of the seed and of C24). */
export const Consolidate = z
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
