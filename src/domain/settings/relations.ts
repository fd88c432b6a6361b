import { z } from "zod";
import { setting, share, weight, wholeNumber } from "./fields.ts";

/** Edges between memories that are about the same thing (R243–R246; the numbers are C24's). */
export const Relations = z
  .strictObject({
    enable: setting(
      z.boolean(),
      false,
      "Whether memories about the same thing are linked, and links are used in recall.",
    ),
    neighbours: setting(wholeNumber(1), 5, "Links that one memory is given when it is written."),
    minStrength: setting(share, 0.6, "The least similarity of two linked memories."),
    weight: setting(weight, 0.05, "How much its strongest link adds to a memory's score."),
    lines: setting(
      wholeNumber(0),
      2,
      "Related memories that a prompt shows beside those that answer; `0` = none.",
    ),
  })
  .prefault({})
  .describe("Links between memories that are about the same thing.");
