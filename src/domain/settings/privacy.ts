import { z } from "zod";
import { denyPattern } from "../redact/deny.ts";
import { section, setting } from "./fields.ts";

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

/** Files in which agents keep their instructions; a user who names one talks about the bot (R328). */
const SYSTEM_FILES = [
  ...["AGENTS.md", "CLAUDE.md", "GEMINI.md", "SOUL.md", "IDENTITY.md", "USER.md", "TOOLS.md"],
  ...["BOOTSTRAP.md", "HEARTBEAT.md", "MEMORY.md", "SKILL.md", "SYSTEM.md"],
];

/** What is never stored (R328). Keys, tokens, passwords, card numbers and `<private>` parts never are. */
export const Privacy = section("What is never stored.", {
  denyPatterns: setting(
    z.array(pattern),
    [],
    "Regular expressions, beside the built-in ones, of what is masked before anything is stored; upper and lower case are one.",
  ),
  files: setting(
    z.array(z.string().min(1)),
    [...SYSTEM_FILES],
    "Names of the files that the bot itself runs on: a sentence that names one is no source of a memory.",
  ),
  prompts: setting(
    z.array(z.string().min(1)),
    [],
    "The bot's own prompts, as text: what repeats a sentence of them is no source of a memory, and is not remembered.",
  ),
});
