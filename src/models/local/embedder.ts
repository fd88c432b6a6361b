import { MemoirError, show } from "../../domain/errors.ts";
import { type Embedder, type EmbedderState, type Embedding, QueryCache } from "../embedder.ts";
import { ENGLISH, LOCAL_MODELS, modelFor } from "./catalogue.ts";
import type { LoadProgress, LoadSettings } from "./loader.ts";
import { ModelStates } from "./model-states.ts";
import type { RuntimeKind } from "./pipeline.ts";
import { EmbedThread } from "./thread.ts";
import type { Lane } from "./wire.ts";

export interface LocalEmbedderOptions extends LoadSettings {
  /** When the English model is loaded: "now", in the background, or at its "first-use". Default: "now". */
  readonly start?: "now" | "first-use" | undefined;
  /** Default: "native" where it works, "wasm" elsewhere; `MEMOIR_ONNX_RUNTIME` says otherwise. */
  readonly runtime?: RuntimeKind | undefined;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** Hears of each file that was refused, also when another source then had the right one. */
  readonly onRefused?: ((message: string) => void) | undefined;
}

/** How much may wait in the worker. Beyond that a call's promise waits here, without a copy of its text. */
const DOCUMENTS_IN_WORKER = 64;
const QUERIES_IN_WORKER = 256;
/** No model reads further: 512 tokens are far fewer characters than this. */
const MAX_CHARACTERS = 8_000;

/** The embedder that needs no key and no server: two small models in a worker thread, one for Chinese. */
export function localEmbedder(options: LocalEmbedderOptions = {}): Embedder {
  return new LocalEmbedder(options);
}

class LocalEmbedder implements Embedder {
  readonly models = LOCAL_MODELS.map(({ id, dims }) => ({ id, dims }));
  readonly #options: LocalEmbedderOptions;
  readonly #states = new ModelStates((model) => this.#running().load(model));
  readonly #cache = new QueryCache();
  readonly #gates: Readonly<Record<Lane, Gate>> = {
    document: new Gate(DOCUMENTS_IN_WORKER),
    query: new Gate(QUERIES_IN_WORKER),
  };
  #thread: EmbedThread | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: LocalEmbedderOptions) {
    this.#options = options;
    if (options.start !== "first-use") this.#states.load(ENGLISH.id, { retry: "now" }).catch(() => undefined);
  }

  state(): EmbedderState {
    if (this.#closed !== undefined) return { status: "failed", detail: "The embedder is closed." };
    return this.#states.summary();
  }

  ready(): Promise<void> {
    return this.#during(undefined, () => this.#states.load(ENGLISH.id, { retry: "now" }));
  }

  /** Rejects as a whole if the model of one of the texts cannot be had. */
  embedDocuments(
    texts: readonly string[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Embedding[]> {
    return this.#during(signal, async () => {
      const embeddings: Embedding[] = [];
      const jobs: Promise<void>[] = [];
      let failed: { readonly error: unknown } | undefined;
      for (const [i, text] of texts.entries()) {
        const model = modelFor(text).id;
        await this.#states.load(model, { retry: "later", signal });
        await this.#gates.document.enter(signal);
        jobs.push(
          this.#embed("document", model, text, signal).then(
            (vector) => {
              embeddings[i] = { model, vector };
            },
            (error) => {
              failed ??= { error };
            },
          ),
        );
        if (failed !== undefined) break;
      }
      await Promise.all(jobs);
      if (failed !== undefined) throw failed.error;
      return embeddings;
    });
  }

  embedQuery(
    text: string,
    {
      models = [modelFor(text).id],
      signal,
    }: { readonly models?: readonly string[]; readonly signal?: AbortSignal } = {},
  ): Promise<Embedding[]> {
    return this.#during(signal, () => {
      for (const model of models) this.#refuseUnknown(model);
      return Promise.all(
        models.map(async (model) => ({ model, vector: await this.#query(model, text, signal) })),
      );
    });
  }

  close(): Promise<void> {
    this.#closed ??= (async () => {
      this.#cache.clear();
      await this.#thread?.close();
    })();
    return this.#closed;
  }

  async #query(model: string, text: string, signal: AbortSignal | undefined): Promise<Float32Array> {
    const known = this.#cache.get(model, text);
    if (known !== undefined) return known;
    await this.#states.load(model, { retry: "later", signal });
    await this.#gates.query.enter(signal);
    const vector = await this.#embed("query", model, text, signal);
    this.#cache.set(model, text, vector);
    return vector;
  }

  /** Called with a place in the lane's gate, which it gives back. */
  async #embed(
    lane: Lane,
    model: string,
    text: string,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array> {
    try {
      return await this.#running().embed(lane, model, text.slice(0, MAX_CHARACTERS), signal);
    } finally {
      this.#gates[lane].leave();
    }
  }

  /** A call: the process stays for it, and it knows two more ways to end, abort and close. */
  async #during<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (isAborted(signal)) throw aborted();
    const letGo = this.#running().hold();
    try {
      return await work();
    } catch (error) {
      throw isAborted(signal) ? aborted() : error;
    } finally {
      letGo();
    }
  }

  #running(): EmbedThread {
    if (this.#closed !== undefined) {
      throw new MemoirError("closed", "This embedder is closed. Open another to embed.");
    }
    const { modelsDir, cacheDir, registry, hub, answerMs, stallMs, pauseMs, runtime } = this.#options;
    this.#thread ??= new EmbedThread(
      { load: { modelsDir, cacheDir, registry, hub, answerMs, stallMs, pauseMs }, runtime },
      {
        onProgress: (progress) => {
          this.#states.progress(progress);
          this.#options.onProgress?.(progress);
        },
        onRefused: (message) => this.#options.onRefused?.(message),
        onDown: (error) => {
          this.#thread = undefined;
          this.#states.down(error);
        },
      },
    );
    return this.#thread;
  }

  #refuseUnknown(model: string): void {
    if (this.models.some(({ id }) => id === model)) return;
    const known = this.models.map(({ id }) => id).join(", ");
    throw new MemoirError(
      "invalid_argument",
      `The local embedder has no model ${show(model)}; it has ${known}. Ask only for those.`,
    );
  }
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
