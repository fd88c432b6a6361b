import type { RememberOptions } from "../../api/write.ts";
import { checkFlag, checkList, checkUnit } from "../../domain/arguments.ts";
import type { Candidate } from "../../domain/candidate.ts";
import { categoryOfType, kindOfCategory, typeOfCategory } from "../../domain/category.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { sameName } from "../../domain/identity.ts";
import { factKey } from "../../domain/key.ts";
import { MEMORY_TYPES, type MemoryType } from "../../domain/memory.ts";
import { heldSecret, NOT_KEPT, redactInSteps } from "../../domain/redact/redact.ts";
import type { Settings } from "../../domain/settings.ts";
import {
  checkId,
  checkOptionalId,
  checkText,
  checkTime,
  holdsHiddenText,
  LIMITS,
  visibleText,
} from "../../domain/text.ts";
import { botQuoteFinder } from "../../language/own-words.ts";
import { runInSteps } from "../../runtime/yield.ts";
import type { NewEvent } from "../../store/tables/events.ts";
import type { NewMemory } from "../../store/writes/claim.ts";
import { contentJson } from "../observe/observe.ts";
import { type ClaimProposal, ownEvent, PLAIN_CLAIM, type RememberOverrides } from "../tools/proposal.ts";

/** Which columns an option sets. Importance and confidence are weighed against what is known, not set. */
const COLUMNS_OF: readonly [keyof RememberOptions, (keyof NewMemory)[]][] = [
  ["category", ["category", "kind", "type"]],
  ["type", ["type"]],
  ["tags", ["tags"]],
  ["pinned", ["pinned"]],
  ["expiresAt", ["expires_at"]],
  ["subject", ["subject"]],
];

/** The speaker and the thread, as the handle knows them. */
export interface ActingSpeaker {
  readonly user: string | null;
  readonly agent: string | null;
  readonly thread: string | null;
  /** The command in chat that the claim is part of. Default: none. */
  readonly turn?: string;
}

/** An explicit proposal, with the event that is its source. */
export interface Commanded {
  readonly proposal: ClaimProposal & { readonly overrides: RememberOverrides };
  readonly event: NewEvent;
}

/** A `remember()` as the user's own command. */
export async function explicitProposal(
  text: string,
  options: RememberOptions,
  { at, inChat, ...speaker }: ActingSpeaker & { readonly at: number; readonly inChat: boolean },
  { privacy, categories }: Pick<Settings, "privacy" | "categories">,
): Promise<Commanded> {
  const words = await memorable(text, privacy.denyPatterns);
  if (botQuoteFinder(privacy).repeats(words)) {
    throw invalidArgument(
      "text repeats a sentence of the bot's own prompt (privacy.prompts), which is never remembered. Leave that out.",
    );
  }
  const requestedType = options.type === undefined ? undefined : checkType(options.type);
  const usual = categoryOfType(requestedType ?? "profile");
  const category =
    options.category !== undefined
      ? checkId(options.category, "category")
      : (categories.names[usual] ?? usual);
  const event = ownEvent(at, {
    ...(options.eventId === undefined ? {} : { id: checkId(options.eventId, "eventId") }),
    ...{ type: "command", role: "user" },
    actor: checkOptionalId(options.author, "author") ?? speaker.user,
    text: words,
    content: await commandContent(options.metadata, privacy.denyPatterns),
    platform: checkOptionalId(options.platform, "platform"),
    session: checkOptionalId(options.session, "session"),
    thread: speaker.thread,
    turn: speaker.turn ?? null,
  });
  const candidate: Candidate = {
    ...PLAIN_CLAIM,
    text: words,
    kind: kindOfCategory(category, { text: words }),
    type: requestedType ?? typeOfCategory(category, { text: words }),
    category,
    subject: subjectOf(options.subject, speaker),
    method: "user_explicit",
    confidence: checkUnit(options.confidence ?? 1, "confidence"),
    importance: checkUnit(options.importance ?? 0.5, "importance"),
    validFrom: options.validFrom === undefined ? null : checkTime(options.validFrom, "validFrom"),
    expiresAt: options.expiresAt === undefined ? null : checkTime(options.expiresAt, "expiresAt"),
    span: [0, words.length],
    tags: checkTags(options.tags ?? []),
  };
  const overrides: RememberOverrides = {
    key: options.key === undefined ? null : factKey(checkId(options.key, "key")),
    statedFields: COLUMNS_OF.flatMap(([option, columns]) => (options[option] === undefined ? [] : columns)),
    pinned: checkFlag(options.pinned ?? false, "pinned"),
    hidden: holdsHiddenText(text),
    byMember: false,
    inChat,
    ownEvent: options.eventId === undefined,
    agent: speaker.agent,
    run: checkOptionalId(options.run, "run"),
  };
  return {
    proposal: { candidate, role: "user", source: event, overrides, model: null, promptHash: null },
    event,
  };
}

/** In the scope of one person their name, however it is written, is that person. */
function subjectOf(subjectOption: unknown, { user }: ActingSpeaker): string | null {
  const subject = checkOptionalId(subjectOption, "subject") ?? user;
  return user !== null && subject !== null && sameName(subject, user) ? user : subject;
}

const COMMAND = { command: "remember" } as const;
const BARE_COMMAND = JSON.stringify(COMMAND);

async function commandContent(metadata: unknown, denyPatterns: readonly string[]): Promise<string> {
  if (metadata === undefined) return BARE_COMMAND;
  const content = { ...COMMAND, metadata };
  const { json } = await runInSteps(contentJson(content, "metadata", denyPatterns));
  return json ?? BARE_COMMAND;
}

/** A memory's text without what nobody sees and without private words. One with a secret is refused, whoever asks and however. */
export async function memorable(text: unknown, denyPatterns: readonly string[]): Promise<string> {
  const seen = visibleText(checkText(text, "text", LIMITS.memoryText));
  const steps = redactInSteps(checkText(seen, "text", LIMITS.memoryText), denyPatterns);
  const { text: words, count } = await runInSteps(steps);
  if (heldSecret(words)) {
    const why = `${NOT_KEPT.charAt(0).toUpperCase()}${NOT_KEPT.slice(1)}. Nothing was stored.`;
    throw invalidArgument(why, { secret: true });
  }
  if (count === 0 || /[\p{L}\p{N}]/u.test(words.replaceAll("[private]", ""))) return words.trim();
  throw invalidArgument(
    "text holds nothing but private words, which are never stored. Say what is to be remembered without them.",
  );
}

function checkType(value: unknown): MemoryType {
  if ((MEMORY_TYPES as readonly unknown[]).includes(value)) return value as MemoryType;
  throw invalidArgument(`type is ${show(value)}; allowed: ${MEMORY_TYPES.join(", ")}.`, {
    allowed: MEMORY_TYPES,
  });
}

function checkTags(value: unknown): string[] {
  return Array.from(checkList(value, "tags"), (tag, i) => checkId(tag, `tags[${i}]`));
}
