import { MemoirError } from "../domain/errors.ts";
import type { Embedder } from "../models/embedder.ts";
import { offlineEmbedder } from "../models/local/offline-embedder.ts";
import { resolveEmbedder } from "../models/resolve-embedder.ts";
import type { Context } from "./context.ts";
import type { Io } from "./io.ts";
import { placesOf } from "./models/inspect.ts";
import type { Output } from "./output.ts";
import { patiently } from "./waiting.ts";

/** The configured embedder for one command; `null` for none. It never fetches a model, and what it lacks it says. */
export async function commandEmbedder(name: string, io: Io): Promise<Embedder | null> {
  if (name === "local") return offlineEmbedder(placesOf(io.env), `${io.self} models pull`);
  try {
    return resolveEmbedder(name, { env: io.env });
  } catch (error) {
    // A key that is missing must not keep a command from its work.
    if (MemoirError.is(error)) return unavailable(error);
    throw error;
  }
}

function unavailable(error: MemoirError): Embedder {
  const fail = (): Promise<never> => Promise.reject(error);
  return {
    models: [],
    state: () => ({ status: "failed", detail: error.message }),
    ready: fail,
    embedDocuments: fail,
    embedQuery: fail,
    close: async () => undefined,
  };
}

/** No more is read to load the model that fits a text. */
const SAMPLE = 500;

/** Waits until this text can be embedded, unless it cannot be: its state then says why. */
export async function loadFor(embedder: Embedder, text: string, context: Context): Promise<void> {
  // One on a server has nothing to load, and is asked when there is something to ask.
  if (embedder.state().status !== "loading") return;
  const { signal } = context.io;
  const loading = embedder.embedQuery(text.slice(0, SAMPLE), { signal }).catch(() => undefined);
  await patiently(context, () => "Loading the embedding model…", loading);
  signal.throwIfAborted();
}

/** For a command whose answer does not say it: why there are no vectors. */
export function tellFailure(embedder: Embedder | null, out: Output): void {
  const state = embedder?.state();
  if (state?.status === "failed") out.notice(state.detail);
}
