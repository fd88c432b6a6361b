import { z } from "zod";
import { setting } from "./fields.ts";

/** Insights: what a conversation may say about the person and the relationship (R247–R251). */
export const Insight = z
  .strictObject({
    enable: setting(
      z.boolean(),
      false,
      "Whether a language model is asked, at most once a day for each user, what a conversation says about them and the relationship.",
    ),
  })
  .prefault({})
  .describe("What a conversation may say about the person and the relationship.");
