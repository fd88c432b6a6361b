import { randomUUID } from "node:crypto";
import type { WriteEntry } from "../../api/write.ts";
import type { SourceEvent } from "../../domain/candidate.ts";
import type { Event } from "../../domain/event.ts";
import { isOwn } from "../../domain/identity.ts";
import type { Scope } from "../../domain/scope.ts";
import { isUsersWord } from "../../domain/trust.ts";
import { type Nameable, ownForgetRequests, textsNamed } from "../../language/forget.ts";
import type { ForgetRequest } from "../../language/language.ts";
import { terms } from "../../language/terms.ts";
import type { MemoryIndex } from "../../scope-index/memory-index.ts";
import { evidenceFrom, evidenceOf } from "../../store/tables/evidence.ts";
import { findMemory, type MemoryRow, toMemory } from "../../store/tables/memories.ts";
import { policyFor } from "../../store/tables/policies.ts";
import { findScope, type ScopeRef } from "../../store/tables/scopes.ts";
import type { SqlReader } from "../../store/tx.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import { purgeTime } from "./forget.ts";
import { eventsToHide, previousOf, saidBefore, sourceEvents } from "./hidden-events.ts";

export const FORGET_REASON = "the user asked to forget it";
const FORGETTABLE: readonly string[] = ["active", "shadow", "pending"];

/** A message that may ask to forget. */
interface AskingMessage {
  readonly sourceEvent: SourceEvent;
  readonly event: Event;
  /** Whether it says something to keep as well. */
  readonly claims: boolean;
}

/**
 * Without a language model: forgets what somebody asks to forget in a chat, by the words that name it; softly, so
 * that it can be brought back. The messages that say it are hidden, and so is the request. `itself`: it asks to forget what it says itself: "I earn 4200. Forget that."
 */
export async function forgetOnRequest(
  tools: WriteTools,
  scope: Scope,
  message: AskingMessage,
): Promise<{ entries: WriteEntry[]; itself: boolean }> {
  const { event, claims } = message;
  const requests = ownForgetRequests(message.sourceEvent, tools.settings.commands.names);
  if (event.hiddenAt !== null || requests.length === 0) return { entries: [], itself: false };
  const entries: WriteEntry[] = [];
  for (const request of requests) {
    const toForget = await meantBy(tools, scope, message, request);
    if (toForget === null) continue;
    const events = await eventsMeant(tools, scope, event, toForget);
    entries.push(...(await forgetThese(tools, scope, event, { ids: toForget.ids, events })));
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
  { sourceEvent: { actor }, event, claims }: AskingMessage,
  { about }: ForgetRequest,
): Promise<Forgettable | null> {
  const reader = tools.store.read;
  const scopeRef = await findScope(reader, scope);
  // In a group nobody knows whose words to forget for somebody without a name.
  if (scopeRef === undefined || (event.actor === null && scope.kind !== "user")) return null;
  const who = { author: scope.kind === "user" ? null : event.actor, before: event.seq };
  const previous =
    about !== null || claims
      ? undefined
      : await tools.indexes.events(reader, scopeRef, (index) => previousOf(index, who));
  const messages = await tools.indexes.events(reader, scopeRef, (index) => saidBefore(index, who));
  const target =
    about === null
      ? { ids: await backedBy(reader, scopeRef, previous), about }
      : await tools.indexes.memories(reader, scopeRef, (index) =>
          memoriesNamed(index, about, messages, (row) => isOwnMemory(scope, row, actor)),
        );
  return {
    ids: await backedBefore(reader, scopeRef, target.ids, event.seq),
    about: target.about,
    messages: previous === undefined ? [] : [previous],
  };
}

/** The memories that came from a message and can be forgotten. */
async function backedBy(reader: SqlReader, scopeRef: ScopeRef, seq: number | undefined): Promise<string[]> {
  if (seq === undefined) return [];
  const ids = new Set((await evidenceFrom(reader, scopeRef, seq)).map(({ memory }) => memory));
  const forgettable: string[] = [];
  for (const id of ids) {
    const row = await findMemory(reader, scopeRef, id);
    if (row !== undefined && FORGETTABLE.includes(row.status)) forgettable.push(id);
  }
  return forgettable;
}

/** Known memories and messages that a model says somebody asks to forget: by their short numbers, and by seq. */
interface ForgetTargets {
  readonly memories: readonly number[];
  readonly messages: readonly number[];
}

/**
 * Forgets what a model says that somebody asks to forget: only what is theirs, and as softly as by rules. Nothing is
 * looked for by its words: whatever is not named stays, and so does what only shares words with it.
 */
export async function forgetNamed(
  tools: WriteTools,
  scope: Scope,
  message: AskingMessage,
  targets: ForgetTargets,
): Promise<WriteEntry[]> {
  const scopeRef = await findScope(tools.store.read, scope);
  if (scopeRef === undefined) return [];
  const ids = await idsNamed(tools, scope, message, targets);
  const events = [...(await sourceEvents(tools.store.read, scopeRef, ids)), ...targets.messages];
  return forgetThese(tools, scope, message.event, { ids, events });
}

/** The memories that a model names, and those that came from the messages that it names; by id. */
export async function idsNamed(
  tools: WriteTools,
  scope: Scope,
  { sourceEvent: { actor }, event }: Pick<AskingMessage, "sourceEvent" | "event">,
  { memories, messages }: ForgetTargets,
): Promise<string[]> {
  const scopeRef = await findScope(tools.store.read, scope);
  if (scopeRef === undefined) return [];
  const backed = new Set<string>();
  for (const seq of messages) {
    for (const { memory } of await evidenceFrom(tools.store.read, scopeRef, seq)) backed.add(memory);
  }
  const ids = await tools.indexes.memories(tools.store.read, scopeRef, ({ corpus }) =>
    corpus.rows.flatMap((entry) => {
      const row = entry?.row;
      if (row === undefined || !FORGETTABLE.includes(row.status)) return [];
      if (!memories.includes(row.num) && !backed.has(row.id)) return [];
      return isOwnMemory(scope, row, actor) ? [row.id] : [];
    }),
  );
  return backedBefore(tools.store.read, scopeRef, ids, event.seq);
}

/** The events to hide for a request in words: those behind the memories, those that say it, and who quotes them. */
async function eventsMeant(
  tools: WriteTools,
  scope: Scope,
  event: Event,
  { ids, about, messages }: Forgettable,
): Promise<number[]> {
  const reader = tools.store.read;
  const scopeRef = await findScope(reader, scope);
  if (scopeRef === undefined) return [];
  const sources = [...(await sourceEvents(reader, scopeRef, ids)), ...messages];
  const author = scope.kind === "user" ? null : event.actor;
  return tools.indexes.events(reader, scopeRef, (index) =>
    eventsToHide(index, { about, sources, author, before: event.seq }),
  );
}

/** Forgets memories and hides events, and the request itself: none of them may come back as a quote. */
async function forgetThese(
  tools: WriteTools,
  scope: Scope,
  event: Event,
  { ids, events }: { readonly ids: string[]; readonly events: readonly number[] },
): Promise<WriteEntry[]> {
  const reader = tools.store.read;
  const context = tools.context(scope, "asked to forget");
  const { version } = await policyFor(reader, scope, tools.settings);
  const { forgotten, hidden } = await tools.store.write("forget", {
    ...context,
    batch: context.batch ?? randomUUID(),
    ids,
    events: [...events, event.seq],
    purgeAt: purgeTime(tools, context.at),
    cause: { at: event.recordedAt.getTime(), seq: event.seq, reason: FORGET_REASON, policy: version },
  });
  tools.changed();
  const others = hidden.filter((seq) => seq !== event.seq).length;
  const entry = {
    outcome: "forgotten" as const,
    reason: others > 0 ? `${FORGET_REASON}; ${unquoted(others)}` : FORGET_REASON,
    eventId: event.id,
    replaced: [],
  };
  if (forgotten.length === 0) return others > 0 ? [{ ...entry, text: event.text, memory: null }] : [];
  return forgotten.map((memory) => ({ ...entry, text: memory.text, memory: toMemory(memory, tools.now()) }));
}

/** A message is hidden as a whole, whatever else it says. */
function unquoted(messages: number): string {
  return messages === 1
    ? "a whole message is no longer quoted"
    : `${messages} whole messages are no longer quoted`;
}

/** Whether somebody asks to forget what a text says. */
export function asksToForget(requests: readonly ForgetRequest[], text: string): boolean {
  const claims = [{ text, terms: new Set(terms(text)) }];
  return requests.some(({ about }) => about !== null && textsNamed(about, claims).length > 0);
}

/** Without what was stated again after the request. */
export async function backedBefore(
  reader: SqlReader,
  scopeRef: ScopeRef,
  ids: readonly string[],
  seq: number,
): Promise<string[]> {
  const before: string[] = [];
  for (const id of ids) {
    const links = await evidenceOf(reader, scopeRef, id);
    if (links.every(({ event }) => event < seq)) before.push(id);
  }
  return before;
}

/**
 * In a group nobody's message owns nothing. What is about nobody in particular belongs to the one who said it, and so does
 * a rumour that nobody else has confirmed.
 */
function isOwnMemory({ kind }: Scope, row: MemoryRow, actor: string | null): boolean {
  const { subject, actor: by } = row;
  // In somebody's own scope everything is theirs to forget, whomever it is about.
  if (kind === "user") return true;
  if (kind !== "group") return subject === null || actor === null || isOwn(subject, actor);
  if (actor === null) return false;
  const unconfirmed = by === actor && row.evidence_count === 1 && !isUsersWord(row.trust);
  return subject === null ? by === actor : isOwn(subject, actor) || unconfirmed;
}

/**
 * The memories that hold what was named, of the one who asks. Messages are looked at with them: a memory that holds half
 * of it is not meant where a message holds all. Where they leave it open, the memory alone decides, and its words say
 * what is meant.
 */
function memoriesNamed(
  { corpus }: MemoryIndex,
  about: string,
  messages: readonly Nameable[],
  isTheirs: (row: MemoryRow) => boolean,
): Pick<Forgettable, "ids" | "about"> {
  const candidates = corpus.rows.flatMap((entry) => {
    if (entry === undefined || !FORGETTABLE.includes(entry.row.status) || !isTheirs(entry.row)) return [];
    return [{ id: entry.row.id, text: entry.row.text, terms: entry.terms.set }];
  });
  const matches = new Set<Nameable>(textsNamed<Nameable>(about, [...candidates, ...messages]));
  if (matches.size > 0)
    return { ids: candidates.filter((one) => matches.has(one)).map(({ id }) => id), about };
  const [only] = textsNamed(about, candidates);
  return only === undefined ? { ids: [], about } : { ids: [only.id], about: only.text };
}
