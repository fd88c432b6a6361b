import { randomUUID } from "node:crypto";
import { checkOneOf } from "../domain/arguments.ts";
import { MemoirError, show } from "../domain/errors.ts";
import { EVENT_ROLES, EVENT_TYPES, type EventInput } from "../domain/event.ts";
import { checkId, checkOptionalId, checkText, checkTime, LIMITS, wellFormed } from "../domain/text.ts";
import type { NewEvent } from "../store/events.ts";

/** The handle's own session, thread and so on, for messages that do not say. */
export interface RecordDefaults {
  thread: string | null;
}

/** Checks all messages before any is written: one bad message refuses the call, and nothing is half-written. */
export function recordable(inputs: readonly EventInput[], defaults: RecordDefaults, now: number): NewEvent[] {
  if (!Array.isArray(inputs)) {
    throw new MemoirError("invalid_argument", `observe() takes a list of messages, got ${show(inputs)}.`);
  }
  if (inputs.length > LIMITS.batch) {
    throw new MemoirError(
      "too_large",
      `observe() got ${inputs.length} messages; at most ${LIMITS.batch} go in one call. Send them in parts.`,
      { details: { limit: LIMITS.batch, length: inputs.length } },
    );
  }
  // `map` would step over the holes of a sparse list.
  return Array.from(inputs, (input, i) => newEvent(input, `messages[${i}]`, defaults, now));
}

function newEvent(input: EventInput, path: string, defaults: RecordDefaults, now: number): NewEvent {
  if (typeof input !== "object" || input === null) {
    throw new MemoirError("invalid_argument", `${path} must be an object with a text, got ${show(input)}.`);
  }
  const role = checkOneOf(input.role ?? "user", EVENT_ROLES, `${path}.role`);
  const content = contentJson(input.content, `${path}.content`);
  const text =
    input.text === undefined && content !== null
      ? ""
      : checkText(input.text, `${path}.text`, LIMITS.eventText);
  return {
    id: input.id === undefined ? randomUUID() : checkId(input.id, `${path}.id`),
    type: checkOneOf(
      input.type ?? (role === "tool" ? "tool_result" : "message"),
      EVENT_TYPES,
      `${path}.type`,
    ),
    role,
    actor: checkOptionalId(input.author, `${path}.author`),
    text,
    content,
    platform: checkOptionalId(input.platform, `${path}.platform`),
    session: checkOptionalId(input.session, `${path}.session`),
    thread: checkOptionalId(input.thread, `${path}.thread`) ?? defaults.thread,
    turn: checkOptionalId(input.turn, `${path}.turn`),
    at: input.at === undefined ? now : checkTime(input.at, `${path}.at`),
    recordedAt: now,
  };
}

function contentJson(content: unknown, path: string): string | null {
  if (content === undefined || content === null) return null;
  let json: string | undefined;
  try {
    json = typeof content === "object" ? JSON.stringify(content) : undefined;
  } catch {
    json = undefined;
  }
  // A Date is an object too, but JSON makes a string of it.
  if (json?.startsWith("{") !== true) {
    throw new MemoirError(
      "invalid_argument",
      `${path} must be an object that JSON can carry, got ${show(content)}.`,
    );
  }
  if (json.length > LIMITS.eventContent) {
    throw new MemoirError(
      "too_large",
      `${path} has ${json.length} characters as JSON; at most ${LIMITS.eventContent} are taken. Store a reference.`,
    );
  }
  return wellFormed(json);
}
