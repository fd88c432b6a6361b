import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import {
  type Embedder,
  type EmbedderState,
  type Embedding,
  type EmbeddingModelInfo,
  QueryCache,
} from "../embedder.ts";
import { type Family, type LocalModel, modelFor, modelsOf, OWN, PUBLIC } from "./catalogue.ts";
import { installedOf, type LoadOptions } from "./loader.ts";
import { LoadStates } from "./model-states.ts";
import type { Read } from "./pipeline.ts";
import { EmbedThread } from "./thread.ts";
import type { EmbedPriority } from "./wire.ts";

export interface LocalEmbedderOptions extends Omit<LoadOptions, "signal"> {
  /** The models. Default: the package's own. */
  readonly family?: Family | undefined;
  /** When the English model is loaded: "now", in the background, or at its "first-use". Default: "now". */
  readonly start?: "now" | "first-use" | undefined;
}

/** How much may wait in the worker. Beyond that a call's promise waits here, without a copy of its text. */
const DOCUMENTS_IN_WORKER = 64;
const QUERIES_IN_WORKER = 256;
/** No model reads further: 512 tokens are far fewer characters than this. */
const MAX_CHARACTERS = 8_000;

/** The embedder that needs no key, no server and no network: two small models in a worker thread, one for Chinese. */
export function localEmbedder(options: LocalEmbedderOptions = {}): Embedder {
  const { family = OWN } = options;
  const former = family === OWN ? installedOf(PUBLIC, options) : [];
  const reader = new LocalReader(family, options);

  if (options.start !== "first-use") reader.loadFirst().catch(() => undefined);
  return {
    models: spacesOf(family),
    former: former.map(({ id }) => id),
    state: () => reader.state(),
    ready: () => reader.during(undefined, () => reader.loadFirst()),
    /** Rejects as a whole if the model of one of the texts cannot be had. */
    embedDocuments: (texts, { signal } = {}) =>
      reader.during(signal, () => reader.embedDocuments(texts, signal)),
    whoseWords: (text, { signal } = {}) => reader.during(signal, () => reader.whoseWords(text, signal)),
    embedQuery: (text, { models = [modelFor(text, family).id], signal } = {}) =>
      reader.during(signal, () => {
        const localModels = models.map(
          (space) => former.find(({ id }) => id === space) ?? modelIn(space, text, family),
        );
        return Promise.all(localModels.map((model) => reader.embedQuery(model, text, signal)));
      }),
    close: () => reader.close(),
  };
}

/** The worker thread with its models, which is started when it is first needed. */
class LocalReader {
  readonly #family: Family;
  readonly #options: LocalEmbedderOptions;
  readonly #states: LoadStates;
  readonly #cache = new QueryCache();
  readonly #gates: Readonly<Record<EmbedPriority, Semaphore>> = {
    document: new Semaphore(DOCUMENTS_IN_WORKER),
    query: new Semaphore(QUERIES_IN_WORKER),
  };
  #thread: EmbedThread | undefined;
  #closed: Promise<void> | undefined;

  constructor(family: Family, options: LocalEmbedderOptions) {
    this.#family = family;
    this.#options = options;
    this.#states = new LoadStates(family, (model) => this.#running().load(model));
  }

  state(): EmbedderState {
    if (this.#closed === undefined) return this.#states.summary();
    return { status: "failed", detail: "The embedder is closed." };
  }

  /** Loads the English model. */
  loadFirst(): Promise<void> {
    return this.#states.load(this.#family.english.name, { retry: "now" });
  }

  /** A call: the process stays for it, and it knows two more ways to end, abort and close. */
  async during<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (isAborted(signal)) throw abortedError();
    const letGo = this.#running().hold();
    try {
      return await work();
    } catch (error) {
      throw isAborted(signal) ? abortedError() : error;
    } finally {
      letGo();
    }
  }

  async embedDocuments(texts: readonly string[], signal: AbortSignal | undefined): Promise<Embedding[]> {
    const embeddings: Embedding[] = [];
    const jobs: Promise<void>[] = [];
    let failed: { readonly error: unknown } | undefined;
    for (const [i, text] of texts.entries()) {
      const { id, name } = modelFor(text, this.#family);
      await this.#enter(name, "document", signal);
      const store = ({ vector, core }: Read): void => {
        embeddings[i] = { model: id, vector: vector!, ...(core === null ? {} : { core }) };
      };
      const fail = (error: unknown): void => {
        failed ??= { error };
      };
      jobs.push(this.#read({ lane: "document", whose: false }, name, text, signal).then(store, fail));
      if (failed !== undefined) break;
    }
    await Promise.all(jobs);
    if (failed !== undefined) throw failed.error;
    return embeddings;
  }

  async embedQuery(
    { id, name }: LocalModel,
    text: string,
    signal: AbortSignal | undefined,
  ): Promise<Embedding> {
    const cached = this.#cache.get(id, text);
    if (cached !== undefined) return cached;
    await this.#enter(name, "query", signal);
    const { vector, asks } = await this.#read({ lane: "query", whose: false }, name, text, signal);
    const embedding = { model: id, vector: vector!, ...(asks === null ? {} : { asks }) };
    this.#cache.set(text, embedding);
    return embedding;
  }

  async whoseWords(text: string, signal: AbortSignal | undefined): Promise<Read["handedOver"]> {
    const { name } = modelFor(text, this.#family);
    await this.#enter(name, "document", signal);
    const { handedOver } = await this.#read({ lane: "document", whose: true }, name, text, signal);
    if (handedOver === null || text.length <= MAX_CHARACTERS) return handedOver;
    // Behind what was read it goes on as it ends.
    const isOpen = handedOver.length > 0;
    return isOpen ? [...handedOver, [MAX_CHARACTERS, text.length] as const] : handedOver;
  }

  close(): Promise<void> {
    this.#closed ??= (async () => {
      this.#cache.clear();
      await this.#thread?.close();
    })();
    return this.#closed;
  }

  /** Waits for the model, then for a place in the lane's gate. */
  async #enter(model: string, lane: EmbedPriority, signal: AbortSignal | undefined): Promise<void> {
    await this.#states.load(model, { retry: "later", signal });
    await this.#gates[lane].enter(signal);
  }

  /** Called with a place in the lane's gate, which it gives back. */
  async #read(
    how: { readonly lane: EmbedPriority; readonly whose: boolean },
    model: string,
    text: string,
    signal: AbortSignal | undefined,
  ): Promise<Read> {
    try {
      return await this.#running().embed(how, model, text.slice(0, MAX_CHARACTERS), signal);
    } finally {
      this.#gates[how.lane].leave();
    }
  }

  #running(): EmbedThread {
    if (this.#closed !== undefined) {
      throw new MemoirError("closed", "This embedder is closed. Open another to embed.");
    }
    const { modelsDir, cacheDir, registry, hub, answerMs, stallMs, pauseMs } = this.#options;
    this.#thread ??= new EmbedThread(
      { load: { modelsDir, cacheDir, registry, hub, answerMs, stallMs, pauseMs } },
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
}

/** The spaces of a family, each once. */
function spacesOf(family: Family): EmbeddingModelInfo[] {
  const spaces = modelsOf(family).map(({ id, dims, judges }): EmbeddingModelInfo => {
    return judges === undefined ? { id, dims } : { id, dims, tells: "core-1", readsQuestions: true };
  });
  return [...new Map(spaces.map((one) => [one.id, one])).values()];
}

/** The model for a text in one space; of several that share it, the one that fits. */
export function modelIn(space: string, text: string, family: Family): LocalModel {
  const fitting = modelFor(text, family);
  const match = [fitting, ...modelsOf(family)].find(({ id }) => id === space);
  if (match !== undefined) return match;
  const spaces = spacesOf(family).map(({ id }) => id);
  throw invalidArgument(
    `The local embedder has no model ${show(space)}; it has ${spaces.join(", ")}. Ask only for those.`,
  );
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function abortedError(): MemoirError {
  return new MemoirError("aborted", "The call was aborted. Nothing was embedded.");
}

/**
 * Lets so many through at a time; the others wait in line. It bounds what is handed to the worker, where each text
 * is a copy: past that, the caller's promise waits.
 */
export class Semaphore {
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
