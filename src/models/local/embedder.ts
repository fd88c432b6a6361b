import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { type Embedder, type Embedding, QueryCache } from "../embedder.ts";
import { ENGLISH, LOCAL_MODELS, modelFor } from "./catalogue.ts";
import type { LoadOptions } from "./loader.ts";
import { ModelStates } from "./model-states.ts";
import type { RuntimeKind } from "./pipeline.ts";
import { EmbedThread } from "./thread.ts";
import type { Lane } from "./wire.ts";

export interface LocalEmbedderOptions extends Omit<LoadOptions, "signal"> {
  /** When the English model is loaded: "now", in the background, or at its "first-use". Default: "now". */
  readonly start?: "now" | "first-use" | undefined;
  /** Default: "native" where it works, "wasm" elsewhere; `MEMOIR_ONNX_RUNTIME` says otherwise. */
  readonly runtime?: RuntimeKind | undefined;
}

/** How much may wait in the worker. Beyond that a call's promise waits here, without a copy of its text. */
const DOCUMENTS_IN_WORKER = 64;
const QUERIES_IN_WORKER = 256;
/** No model reads further: 512 tokens are far fewer characters than this. */
const MAX_CHARACTERS = 8_000;

/** The embedder that needs no key and no server: two small models in a worker thread, one for Chinese. */
export function localEmbedder(options: LocalEmbedderOptions = {}): Embedder {
  const models = LOCAL_MODELS.map(({ id, dims }) => ({ id, dims }));
  const cache = new QueryCache();
  const gates: Readonly<Record<Lane, Gate>> = {
    document: new Gate(DOCUMENTS_IN_WORKER),
    query: new Gate(QUERIES_IN_WORKER),
  };
  let thread: EmbedThread | undefined;
  let closed: Promise<void> | undefined;

  const running = (): EmbedThread => {
    if (closed !== undefined) {
      throw new MemoirError("closed", "This embedder is closed. Open another to embed.");
    }
    const { modelsDir, cacheDir, registry, hub, answerMs, stallMs, pauseMs, runtime } = options;
    thread ??= new EmbedThread(
      { load: { modelsDir, cacheDir, registry, hub, answerMs, stallMs, pauseMs }, runtime },
      {
        onProgress: (progress) => {
          states.progress(progress);
          options.onProgress?.(progress);
        },
        onRefused: (message) => options.onRefused?.(message),
        onDown: (error) => {
          thread = undefined;
          states.down(error);
        },
      },
    );
    return thread;
  };
  const states = new ModelStates((model) => running().load(model));

  /** A call: the process stays for it, and it knows two more ways to end, abort and close. */
  const during = async <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    if (isAborted(signal)) throw aborted();
    const letGo = running().hold();
    try {
      return await work();
    } catch (error) {
      throw isAborted(signal) ? aborted() : error;
    } finally {
      letGo();
    }
  };

  /** Called with a place in the lane's gate, which it gives back. */
  const embed = async (
    lane: Lane,
    model: string,
    text: string,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array> => {
    try {
      return await running().embed(lane, model, text.slice(0, MAX_CHARACTERS), signal);
    } finally {
      gates[lane].leave();
    }
  };

  const query = async (model: string, text: string, signal?: AbortSignal): Promise<Float32Array> => {
    const known = cache.get(model, text);
    if (known !== undefined) return known;
    await states.load(model, { retry: "later", signal });
    await gates.query.enter(signal);
    const vector = await embed("query", model, text, signal);
    cache.set(model, text, vector);
    return vector;
  };

  if (options.start !== "first-use") states.load(ENGLISH.id, { retry: "now" }).catch(() => undefined);
  return {
    models,
    state: () =>
      closed === undefined ? states.summary() : { status: "failed", detail: "The embedder is closed." },
    ready: () => during(undefined, () => states.load(ENGLISH.id, { retry: "now" })),

    /** Rejects as a whole if the model of one of the texts cannot be had. */
    embedDocuments: (texts, { signal } = {}) =>
      during(signal, async () => {
        const embeddings: Embedding[] = [];
        const jobs: Promise<void>[] = [];
        let failed: { readonly error: unknown } | undefined;
        for (const [i, text] of texts.entries()) {
          const model = modelFor(text).id;
          await states.load(model, { retry: "later", signal });
          await gates.document.enter(signal);
          const own = (vector: Float32Array): void => {
            embeddings[i] = { model, vector };
          };
          const fail = (error: unknown): void => {
            failed ??= { error };
          };
          jobs.push(embed("document", model, text, signal).then(own, fail));
          if (failed !== undefined) break;
        }
        await Promise.all(jobs);
        if (failed !== undefined) throw failed.error;
        return embeddings;
      }),

    embedQuery: (text, { models: wanted = [modelFor(text).id], signal } = {}) =>
      during(signal, () => {
        for (const model of wanted) refuseUnknown(model);
        return Promise.all(
          wanted.map(async (model) => ({ model, vector: await query(model, text, signal) })),
        );
      }),

    close() {
      closed ??= (async () => {
        cache.clear();
        await thread?.close();
      })();
      return closed;
    },
  };
}

function refuseUnknown(model: string): void {
  if (LOCAL_MODELS.some(({ id }) => id === model)) return;
  const known = LOCAL_MODELS.map(({ id }) => id).join(", ");
  throw invalidArgument(
    `The local embedder has no model ${show(model)}; it has ${known}. Ask only for those.`,
  );
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function aborted(): MemoirError {
  return new MemoirError("aborted", "The call was aborted. Nothing was embedded.");
}

/**
 * Lets so many through at a time; the others wait in line. It bounds what is handed to the worker, where each text
 * is a copy: past that, the caller's promise waits.
 */
export class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Resolves when there is a place; rejects with the signal's reason, and leaves the line, when it aborts first. */
  enter(signal?: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting.push(go);
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
