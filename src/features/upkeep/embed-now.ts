import type { Span } from "../../domain/text.ts";
import { type Embedder, soonReady } from "../../models/embedder.ts";
import { vectorsOf } from "../../scope-index/text-vectors.ts";
import type { NewVector } from "../../store/tables/vectors.ts";

/** A write waits no longer than this for its vectors; then a job makes them. */
const WAIT_MS = 2_000;

/** The vectors of a text that is about to be written; none when there is no embedder, or it cannot answer in time. */
export async function embedNow(embedder: Embedder | null, text: string): Promise<NewVector[]> {
  if (embedder === null || !(await isReady(embedder))) return [];
  // Not AbortSignal.timeout(), which no one can stop: it makes an error for each write, two seconds later.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), WAIT_MS).unref();
  try {
    const [vectors = []] = await vectorsOf(embedder, [text], late.signal);
    return vectors;
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}

/** Whoever reads messages waits longer, in the background: unjudged words may be taken for their speaker's. */
const JUDGE_MS = 30_000;

/** Which words of a message are not its speaker's; `null` where nobody can tell, or not in time. */
export async function whoseWordsNow(
  embedder: Embedder | null,
  text: string,
): Promise<readonly Span[] | null> {
  if (embedder?.whoseWords === undefined || !(await isReady(embedder))) return null;
  return embedder.whoseWords(text, { signal: AbortSignal.timeout(JUDGE_MS) }).catch(() => null);
}

/** What is written right after the start waits for a model that is loaded in a moment. */
async function isReady(embedder: Embedder): Promise<boolean> {
  if (embedder.state().status === "loading") await soonReady(embedder);
  return embedder.state().status === "ready";
}
