import type { Embedder } from "../models/embedder.ts";
import type { NewVector } from "../store/vectors.ts";
import { vectorsOf } from "./vectors-of.ts";

/** A write waits no longer than this for its vectors; then a job makes them (C3). */
const WAIT_MS = 2_000;

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
