import { z } from "zod";
import { isZone } from "../day.ts";
import { flag, limit, section, setting, whole } from "./fields.ts";
import type { ModelRole } from "./models.ts";

const zone = z.string().min(1).refine(isZone, "it must be a time zone such as Asia/Shanghai.");

/** How conversations are compressed, and what is kept of them. When they are is in `triggers`. */
export const TimelineSection = section("How conversations are compressed, and what is kept of them.", {
  enable: flag(
    true,
    "Whether a compressed conversation is kept as a timeline entry; off, it is compressed all the same and nothing is stored.",
  ),
  keepTurns: whole(
    1,
    1,
    "The user's last turns of a conversation that stay as they are when it is compressed.",
  ),
  maxFailures: whole(
    1,
    3,
    "Summaries in a row that may fail before the messages themselves are kept, in entries marked `[RAW]`.",
  ),
  retentionDays: limit(90, "Days after its last message when a timeline entry is erased; `null` = never."),
  maxSummaryChars: whole(100, 2_000, "Characters a summary may have; the rest is cut off."),
  maxRawChars: whole(500, 8_000, "Characters of one `[RAW]` entry; longer dumps become several entries."),
  recallRaw: flag(false, "Whether recall finds `[RAW]` entries."),
  contextTokens: whole(
    50,
    1_000,
    "Tokens of the `[Context Summary]` that stands for what was compressed; the newest entries come first.",
  ),
  zone: setting(zone, "UTC", "The time zone of the time at the beginning of an entry."),
  timeoutMs: whole(1, 30_000, "Milliseconds a summary may take; `models.timeoutMs` still holds."),
  maxOutputTokens: whole(16, 800, "Tokens a summary may have."),
  dailyTokenBudget: limit(
    null,
    "Tokens, in and out, that summaries of one tenant's conversations may use in a UTC day; `null` = no separate limit.",
  ),
});

/** The jobs that models do for digests and commands. Each has its own limits. */
export type DigestRole = Extract<ModelRole, "summary" | "merge" | "facts" | "alias">;

const limits = (job: string, timeoutMs: number, maxOutputTokens: number) =>
  section(`Limits of ${job}.`, {
    timeoutMs: whole(1, timeoutMs, `Milliseconds ${job} may take; \`models.timeoutMs\` still holds.`),
    maxOutputTokens: whole(
      16,
      maxOutputTokens,
      `Tokens ${job} may have; \`models.maxOutputTokens\` still holds.`,
    ),
    dailyTokenBudget: limit(
      null,
      "Tokens, in and out, that these calls of one tenant may use in a UTC day; `null` = no separate limit.",
    ),
  });

/** The days a digest covers, how long they are kept, and how much is cached. */
export const DigestSection = section("Day summaries and the context made of them.", {
  zone: setting(
    z.string().refine(isZone, "is no time zone, as in Europe/Berlin"),
    "UTC",
    "The time zone in which a day begins and ends, as in `Europe/Berlin`.",
  ),
  merge: setting(
    z.enum(["three_way", "multi_day"]),
    "three_way",
    "The parts of a context: facts, today and one summary of the six days before; or facts and each day's own summary.",
  ),
  inject: flag(
    false,
    "Whether `POST /api/ltm/context` in a group inserts the digests of whoever asks and of those whom the message mentions.",
  ),
  deadlineMs: whole(
    0,
    1_000,
    "Milliseconds a context may take; then the last good one or what is known without a model is answered, and the work goes on.",
  ),
  todayMinutes: whole(1, 60, "Minutes for which a summary of the current day is kept."),
  retryMinutes: whole(
    0,
    10,
    "Minutes before a model that failed at a summary or a merge is asked for it again.",
  ),
  retentionDays: limit(30, "Days after which the stored summaries of a day are deleted. `null` = never."),
  maxPromptChars: whole(
    1_000,
    400_000,
    "Characters of messages in the one call that summarises a day; of a longer day the most telling messages.",
  ),
  chars: section("How long each part may be.", {
    facts: whole(40, 400, "Characters of the facts about a person."),
    day: whole(40, 300, "Characters of a person's summary of one day."),
    history: whole(40, 500, "Characters of the summary of the six days before."),
    context: whole(40, 800, "Characters of the whole context."),
  }),
  limits: section("Limits of each model call.", {
    summary: limits("the summaries of a day", 30_000, 4_096),
    merge: limits("a history or a merged context", 20_000, 600),
    facts: limits("facts merged, taken from a chat or chosen to be forgotten", 20_000, 600),
    alias: limits("finding out who is meant", 5_000, 60),
  } satisfies Record<DigestRole, z.ZodType>),
  cache: section("How much is kept in memory; the least used goes first.", {
    today: whole(1, 200, "Scopes whose current day is kept in memory."),
    days: whole(1, 1_000, "Past days, of all scopes together, that are kept in memory."),
    people: whole(1, 1_000, "People whose history and context are kept in memory."),
  }),
});
