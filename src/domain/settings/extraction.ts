import { z } from "zod";
import { limit, setting } from "./fields.ts";

/** How a language model reads conversations. */
export const Extraction = z
  .strictObject({
    // R192
    oneCall: setting(
      z.boolean(),
      false,
      "All that waits is read in one call: a model is not asked again about what it left open, cut off or put badly.",
    ),
    // R135, R148
    known: setting(
      z.enum(["touched", "strongest"]),
      "touched",
      "The memories a model is shown, 50 at most: those that the messages `touched`, or the `strongest`.",
    ),
    // R134, R137
    importance: setting(
      z.enum(["number", "word"]),
      "number",
      "How a model tells what matters: a `number` from 0 to 1, or a `word`: high (0.8), medium (0.6), low (0.4).",
    ),
    summariseAbove: setting(
      limit,
      null,
      "Tokens of a conversation above which a model first picks the sentences that matter; `null` = long messages are shortened.",
    ),
  })
  .prefault({})
  .describe("How a language model reads conversations.");
