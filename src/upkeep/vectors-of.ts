import { passages } from "../domain/passages.ts";
import type { Embedder } from "../models/embedder.ts";
import type { PlacedMemoryRow } from "../store/memory-search.ts";
import { decodeVector, encodeVector, type NewVector, vectorsOfText } from "../store/vectors.ts";
import { type Near, nearTo } from "../write/nearest.ts";
import type { ChangedPage } from "./each-changed.ts";
import type { UpkeepTools } from "./task.ts";

/** A write waits no longer than this for its vectors; then a job makes them (C3). */
const WAIT_MS = 2_000;

/** A text's vectors: one a passage, as plain data. */
export async function vectorsOf(
  embedder: Embedder,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<NewVector[][]> {
  const parts = texts.map(passages);
  const vectors = await embedder.embedDocuments(parts.flat(), signal === undefined ? {} : { signal });
  let next = 0;
  return parts.map((own) =>
    own.map((_, part) => {
      const { model, vector } = vectors[next++]!;
      return { part, model, data: encodeVector(vector) };
    }),
  );
}

/**
 * All texts at once; where that fails, each alone, so that a model that cannot be had costs only its own texts, which have
 * no vectors then. Fails when none could be embedded.
 */
export async function vectorsOfMost(
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

/** The vectors of a text that is about to be written; none when there is no embedder, or it cannot answer in time. */
export async function embedNow(embedder: Embedder | null, text: string): Promise<NewVector[]> {
  if (embedder === null || embedder.state().status !== "ready") return [];
  try {
    const [vectors = []] = await vectorsOf(embedder, [text], AbortSignal.timeout(WAIT_MS));
    return vectors;
  } catch {
    return [];
  }
}

/** The memories of its scope nearest to a memory, by words and by meaning, without itself. */
export async function neighboursOf(
  tools: UpkeepTools,
  place: ChangedPage["place"],
  row: PlacedMemoryRow,
): Promise<Near[]> {
  const stored = await vectorsOfText(tools.store.read, place, "m", row.num);
  const vectors = stored.map(({ model, data }) => ({ model, vector: decodeVector(data) }));
  const near = await nearTo(tools, place, row.text, vectors);
  return near.filter((one) => one.row.id !== row.id);
}
