import type { Scope } from "../domain/scope.ts";
import type { Embedder } from "../models/embedder.ts";
import { eventsAfter } from "../store/events.ts";
import { openStore } from "../store/open.ts";
import { findScope } from "../store/scopes.ts";
import { embedState, memoriesToEmbed } from "../store/vectors.ts";
import { type StoreVectorsArgs, textHash } from "../store/writes/vectors.ts";
import { embedderName } from "./embed.ts";
import { vectorsOf } from "./vectors-of.ts";

/** Kept together, so that a stop loses little. */
const ROUND = 32;

/** What a scope has without vectors. */
export interface Pending {
  readonly memories: readonly { readonly id: string; readonly text: string }[];
  /** In their order, those without words too: they are passed over. */
  readonly events: readonly { readonly seq: number; readonly text: string }[];
  /** Events up to here are embedded already. */
  readonly from: number;
}

/** What a scope lacks; `"too many"` where it lacks more than `most` texts. */
export async function findPending(
  database: string,
  scope: Scope,
  embedder: Embedder,
  most: number,
): Promise<Pending | "too many"> {
  // Read-only: a look that finds nothing, as most do, starts no writer.
  const store = await openStore({ database, readOnly: true });
  try {
    const { read } = store;
    const { tenant } = scope;
    const num = (await findScope(read, scope))?.num;
    const state = num === undefined ? undefined : await embedState(read, tenant, num);
    if (num === undefined || state === undefined) return { memories: [], events: [], from: 0 };
    const from = state.embedded_by === embedderName(embedder) ? state.embedded_seq : 0;
    if (state.seq - from > most) return "too many";
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
  } finally {
    await store.close();
  }
}

/** Makes and keeps the vectors that are pending, a round at a time. */
export async function embedPending(
  database: string,
  scope: Scope,
  embedder: Embedder,
  { memories, events, from }: Pending,
  signal: AbortSignal,
  onKept: (count: number) => void,
): Promise<void> {
  const store = await openStore({ database });
  const keep = (made: Pick<StoreVectorsArgs, "memories" | "events" | "embeddedSeq">): Promise<void> =>
    store.write("storeVectors", { scope, at: Date.now(), embeddedBy: embedderName(embedder), ...made });
  try {
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
