import { z } from "zod";
import { setting, wholeNumber } from "./fields.ts";

/** The change log behind the delta header. */
export const Changes = z
  .strictObject({
    // C24: the last 20 turns, with at most 10 changes a turn.
    keep: setting(wholeNumber(1), 200, "Changes a scope keeps for the delta header; older ones are dropped."),
  })
  .prefault({})
  .describe("The change log behind the delta header.");
