import { passages } from "../../domain/passages.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Span } from "../../domain/text.ts";
import type { Handler, JobModule } from "../../jobs/run-job.ts";
import type { Embedder } from "../../models/embedder.ts";
import { vectorsOf } from "../../scope-index/text-vectors.ts";
import type { Store } from "../../store/port.ts";
import { eventsAfter } from "../../store/tables/events.ts";
import { findScope } from "../../store/tables/scopes.ts";
import {
  EMBED,
  embedState,
  eventsToEmbed,
  type Makes,
  memoriesToEmbed,
  type NewVector,
  type StoreVectorsArgs,
  scopesToEmbed,
  textHash,
} from "../../store/tables/vectors.ts";

/** Texts of one round: small, so that each round is kept soon and a stop loses little. */
const ROUND = 32;
/** Scopes that one look finds; the next look finds the next ones. */
const SCOPES = 200;

function modelsOf(embedder: Embedder): string[] {
  return embedder.models.map(({ id }) => id);
}

function makesOf(embedder: Embedder): Makes {
  return { models: modelsOf(embedder), tells: embedder.models.some(({ tells }) => tells !== undefined) };
}

/** Tells whether a scope was read by this embedder, and by what it tells now. */
function embedderName({ models }: Embedder): string {
  return models.map(({ id, tells }) => (tells === undefined ? id : `${id} ${tells}`)).join("+");
}

/** How often what others have written is looked for. */
const LOOK_MS = 10_000;

/** The parts that making a scope's vectors needs. */
interface EmbedTools {
  readonly store: Store;
  readonly embedder: Embedder;
  now(): number;
}

export function embedJob(tools: EmbedTools): JobModule {
  return {
    kind: EMBED,
    run: embedHandler(tools),
    look: {
      everyMs: LOOK_MS,
      run: async (thorough) => {
        // A job before the model is there would only fail.
        if (tools.embedder.state().status === "ready") await askForUnseen(tools, thorough);
      },
    },
  };
}

/**
 * Embeds a scope's memories that have no vector of this embedder, and its events from where it stopped. A scope
 * embedded by another embedder is embedded again from the start; its old vectors serve until the new ones replace them.
 */
function embedHandler(tools: EmbedTools): Handler {
  return async (job, { signal, complete }) => {
    if (job.scope === null) return;
    await mendGap(tools, job.scope, signal);
    for (;;) {
      signal.throwIfAborted();
      const round = await nextRound(tools, job.scope, signal);
      if (round === null) return;
      if (round.last) {
        await complete("storeVectors", round.args);
        return;
      }
      await tools.store.write("storeVectors", round.args);
    }
  };
}

/** Rounds that a caller waits for; a job does what is left. */
const WAITED_ROUNDS = 8;

/**
 * The same for a caller who waits, so that new messages are found by meaning at once. Texts that cannot be embedded
 * now, or are too many, are left to the job.
 */
export async function embedFresh(tools: EmbedTools, scope: Scope, signal: AbortSignal): Promise<void> {
  for (let rounds = 0; rounds < WAITED_ROUNDS; rounds += 1) {
    signal.throwIfAborted();
    const round = await nextRound(tools, scope, signal);
    if (round === null) return;
    await tools.store.write("storeVectors", round.args);
    if (round.last) return;
  }
}

interface EmbedBounds {
  /** Most passages. */
  readonly most: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (done: number, all: number) => void;
}

/** The same where a scope lacks few: gives the number of texts; `null` = it lacks too many, and nothing was done. */
export async function embedScope(
  tools: EmbedTools,
  scope: Scope,
  { most, signal = new AbortController().signal, onProgress }: EmbedBounds,
): Promise<number | null> {
  const texts = await lackingIn(tools, scope, most);
  if (texts === null || texts.flatMap(passages).length > most) return null;
  for (let done = 0; ; ) {
    const round = await nextRound(tools, scope, signal);
    if (round === null) return texts.length;
    await tools.store.write("storeVectors", round.args);
    done += round.texts;
    onProgress(Math.min(done, texts.length), texts.length);
    if (round.last) return texts.length;
  }
}

/** The texts of a scope without vectors; `null` where there are more than `most`. */
async function lackingIn(tools: EmbedTools, scope: Scope, most: number): Promise<string[] | null> {
  const seen = await seenOf(tools, scope);
  if (seen === null) return [];
  const { place: scopeRef, state, from } = seen;
  if (state.seq - from > most) return null;
  const memories = await memoriesToEmbed(tools.store.read, scopeRef, makesOf(tools.embedder), most + 1);
  const events = await eventsAfter(tools.store.read, scopeRef, from, most);
  return [...memories, ...events].map(({ text }) => text);
}

/** How far this embedder has seen a scope; `null`: there is no such scope. */
async function seenOf({ store: { read }, embedder }: EmbedTools, scope: Scope) {
  const scopeRef = await findScope(read, scope);
  const state = scopeRef === undefined ? undefined : await embedState(read, scopeRef);
  if (scopeRef === undefined || state === undefined) return null;
  const isOwn = state.embedded_by === embedderName(embedder);
  return { place: scopeRef, state, isOwn, from: isOwn ? state.embedded_seq : 0 };
}

async function nextRound(
  tools: EmbedTools,
  scope: Scope,
  signal: AbortSignal,
): Promise<{ args: StoreVectorsArgs; texts: number; last: boolean } | null> {
  const { store, embedder } = tools;
  const at = tools.now();
  const seen = await seenOf(tools, scope);
  if (seen === null) return null;
  const { place: scopeRef, state, isOwn, from } = seen;
  const memories = await memoriesToEmbed(store.read, scopeRef, makesOf(embedder), ROUND);
  const events = await eventsAfter(store.read, scopeRef, from, ROUND);
  if (memories.length === 0 && events.length === 0 && isOwn) return null;
  const spoken = events.filter((event) => event.erasedAt === null && event.text.trim() !== "");
  const texts = [...memories, ...spoken].map(({ text }) => text);
  // First: who reads a message for its words has its vector, too.
  const handedOver = await handedOverIn(embedder, spoken, signal);
  const vectors = await vectorsOfMost(embedder, texts, signal);
  const withVectors = <T>(items: readonly T[], from: number): [T, NewVector[]][] =>
    items.flatMap((item, i) => (vectors[from + i]!.length === 0 ? [] : [[item, vectors[from + i]!]]));
  const remembered = withVectors(memories, 0);
  const heard = withVectors(spoken, memories.length);
  // Memories that no model could embed would come again and again.
  const stuck = memories.length > 0 && remembered.length === 0;
  const missed = spoken.find((_, i) => vectors[memories.length + i]!.length === 0)?.seq;
  return {
    texts: memories.length + events.length,
    last: (stuck || memories.length < ROUND) && events.length < ROUND,
    args: {
      scope,
      at,
      // A text without a new vector keeps the one from another embedder.
      memories: remembered.map(([{ id, text }, own]) => ({ id, text: textHash(text), vectors: own })),
      events: heard.map(([{ seq }, own]) => ({ seq, vectors: own, handedOver: handedOver.get(seq) ?? null })),
      embeddedSeq: events.at(-1)?.seq ?? from,
      embeddedBy: embedderName(embedder),
      gap: (isOwn ? state.embed_gap : null) ?? missed ?? null,
    },
  };
}

/**
 * Asks for the scopes that this embedder has not seen, or not all of: after a restart, a crash, another model
 * (`thorough`), or what a process without an embedder has written.
 */
async function askForUnseen({ store, embedder, now }: EmbedTools, thorough: boolean): Promise<void> {
  const at = now();
  const makes = thorough ? makesOf(embedder) : null;
  const scopes = await scopesToEmbed(store.read, embedderName(embedder), makes, SCOPES);
  for (const { tenant, kind, id } of scopes) await askToEmbed(store, { tenant, kind, id }, at);
}

export async function askToEmbed(store: Store, scope: Scope, at: number): Promise<void> {
  await store.write("enqueue", {
    tenant: scope.tenant,
    scope,
    at,
    jobs: [{ kind: EMBED, flight: EMBED, priority: -10 }],
  });
}

/**
 * Embeds the events that no model could embed when their turn came. The first of them is tried by itself: while that
 * one cannot be had, the others are left for another time, and nobody is kept waiting for them.
 */
async function mendGap(tools: EmbedTools, scope: Scope, signal: AbortSignal): Promise<void> {
  const { store, embedder } = tools;
  const at = tools.now();
  for (;;) {
    signal.throwIfAborted();
    const seen = await seenOf(tools, scope);
    if (seen === null || !seen.isOwn || seen.state.embed_gap === null) return;
    const { place: scopeRef, from: until } = seen;
    const page = { from: seen.state.embed_gap, until, limit: ROUND };
    const events = await eventsToEmbed(store.read, scopeRef, modelsOf(embedder), page);
    const [first] = events;
    if (first !== undefined) {
      const probe = await vectorsOf(embedder, [first.text], signal).catch(() => null);
      if (probe === null) return;
    }
    const texts = events.map(({ text }) => text);
    const handedOver = await handedOverIn(embedder, events, signal);
    const vectors = texts.length === 0 ? [] : await vectorsOfMost(embedder, texts, signal);
    const missed = events.find((_, i) => vectors[i]!.length === 0)?.seq;
    const rest = events.length < ROUND ? null : events.at(-1)!.seq + 1;
    const vectorEvents = events.map(({ seq }, i) => ({
      seq,
      vectors: vectors[i]!,
      handedOver: handedOver.get(seq) ?? null,
    }));
    await store.write("storeVectors", {
      scope,
      at,
      memories: [],
      events: vectorEvents.filter((one) => one.vectors.length > 0),
      embeddedSeq: until,
      embeddedBy: embedderName(embedder),
      gap: missed ?? rest,
    });
    if (missed !== undefined || rest === null) return;
  }
}

/** The stretches of users' messages that are not their own words, by event; nothing of those that cannot be judged. */
async function handedOverIn(
  embedder: Embedder,
  events: readonly { readonly seq: number; readonly text: string; readonly role: string }[],
  signal: AbortSignal,
): Promise<Map<number, readonly Span[]>> {
  const spansBySeq = new Map<number, readonly Span[]>();
  for (const { seq, text, role } of events) {
    if (role !== "user") continue;
    const spans = await embedder.whoseWords?.(text, { signal }).catch(() => null);
    signal.throwIfAborted();
    if (spans !== undefined && spans !== null) spansBySeq.set(seq, spans);
  }
  return spansBySeq;
}

/**
 * All texts at once; where that fails, each alone, so that a model that cannot be had costs only its own texts, which have
 * no vectors then. Fails when none could be embedded.
 */
async function vectorsOfMost(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<NewVector[][]> {
  try {
    return await vectorsOf(embedder, texts, signal);
  } catch (error) {
    signal.throwIfAborted();
    const alone: NewVector[][] = [];
    for (const text of texts)
      alone.push((await vectorsOf(embedder, [text], signal).catch(() => [[]]))[0] ?? []);
    if (texts.length > 0 && alone.every((vectors) => vectors.length === 0)) throw error;
    return alone;
  }
}
