import { checkOneOf, withoutUndefined } from "../../domain/arguments.ts";
import { wordsOf } from "../../domain/chat-message.ts";
import { invalidArgument, noMemory } from "../../domain/errors.ts";
import { EVENT_ROLES } from "../../domain/event.ts";
import {
  type Event,
  type EventInput,
  type EventRole,
  type HistoryEntry,
  MemoirError,
  type Memory,
  type MemoryFilter,
  type Proof,
  type RecallCallOptions,
  type ScopeHandle,
  type WriteOutcome,
} from "../../index.ts";
import { memorable } from "../../write/verbs/remember-options.ts";
import type { Entity } from "./filters.ts";
import { type Mem0History, type Mem0Memory, toMem0, toMem0History } from "./shapes.ts";

/** There, only what holds is a memory. */
export const HOLDS: MemoryFilter = { status: ["active"] };

/** A memory that holds; what was forgotten or waits is not there. */
export async function living({ handle, id }: { handle: ScopeHandle; id: string }): Promise<Proof> {
  const proof = await handle.memories.proof(id);
  if (proof.memory.status !== "active") throw noMemory(id);
  return proof;
}

/** A memory with what the client attached to it. */
export async function fullMemory(handle: ScopeHandle, { id }: Pick<Memory, "id">): Promise<Mem0Memory> {
  const { memory, evidence } = await handle.memories.proof(id);
  const events = evidence.map(({ event }) => event.id);
  return toMem0(memory, handle.scope, await metadataOf(handle, id, events));
}

export type ScoredMemory = Mem0Memory & { readonly score: number };

export interface MemorySearch extends Pick<RecallCallOptions, "limit" | "threshold" | "signal"> {
  readonly filter: MemoryFilter;
}

/** Memories for a question, best first. */
export async function searchMemories(
  handle: ScopeHandle,
  query: string,
  { filter, ...options }: MemorySearch,
): Promise<ScoredMemory[]> {
  const { categories, ...filters } = filter;
  const recallOptions = withoutUndefined({ ...options, categories, filters });
  const { hits } = await handle.recall(query, { from: ["memories"], ...recallOptions });
  const memories = hits.map(async ({ memory, score, evidence }) => {
    const events = evidence.map(({ eventId }) => eventId);
    return { ...toMem0(memory, handle.scope, await metadataOf(handle, memory.id, events)), score };
  });
  return Promise.all(memories);
}

/** The history of a memory's text, oldest first. */
export async function historyOf(handle: ScopeHandle, id: string): Promise<Mem0History[]> {
  const { memory } = await handle.memories.proof(id);
  const entries: HistoryEntry[] = [];
  for await (const historyEntry of await handle.memories.history(memory.id, { limit: 1_000 }))
    entries.push(historyEntry);
  return toMem0History(entries, memory, handle.scope);
}

export async function forgetAll(handle: ScopeHandle, filter: MemoryFilter): Promise<void> {
  const ids: string[] = [];
  for await (const { id } of await handle.memories.list({ ...filter, ...HOLDS, limit: 1_000 })) ids.push(id);
  for (const id of ids) await handle.memories.delete(id, { reason: "mem0 deleteAll", bringBack: false });
}

type Metadata = Readonly<Record<string, unknown>>;

/** Metadata that a client sets later is stored as an event, in a session that only this memory has. */
const sessionOf = (memory: string): string => `mem0:${memory}`;

/** The metadata set last, else that of the newest event behind the memory; `null` for a key that may not read events. */
export async function metadataOf(
  handle: ScopeHandle,
  memory: string,
  evidence: readonly string[],
): Promise<Metadata | null> {
  try {
    const { items } = await handle.events.list({ session: sessionOf(memory), limit: 1 });
    const set = metadataIn(items[0]);
    if (set !== null) return set;
    for (const id of evidence.toReversed()) {
      const metadata = metadataIn(await handle.events.get(id));
      if (metadata !== null) return metadata;
    }
  } catch (error) {
    if (!MemoirError.is(error) || error.code !== "not_allowed") throw error;
  }
  return null;
}

export async function setMetadata(handle: ScopeHandle, memory: string, metadata: Metadata): Promise<void> {
  const session = sessionOf(memory);
  await handle.observe([{ type: "system", role: "system", session, content: { metadata } }]);
}

function metadataIn(event: Event | null | undefined): Metadata | null {
  const metadata = event?.content?.metadata;
  return typeof metadata === "object" && metadata !== null ? (metadata as Metadata) : null;
}

interface Added {
  readonly id: string;
  readonly memory: string;
  readonly event: "ADD" | "UPDATE" | "NOOP";
}

/** mem0's name of an outcome. A claim that waits for review or was refused is no memory yet, and is left out. */
const EVENT_OF: Partial<Record<WriteOutcome, Added["event"]>> = {
  added: "ADD",
  revived: "ADD",
  superseded: "ADD",
  merged: "UPDATE",
  reinforced: "NOOP",
  known: "NOOP",
};

/** What `add()` takes, in mem0's names. */
export interface AddRequest {
  readonly messages:
    | string
    | readonly { readonly role?: string | undefined; readonly content: string | object }[];
  readonly metadata?: Metadata | null | undefined;
  /** `false` keeps each of the user's messages as it is. Default: true. */
  readonly infer?: boolean | undefined;
  /** Seconds since 1970: when it was said. Default: now. */
  readonly timestamp?: number | undefined;
  /** When what is added expires; of a day, its end. Default: never. */
  readonly expiration_date?: string | null | undefined;
}

/** Records the messages and reads them at once; or, without `infer`, keeps the user's words as they are. */
export async function add(
  handle: ScopeHandle,
  body: AddRequest,
  entity: Entity,
  denyPatterns: readonly string[],
): Promise<Added[]> {
  const messages = messagesOf(body, entity);
  const expiresAt = endOfDay(body.expiration_date);
  if (body.infer !== false) {
    await handle.observe(messages);
    const added = (await handle.flush()).entries.flatMap(addedBy);
    if (expiresAt !== undefined) {
      const fresh = added.filter(({ event }) => event === "ADD");
      for (const { id } of fresh) await handle.memories.update(id, { expiresAt });
    }
    return added;
  }
  const said = messages.filter(({ role }) => role === "user");
  // One that cannot be kept leaves the others unkept, too.
  for (const { text } of said) await memorable(text, denyPatterns);
  const { run } = entity;
  const metadata = body.metadata ?? undefined;
  const options = withoutUndefined({ session: run, run, metadata, expiresAt });
  const added: Added[] = [];
  for (const { text } of said) added.push(...addedBy(await handle.remember(text, options)));
  return added;
}

/** mem0's dates are days, and what expires on a day is there until its end. */
export function endOfDay(date: string | null | undefined): string | undefined {
  if (!date) return undefined;
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T23:59:59.999Z` : date;
}

function addedBy({ memory, outcome }: { memory: Memory | null; outcome: WriteOutcome }): Added[] {
  const event = EVENT_OF[outcome];
  return memory === null || event === undefined ? [] : [{ id: memory.id, memory: memory.text, event }];
}

const ROLES = [...EVENT_ROLES, "developer", "function"];

function messagesOf(body: AddRequest, { user, run: session }: Entity): (EventInput & { text: string })[] {
  const messages =
    typeof body.messages === "string" ? [{ role: "user", content: body.messages }] : body.messages;
  const at = body.timestamp === undefined ? undefined : new Date(body.timestamp * 1_000);
  return messages.map(({ role = "user", content: said }) => {
    checkOneOf(role, ROLES, "role");
    const text = wordsOf(isPart(said) ? [said] : said);
    if (text === "") {
      throw invalidArgument("Only messages with words are understood; leave pictures out.");
    }
    const author = role === "user" ? user : undefined;
    const content = body.metadata ? { metadata: body.metadata } : undefined;
    return withoutUndefined({ role: role as EventRole, text, author, session, at, content });
  });
}

/** mem0 takes one part without a list around it. */
function isPart(content: unknown): boolean {
  return typeof content === "object" && !Array.isArray(content);
}
