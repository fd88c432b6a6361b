import { z } from "zod";
import { setting, share } from "./fields.ts";

/** From where on two claims may be one (C11): bands of calibrated similarity. Words and numbers always have a veto. */
export const Match = z
  .strictObject({
    auto: setting(
      share,
      0.85,
      "From here up a claim that says more takes the place of the known one without a language model being asked.",
    ),
    checkLow: setting(share, 0.6, "From here up a language model is asked, where there is one."),
    fallbackLow: setting(share, 0.3, "Below this two claims are never one."),
    // R19
    strict: setting(z.boolean(), true, "Whether similarity must be above `auto`, not at it."),
  })
  .prefault({})
  .describe("From where on two claims may be one.");
