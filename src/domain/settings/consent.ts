import { z } from "zod";
import { setting, wholeNumber } from "./fields.ts";

/** What needs a person's consent (R277, C21). */
export const Consent = z
  .strictObject({
    mode: setting(
      z.enum(["off", "fields", "facts"]),
      "off",
      "What waits for consent: `off` nothing, `fields` the sensitive fields of the profile, `facts` also memories about them.",
    ),
    expireDays: setting(wholeNumber(1), 7, "Days a proposal waits for an answer before it expires."),
  })
  .prefault({})
  .describe("What needs a person's consent.");
