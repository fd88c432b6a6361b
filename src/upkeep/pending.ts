import { passages } from "../domain/passages.ts";
import type { Scope } from "../domain/scope.ts";
import type { Embedder } from "../models/embedder.ts";
import { eventsAfter } from "../store/events.ts";
import type { Store } from "../store/port.ts";
import { findScope } from "../store/scopes.ts";
import { embedState, memoriesToEmbed } from "../store/vectors.ts";
import { type StoreVectorsArgs, textHash } from "../store/writes/vectors.ts";
import { embedderName } from "./embed.ts";
import { vectorsOf } from "./vectors-of.ts";

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

/** What making the vectors of a scope works with. */
export interface EmbedTools {
  readonly store: Store;
  readonly embedder: Embedder;
  now(): number;
}

export interface EmbedBounds {
  /** Most passages. */
  readonly most: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (done: number, all: number) => void;
}

/** Makes the vectors that a scope lacks, a round at a time. Gives the number of texts; `null` = it lacks too many. */
export async function embedScope(
  tools: EmbedTools,
  scope: Scope,
  { most, signal, onProgress }: EmbedBounds,
): Promise<number | null> {
  const pending = await findPending(tools, scope, most);
  if (pending === null) return null;
  const texts = [...pending.memories, ...pending.events].map(({ text }) => text);
  if (texts.flatMap(passages).length > most) return null;
  let done = 0;
  await embedPending(tools, scope, pending, signal, (count) => {
    done += count;
    onProgress(done, texts.length);
  });
  return texts.length;
}

/** What a scope lacks; `null` where it lacks more than `most` texts. */
async function findPending(
  { store: { read }, embedder }: EmbedTools,
  scope: Scope,
  most: number,
): Promise<Pending | null> {
  const { tenant } = scope;
  const num = (await findScope(read, scope))?.num;
  const state = num === undefined ? undefined : await embedState(read, tenant, num);
  if (num === undefined || state === undefined) return { memories: [], events: [], from: 0 };
  const from = state.embedded_by === embedderName(embedder) ? state.embedded_seq : 0;
  if (state.seq - from > most) return null;
  const models = embedder.models.map(({ id }) => id);
  const memories = await memoriesToEmbed(read, tenant, num, models, most + 1);
  const events = await eventsAfter(read, tenant, num, from, most);
  return {
    memories,
    events: events.map(({ seq, text, erasedAt }) => ({
      seq,
      text: erasedAt === null && text.trim() !== "" ? text : "",
    })),
    from,
  };
}

async function embedPending(
  { store, embedder, now }: EmbedTools,
  scope: Scope,
  { memories, events, from }: Pending,
  signal: AbortSignal | undefined,
  onKept: (count: number) => void,
): Promise<void> {
  const keep = (made: Pick<StoreVectorsArgs, "memories" | "events" | "embeddedSeq">): Promise<void> =>
    store.write("storeVectors", { scope, at: now(), embeddedBy: embedderName(embedder), ...made });
  for (const round of rounds(memories)) {
    const vectors = await vectorsOf(embedder, textsOf(round), signal);
    const made = round.map(({ id, text }, i) => ({ id, text: textHash(text), vectors: vectors[i]! }));
    await keep({ memories: made, events: [], embeddedSeq: from });
    onKept(round.length);
  }
  for (const round of rounds(events)) {
    const spoken = round.filter(({ text }) => text !== "");
    const vectors = await vectorsOf(embedder, textsOf(spoken), signal);
    const made = spoken.map(({ seq }, i) => ({ seq, vectors: vectors[i]! }));
    await keep({ memories: [], events: made, embeddedSeq: round.at(-1)!.seq });
    onKept(round.length);
  }
}

function textsOf(round: readonly { readonly text: string }[]): string[] {
  return round.map(({ text }) => text);
}

function* rounds<T>(items: readonly T[]): Generator<readonly T[], void, void> {
  for (let at = 0; at < items.length; at += ROUND) yield items.slice(at, at + ROUND);
}
