import { randomUUID } from "node:crypto";
import type { WriteEntry } from "../api/write.ts";
import type { Said } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import { isOwn } from "../domain/identity.ts";
import type { Scope } from "../domain/scope.ts";
import { type Nameable, textsNamed } from "../language/forget.ts";
import type { ForgetRequest } from "../language/shared/talk.ts";
import { terms } from "../language/shared/terms.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import { evidenceFrom, evidenceOf } from "../store/evidence.ts";
import { findMemory, type MemoryRow, toMemory } from "../store/memories.ts";
import { policyFor } from "../store/policies.ts";
import { findScope, type Place } from "../store/scopes.ts";
import type { Reader } from "../store/tx.ts";
import { purgeTime } from "./forget.ts";
import { eventsToHide, previousOf, saidBefore, sourcesOf } from "./hidden-events.ts";
import type { WriteTools } from "./write-tools.ts";

export const REASON = "the user asked to forget it";
const FORGETTABLE: readonly string[] = ["active", "shadow", "pending"];

/** A message that may ask to forget. */
interface AskingMessage {
  readonly said: Said;
  readonly event: Event;
  /** Whether it says something to keep as well. */
  readonly claims: boolean;
}

/**
 * Forgets what somebody asks to forget in a chat (R157): softly, so that it can be brought back (C18). The messages that
 * say it are hidden, and so is the request. `requests`: what the message asks for, as it was read. `itself`: it asks to
 * forget what it says itself: "I earn 4200. Forget that."
 */
export async function forgetAsked(
  tools: WriteTools,
  scope: Scope,
  message: AskingMessage,
  requests: readonly ForgetRequest[],
): Promise<{ entries: WriteEntry[]; itself: boolean }> {
  const { event, claims } = message;
  if (event.hiddenAt !== null || requests.length === 0) return { entries: [], itself: false };
  const entries: WriteEntry[] = [];
  for (const request of requests) {
    const toForget = await meantBy(tools, scope, message, request);
    if (toForget !== null) entries.push(...(await forgetThese(tools, scope, event, toForget)));
  }
  return { entries, itself: claims && requests.some(({ about }) => about === null) };
}

/** The targets to forget: memories by id, messages by seq, and the words that name them, if any. */
interface Forgettable {
  readonly ids: string[];
  readonly about: string | null;
  readonly messages: readonly number[];
}

/** The memories and messages that a request means, from before it; `null`: nobody knows whose. */
export async function meantBy(
  tools: WriteTools,
  scope: Scope,
  { said: { actor }, event, claims }: AskingMessage,
  { about }: ForgetRequest,
): Promise<Forgettable | null> {
  const reader = tools.store.read;
  const place = await findScope(reader, scope);
  // In a group nobody knows whose words to forget for somebody without a name.
  if (place === undefined || (event.actor === null && scope.kind !== "user")) return null;
  const who = { author: scope.kind === "user" ? null : event.actor, before: event.seq };
  const previous =
    about !== null || claims
      ? undefined
      : await tools.indexes.events(reader, place, (index) => previousOf(index, who));
  const messages = await tools.indexes.events(reader, place, (index) => saidBefore(index, who));
  const ids =
    about === null
      ? await backedBy(reader, place, previous)
      : await tools.indexes.memories(reader, place, (index) =>
          memoriesNamed(index, about, messages, (row) => isOwnMemory(scope, row, actor)),
        );
  return {
    ids: await backedBefore(reader, place, ids, event.seq),
    about,
    messages: previous === undefined ? [] : [previous],
  };
}

/** The memories that came from a message and can be forgotten. */
async function backedBy(reader: Reader, place: Place, seq: number | undefined): Promise<string[]> {
  if (seq === undefined) return [];
  const ids = new Set((await evidenceFrom(reader, place, seq)).map(({ memory }) => memory));
  const found: string[] = [];
  for (const id of ids) {
    const row = await findMemory(reader, place, id);
    if (row !== undefined && FORGETTABLE.includes(row.status)) found.push(id);
  }
  return found;
}

/**
 * Forgets what a model says that somebody asks to forget, known memories by their short numbers and messages by their
 * seqs: only what is theirs, and as softly as by rules.
 */
export async function forgetNamed(
  tools: WriteTools,
  scope: Scope,
  { said: { actor }, event }: AskingMessage,
  { memories, messages }: { readonly memories: readonly number[]; readonly messages: readonly number[] },
): Promise<WriteEntry[]> {
  const place = await findScope(tools.store.read, scope);
  if (place === undefined) return [];
  const backed = new Set<string>();
  for (const seq of messages) {
    for (const { memory } of await evidenceFrom(tools.store.read, place, seq)) backed.add(memory);
  }
  const named = await tools.indexes.memories(tools.store.read, place, ({ corpus }) =>
    corpus.rows.flatMap((entry) => {
      const row = entry?.row;
      if (row === undefined || !FORGETTABLE.includes(row.status)) return [];
      if (!memories.includes(row.num) && !backed.has(row.id)) return [];
      return isOwnMemory(scope, row, actor) ? [row.id] : [];
    }),
  );
  const ids = await backedBefore(tools.store.read, place, named, event.seq);
  return forgetThese(tools, scope, event, { ids, about: null, messages });
}

/**
 * Forgets memories and hides the messages behind them, those that are named, and the request itself: none of them may
 * come back as a quote.
 */
async function forgetThese(
  tools: WriteTools,
  scope: Scope,
  event: Event,
  { ids, about, messages }: Forgettable,
): Promise<WriteEntry[]> {
  const reader = tools.store.read;
  const place = await findScope(reader, scope);
  if (place === undefined) return [];
  const sources = [...(await sourcesOf(reader, place, ids)), ...messages];
  const author = scope.kind === "user" ? null : event.actor;
  const events = await tools.indexes.events(reader, place, (index) =>
    eventsToHide(index, { about, sources, author, before: event.seq }),
  );
  const context = tools.context(scope, "asked to forget");
  const { version } = await policyFor(reader, scope.tenant, tools.settings);
  const rows = await tools.store.write("forget", {
    ...context,
    batch: context.batch ?? randomUUID(),
    ids,
    events: [...events, event.seq],
    purgeAt: purgeTime(tools, context.at),
    asked: { at: event.recordedAt.getTime(), seq: event.seq, reason: REASON, policy: version },
  });
  tools.changed();
  return rows.map((memory) => ({
    outcome: "forgotten",
    text: memory.text,
    reason: REASON,
    eventId: event.id,
    memory: toMemory(memory, tools.now()),
    replaced: [],
  }));
}

/** Whether somebody asks to forget what a text says. */
export function asksToForget(requests: readonly ForgetRequest[], text: string): boolean {
  const named = [{ text, terms: new Set(terms(text)) }];
  return requests.some(({ about }) => about !== null && textsNamed(about, named).length > 0);
}

/** Without what was stated again after the request. */
export async function backedBefore(
  reader: Reader,
  place: Place,
  ids: readonly string[],
  seq: number,
): Promise<string[]> {
  const before: string[] = [];
  for (const id of ids) {
    const links = await evidenceOf(reader, place, id);
    if (links.every(({ event }) => event < seq)) before.push(id);
  }
  return before;
}

/** In a group nobody's message owns nothing, and what is about nobody in particular belongs to the one who said it. */
function isOwnMemory({ kind }: Scope, { subject, actor: by }: MemoryRow, actor: string | null): boolean {
  // In somebody's own scope everything is theirs to forget, whomever it is about.
  if (kind === "user") return true;
  if (kind === "group") return actor !== null && (subject === null ? by === actor : isOwn(subject, actor));
  return subject === null || actor === null || isOwn(subject, actor);
}

/**
 * The memories that hold what was named, of the one who asks. Messages are looked at with them: a memory that holds half
 * of it is not meant where a message holds all.
 */
function memoriesNamed(
  { corpus }: MemoryIndex,
  about: string,
  messages: readonly Nameable[],
  isTheirs: (row: MemoryRow) => boolean,
): string[] {
  const own = corpus.rows.flatMap((entry) => {
    if (entry === undefined || !FORGETTABLE.includes(entry.row.status) || !isTheirs(entry.row)) return [];
    return [{ id: entry.row.id, text: entry.row.text, terms: entry.terms.set }];
  });
  const named = new Set<Nameable>(textsNamed<Nameable>(about, [...own, ...messages]));
  return own.filter((one) => named.has(one)).map(({ id }) => id);
}
