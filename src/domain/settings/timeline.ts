import { z } from "zod";
import { isZone } from "../day.ts";
import { limit, section, setting, wholeNumber } from "./fields.ts";

const zone = z.string().min(1).refine(isZone, "it must be a time zone such as Asia/Shanghai.");

/** How conversations are compressed, and what is kept of them. When they are is in `triggers`. */
export const Timeline = section("How conversations are compressed, and what is kept of them.", {
  enable: setting(
    z.boolean(),
    true,
    "Whether a compressed conversation is kept as a timeline entry; off, it is compressed all the same and nothing is stored.",
  ),
  keepTurns: setting(
    wholeNumber(1),
    1,
    "The user's last turns of a conversation that stay as they are when it is compressed.",
  ),
  // R223, R234
  maxFailures: setting(
    wholeNumber(1),
    3,
    "Summaries in a row that may fail before the messages themselves are kept, in entries marked `[RAW]`.",
  ),
  // R233
  retentionDays: setting(
    limit,
    90,
    "Days after its last message when a timeline entry is erased; `null` = never.",
  ),
  maxSummaryChars: setting(wholeNumber(100), 2_000, "Characters a summary may have; the rest is cut off."),
  // R317
  maxRawChars: setting(
    wholeNumber(500),
    8_000,
    "Characters of one `[RAW]` entry; longer dumps become several entries.",
  ),
  recallRaw: setting(z.boolean(), false, "Whether recall finds `[RAW]` entries."),
  contextTokens: setting(
    wholeNumber(50),
    1_000,
    "Tokens of the `[Context Summary]` that stands for what was compressed; the newest entries come first.",
  ),
  zone: setting(zone, "UTC", "The time zone of the time at the beginning of an entry."),
  // R329
  timeoutMs: setting(
    wholeNumber(1),
    30_000,
    "Milliseconds a summary may take; `models.timeoutMs` still holds.",
  ),
  maxOutputTokens: setting(wholeNumber(16), 800, "Tokens a summary may have."),
  dailyTokenBudget: setting(
    limit,
    null,
    "Tokens, in and out, that summaries of one tenant's conversations may use in a UTC day; `null` = no limit of their own.",
  ),
});
