import type { Scope } from "../domain/scope.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Store } from "../store/port.ts";
import { findScope } from "../store/scopes.ts";
import { embedState, eventsToEmbed } from "../store/vectors.ts";
import { vectorsOf, vectorsOfMost } from "./vectors-of.ts";

/**
 * Embeds the events that no model could embed when their turn came. The first of them is tried by itself: while that
 * one cannot be had, the others are left for another time, and nobody is kept waiting for them.
 */
export async function mendGap(
  store: Store,
  embedder: Embedder,
  name: string,
  scope: Scope,
  round: number,
  at: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const row = await findScope(store.read, scope);
    const state = row === undefined ? undefined : await embedState(store.read, scope.tenant, row.num);
    const gap = state?.embed_gap ?? null;
    if (row === undefined || state === undefined || gap === null || state.embedded_by !== name) return;
    const models = embedder.models.map(({ id }) => id);
    const until = state.embedded_seq;
    const events = await eventsToEmbed(store.read, scope.tenant, row.num, models, gap, until, round);
    const [first] = events;
    if (first !== undefined) {
      const probe = await vectorsOf(embedder, [first.text], signal).catch(() => null);
      if (probe === null) return;
    }
    const texts = events.map(({ text }) => text);
    const vectors = texts.length === 0 ? [] : await vectorsOfMost(embedder, texts, signal);
    const missed = events.find((_, i) => vectors[i]!.length === 0)?.seq;
    const rest = events.length < round ? null : events.at(-1)!.seq + 1;
    await store.write("storeVectors", {
      scope,
      at,
      memories: [],
      events: events.flatMap(({ seq }, i) =>
        vectors[i]!.length === 0 ? [] : [{ seq, vectors: vectors[i]! }],
      ),
      embeddedSeq: until,
      embeddedBy: name,
      gap: missed ?? rest,
    });
    if (missed !== undefined || rest === null) return;
  }
}
