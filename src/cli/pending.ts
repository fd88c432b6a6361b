import { MemoirError } from "../domain/errors.ts";
import { passages } from "../domain/passages.ts";
import { parseScope, type Scope } from "../domain/scope.ts";
import type { Embedder } from "../models/embedder.ts";
import { eventsAfter } from "../store/events.ts";
import { openStore } from "../store/open.ts";
import { findScope } from "../store/scopes.ts";
import { embedState, memoriesToEmbed } from "../store/vectors.ts";
import { type StoreVectorsArgs, textHash } from "../store/writes/vectors.ts";
import { embedderName } from "../upkeep/embed.ts";
import { vectorsOf } from "../upkeep/vectors-of.ts";
import { EXIT, exitCodeOf } from "./exit-codes.ts";
import { OfflineEmbedder } from "./models/offline-embedder.ts";
import type { Opened } from "./open.ts";
import { patiently } from "./waiting.ts";
import { oneLine } from "./width.ts";
import type { World } from "./world.ts";

/** More passages than this keep a person waiting for many seconds. */
const LITTLE = 500;
/** Kept together, so that a stop loses little. */
const ROUND = 32;

/** What a scope has without vectors. */
interface Pending {
  readonly memories: readonly { readonly id: string; readonly text: string }[];
  /** In their order, those without words too: they are passed over. */
  readonly events: readonly { readonly seq: number; readonly text: string }[];
  /** Events up to here are embedded already. */
  readonly from: number;
}

/**
 * Embeds what a scope has without vectors, if it is little: what commands, or a process whose model was not there yet,
 * have written. It never keeps a search from its answer.
 */
export async function catchUp(world: World, opened: Opened): Promise<void> {
  const { io, out } = world;
  const { memoir, scope, embedder, database } = opened;
  if (embedder === null || embedder.state().status === "failed") return;
  if (memoir.settings.emergencyReadOnly || database === ":memory:") return;
  try {
    if (await embedPending(database, parseScope(scope.scope, scope.tenant), embedder, world)) return;
    const work = out.screen.suggest("work --once", { inScope: false });
    out.notice(
      `More than ${LITTLE} texts of ${oneLine(scope.scope)} have no vectors yet, so only their words count. Make them: ${work}`,
    );
  } catch (error) {
    io.signal.throwIfAborted();
    // What failed for good the answer tells, and where nothing may be written there is nothing to do about it.
    const known = embedder.state().status === "failed" || !MemoirError.is(error);
    if (!known && exitCodeOf(error.code) !== EXIT.refused) out.notice(error.message);
  }
}

/** Whether they were few enough to be done. */
async function embedPending(
  database: string,
  scope: Scope,
  embedder: Embedder,
  world: World,
): Promise<boolean> {
  const pending = await lookFor(database, scope, embedder);
  if (pending === "too many") return false;
  const texts = [...pending.memories, ...pending.events].map(({ text }) => text);
  if (texts.length === 0) return true;
  const parts = texts.flatMap(passages);
  if (parts.length > LITTLE) return false;
  // An event that could not be embedded would count as done, and never get its vector.
  if (embedder instanceof OfflineEmbedder) embedder.need(parts.filter((part) => part !== ""));
  let done = 0;
  const work = embedAll(database, scope, embedder, pending, world.io.signal, (count) => {
    done += count;
  });
  await patiently(world, () => `Making vectors of what is new: ${done} of ${texts.length}…`, work);
  return true;
}

async function lookFor(database: string, scope: Scope, embedder: Embedder): Promise<Pending | "too many"> {
  // Read-only: a look that finds nothing, as most do, starts no writer.
  const store = await openStore({ database, readOnly: true });
  try {
    const { read } = store;
    const { tenant } = scope;
    const num = (await findScope(read, scope))?.num;
    const state = num === undefined ? undefined : await embedState(read, tenant, num);
    if (num === undefined || state === undefined) return { memories: [], events: [], from: 0 };
    const from = state.embedded_by === embedderName(embedder) ? state.embedded_seq : 0;
    if (state.seq - from > LITTLE) return "too many";
    const models = embedder.models.map(({ id }) => id);
    const memories = await memoriesToEmbed(read, tenant, num, models, LITTLE + 1);
    const events = await eventsAfter(read, tenant, num, from, LITTLE);
    return {
      memories,
      events: events.map(({ seq, text, erasedAt }) => ({
        seq,
        text: erasedAt === null && text.trim() !== "" ? text : "",
      })),
      from,
    };
  } finally {
    await store.close();
  }
}

async function embedAll(
  database: string,
  scope: Scope,
  embedder: Embedder,
  { memories, events, from }: Pending,
  signal: AbortSignal,
  kept: (count: number) => void,
): Promise<void> {
  const store = await openStore({ database });
  const keep = (made: Pick<StoreVectorsArgs, "memories" | "events" | "embeddedSeq">): Promise<void> =>
    store.write("storeVectors", { scope, at: Date.now(), embeddedBy: embedderName(embedder), ...made });
  try {
    for (const round of rounds(memories)) {
      const vectors = await vectorsOf(embedder, textsOf(round), signal);
      const made = round.map(({ id, text }, i) => ({ id, text: textHash(text), vectors: vectors[i]! }));
      await keep({ memories: made, events: [], embeddedSeq: from });
      kept(round.length);
    }
    for (const round of rounds(events)) {
      const spoken = round.filter(({ text }) => text !== "");
      const vectors = await vectorsOf(embedder, textsOf(spoken), signal);
      const made = spoken.map(({ seq }, i) => ({ seq, vectors: vectors[i]! }));
      await keep({ memories: [], events: made, embeddedSeq: round.at(-1)!.seq });
      kept(round.length);
    }
  } finally {
    await store.close();
  }
}

function textsOf(round: readonly { readonly text: string }[]): string[] {
  return round.map(({ text }) => text);
}

function* rounds<T>(items: readonly T[]): Generator<readonly T[], void, void> {
  for (let at = 0; at < items.length; at += ROUND) yield items.slice(at, at + ROUND);
}
