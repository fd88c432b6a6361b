import { randomUUID } from "node:crypto";
import type { RememberOptions } from "../api/write.ts";
import { checkFlag, checkList, checkUnit } from "../domain/arguments.ts";
import { categoryOfType, kindOfCategory, typeOfCategory } from "../domain/category.ts";
import { MemoirError, show } from "../domain/errors.ts";
import { holdsHiddenText, visibleOnly } from "../domain/hidden.ts";
import { ownWordsOf } from "../domain/injected/own-words.ts";
import { factKey } from "../domain/key.ts";
import { sourceRank } from "../domain/match/source-rank.ts";
import { MEMORY_TYPES, type MemoryType } from "../domain/memory.ts";
import { redact } from "../domain/redact/redact.ts";
import { sameName } from "../domain/same-name.ts";
import { type Settings, ttlDaysOf } from "../domain/settings.ts";
import { checkId, checkOptionalId, checkText, checkTime, LIMITS } from "../domain/text.ts";
import type { NewMemory } from "../store/writes/claim.ts";
import type { WriteContext } from "../store/writes/context.ts";
import type { PersistArgs } from "../store/writes/persist.ts";
import { type Admitted, gate } from "./gate.ts";
import { contentJson } from "./record.ts";

/** Which columns an option sets. Importance and confidence are weighed against what is known, not set. */
const COLUMNS_OF: readonly [keyof RememberOptions, (keyof NewMemory)[]][] = [
  ["category", ["category", "kind", "type"]],
  ["type", ["type"]],
  ["tags", ["tags"]],
  ["pinned", ["pinned"]],
  ["expiresAt", ["expires_at"]],
  ["subject", ["subject"]],
];

/** Who speaks, and in which thread: what the handle knows. */
export interface Speaker {
  user: string | null;
  agent: string | null;
  thread: string | null;
}

/**
 * A claim with its own command event as evidence (C27): everything `persist` needs but the context. `settings` are the
 * tenant's, `policy` is their version.
 */
export function rememberable(
  text: string,
  options: RememberOptions,
  speaker: Speaker,
  settings: Settings,
  policy: number,
  now: number,
): Omit<PersistArgs, keyof WriteContext | "vectors"> {
  const words = memorable(text, settings.privacy.denyPatterns);
  if (ownWordsOf(settings.privacy).repeats(words)) {
    throw new MemoirError(
      "invalid_argument",
      "text repeats a sentence of the bot's own prompt (privacy.prompts), which is never remembered. Leave that out.",
    );
  }
  const named = options.type === undefined ? undefined : checkType(options.type);
  const category =
    options.category !== undefined
      ? checkId(options.category, "category")
      : named === undefined
        ? "profile"
        : categoryOfType(named);
  const type = named ?? typeOfCategory(category, { text: words });
  const actor = checkOptionalId(options.author, "author") ?? speaker.user;
  const session = checkOptionalId(options.session, "session");
  const platform = checkOptionalId(options.platform, "platform");
  const importance = checkUnit(options.importance ?? 0.5, "importance");
  const admitted = holdsHiddenText(text) ? HIDDEN : gate(settings.writePolicy, type);
  const memory: NewMemory = {
    id: randomUUID(),
    key: options.key === undefined ? factKey(words) : factKey(checkId(options.key, "key")),
    kind: kindOfCategory(category, { text: words }),
    type,
    category,
    text: words,
    tags: checkTags(options.tags ?? []),
    confidence: checkUnit(options.confidence ?? 1, "confidence"),
    importance,
    // A memory is born as alive as it is important (R137).
    strength: importance,
    strength_at: now,
    status: admitted.status,
    pinned: checkFlag(options.pinned ?? false, "pinned") ? 1 : 0,
    superseded_by: null,
    subject: subjectOf(options.subject, speaker),
    actor,
    role: "user",
    user_id: speaker.user,
    agent: speaker.agent,
    run: checkOptionalId(options.run, "run"),
    thread: speaker.thread,
    session,
    platform,
    created_at: now,
    updated_at: now,
    confirmed_at: now,
    last_activated: now,
    activation_count: 0,
    last_accessed: null,
    access_count: 0,
    ttl_days: ttlDaysOf(type, settings.retentionDays, options.expiresAt !== undefined),
    expires_at: options.expiresAt === undefined ? null : checkTime(options.expiresAt, "expiresAt"),
    purge_at: null,
    slot: null,
    affirmed: 1,
    rank: sourceRank("user", "user_explicit"),
    trust: 1,
  };
  return {
    memory,
    given: COLUMNS_OF.flatMap(([option, columns]) => (options[option] === undefined ? [] : columns)),
    ownKey: options.key !== undefined,
    admitted: admitted.reason,
    policy,
    event: {
      id: options.eventId === undefined ? randomUUID() : checkId(options.eventId, "eventId"),
      type: "command",
      role: "user",
      actor,
      text: words,
      content: commandContent(options.metadata, settings.privacy.denyPatterns),
      platform,
      session,
      thread: speaker.thread,
      turn: null,
      at: now,
      recordedAt: now,
    },
    evidence: {
      method: "user_explicit",
      trust: 1,
      span_start: 0,
      span_end: words.length,
      model: null,
      prompt_hash: null,
      meta: "{}",
      created_at: now,
    },
    validFrom: options.validFrom === undefined ? now : checkTime(options.validFrom, "validFrom"),
  };
}

/** What somebody sees is kept without it, and a person looks first. */
const HIDDEN: Admitted = { status: "pending", reason: "it holds hidden text, and waits for approval" };

/** In the scope of one person their name, however it is written, is that person. */
function subjectOf(given: unknown, { user }: Speaker): string | null {
  const subject = checkOptionalId(given, "subject") ?? user;
  return user !== null && subject !== null && sameName(subject, user) ? user : subject;
}

function commandContent(metadata: unknown, denyPatterns: readonly string[]): string {
  const command = { command: "remember" };
  const content = metadata === undefined ? command : { ...command, metadata };
  return contentJson(content, "metadata", denyPatterns).json ?? JSON.stringify(command);
}

/** A memory's text without what nobody sees and what must not be stored (R328). Where nothing else is left there is nothing to remember. */
export function memorable(text: unknown, denyPatterns: readonly string[]): string {
  const seen = visibleOnly(checkText(text, "text", LIMITS.memoryText));
  const { text: words, count } = redact(checkText(seen, "text", LIMITS.memoryText), denyPatterns);
  if (count === 0 || /[\p{L}\p{N}]/u.test(words.replaceAll(/\[(?:secret|private)\]/g, "")))
    return words.trim();
  throw new MemoirError(
    "invalid_argument",
    "text holds nothing but secrets or private words, which are never stored. Say what is to be remembered without them.",
  );
}

export function checkType(value: unknown): MemoryType {
  if ((MEMORY_TYPES as readonly unknown[]).includes(value)) return value as MemoryType;
  throw new MemoirError("invalid_argument", `type is ${show(value)}; allowed: ${MEMORY_TYPES.join(", ")}.`, {
    details: { allowed: MEMORY_TYPES },
  });
}

export function checkTags(value: unknown): string {
  return JSON.stringify(Array.from(checkList(value, "tags"), (tag, i) => checkId(tag, `tags[${i}]`)));
}
