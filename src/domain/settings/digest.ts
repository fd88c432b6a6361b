import { z } from "zod";
import { isZone } from "../day.ts";
import { limit, section, setting, wholeNumber } from "./fields.ts";
import type { ModelRole } from "./models.ts";

/** The jobs that models do for digests and commands. Each has limits of its own (C30, R329). */
const DIGEST_ROLES = ["summary", "merge", "facts", "alias"] as const satisfies readonly ModelRole[];
export type DigestRole = (typeof DIGEST_ROLES)[number];

const limits = (job: string, timeoutMs: number, maxOutputTokens: number) =>
  section(`Limits of ${job}.`, {
    timeoutMs: setting(
      wholeNumber(1),
      timeoutMs,
      `Milliseconds ${job} may take; \`models.timeoutMs\` still holds.`,
    ),
    maxOutputTokens: setting(
      wholeNumber(16),
      maxOutputTokens,
      `Tokens ${job} may have; \`models.maxOutputTokens\` still holds.`,
    ),
    dailyTokenBudget: setting(
      limit,
      null,
      "Tokens, in and out, that these calls of one tenant may use in a UTC day; `null` = no limit of their own.",
    ),
  });

/** What a digest says of a person's days, for how long, and how much of it is cached (R76, R77, R105–R111, C30). */
export const Digest = section("Day summaries and the context made of them.", {
  zone: setting(
    z.string().refine(isZone, "is no time zone, as in Europe/Berlin"),
    "UTC",
    "The time zone in which a day begins and ends, as in `Europe/Berlin`.",
  ),
  merge: setting(
    z.enum(["three_way", "multi_day"]),
    "three_way",
    "What a context is merged from: facts, today and one summary of the six days before; or facts and each day's own summary.",
  ),
  deadlineMs: setting(
    wholeNumber(0),
    1_000,
    "Milliseconds a context may take; then the last good one or what is known without a model is answered, and the work goes on.",
  ),
  todayMinutes: setting(wholeNumber(1), 60, "Minutes for which a summary of the current day is kept."),
  retryMinutes: setting(
    wholeNumber(0),
    10,
    "Minutes before a model that failed at a summary or a merge is asked for it again.",
  ),
  retentionDays: setting(
    limit,
    30,
    "Days after which the stored summaries of a day are deleted. `null` = never.",
  ),
  maxPromptChars: setting(
    wholeNumber(1_000),
    400_000,
    "Characters of messages in the one call that summarises a day; of a longer day the most telling messages.",
  ),
  // R111, C20
  chars: section("How long each part may be.", {
    facts: setting(wholeNumber(40), 400, "Characters of the facts about a person."),
    day: setting(wholeNumber(40), 300, "Characters of a person's summary of one day."),
    history: setting(wholeNumber(40), 500, "Characters of the summary of the six days before."),
    context: setting(wholeNumber(40), 800, "Characters of the whole context."),
  }),
  limits: section("What each call of a model may take.", {
    summary: limits("the summaries of a day", 30_000, 4_096),
    merge: limits("a history or a merged context", 20_000, 600),
    facts: limits("facts merged, taken from a chat or chosen to be forgotten", 20_000, 600),
    alias: limits("finding out who is meant", 5_000, 60),
  } satisfies Record<DigestRole, z.ZodType>),
  cache: section("How much is kept in memory; the least used goes first.", {
    today: setting(wholeNumber(1), 200, "Scopes whose current day is kept in memory."),
    days: setting(wholeNumber(1), 1_000, "Past days, of all scopes together, that are kept in memory."),
    people: setting(wholeNumber(1), 1_000, "People whose history and context are kept in memory."),
  }),
});
