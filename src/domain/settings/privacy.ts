import { z } from "zod";
import { denyPattern } from "../redact/deny.ts";
import { setting } from "./fields.ts";

const pattern = z
  .string()
  .min(1)
  .superRefine((source, context) => {
    const problem = whyNot(source);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

function whyNot(source: string): string | undefined {
  try {
    return denyPattern(source).test("")
      ? "it matches the empty text, so it would match everywhere. Make it match at least one character."
      : undefined;
  } catch (error) {
    return `not a regular expression. ${(error as Error).message}.`;
  }
}

/** What is never stored (R328). Keys, tokens, passwords, card numbers and `<private>` parts never are. */
export const Privacy = z
  .strictObject({
    denyPatterns: setting(
      z.array(pattern),
      [],
      "Regular expressions, beside the built-in ones, of what is masked before anything is stored; upper and lower case are one.",
    ),
  })
  .prefault({})
  .describe("What is never stored.");
