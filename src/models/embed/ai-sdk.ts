import { MemoirError, show } from "../../domain/errors.ts";
import {
  type Embedder,
  type EmbedderState,
  type Embedding,
  type EmbeddingModelInfo,
  QueryCache,
  toUnit,
} from "../embedder.ts";
import { systemTime, withRetries } from "../language/retry.ts";

/**
 * What Memoir needs of an AI SDK embedding model. Structural, and the same in its specifications v2, v3 and v4, so
 * that a model of any AI SDK from 5 on will do and no version of it is part of our types.
 */
export interface SdkEmbeddingModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall?: number | undefined | PromiseLike<number | undefined>;
  doEmbed(options: never): PromiseLike<unknown>;
}

export interface SdkEmbedderOptions {
  /** Names the model beside its vectors. Default: `provider/model`. */
  readonly id?: string | undefined;
  /** The vectors' length. Default: learned from the first vector; until then `models` says 0. */
  readonly dims?: number | undefined;
  /** For one request, its retries included. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
}

/** Texts in one request; a model that takes fewer says so. */
const PER_CALL = 96;
const RETRIES = 2;
/** Providers refuse what is longer than 8,192 tokens; our texts are sentences and passages. */
const MAX_CHARACTERS = 6_000;

export function isSdkEmbeddingModel(value: unknown): value is SdkEmbeddingModel {
  if (typeof value !== "object" || value === null) return false;
  const { doEmbed, modelId, provider, specificationVersion } = value as Partial<SdkEmbeddingModel>;
  return (
    typeof doEmbed === "function" &&
    typeof modelId === "string" &&
    typeof provider === "string" &&
    /^v[2-9]$/.test(String(specificationVersion))
  );
}

/** Any AI SDK embedding model as an embedder. It is one model, so it takes every text. */
export function aiSdkEmbedder(model: SdkEmbeddingModel, options: SdkEmbedderOptions = {}): Embedder {
  const id = options.id ?? `${model.provider.split(".")[0]}/${model.modelId}`;
  return sdkEmbedder(id, async () => model, options);
}

/** The same for a model that is made at its first use. */
export function sdkEmbedder(
  id: string,
  load: () => Promise<SdkEmbeddingModel>,
  options: Omit<SdkEmbedderOptions, "id"> = {},
): Embedder {
  return new SdkEmbedder(id, load, options);
}

class SdkEmbedder implements Embedder {
  readonly #id: string;
  readonly #load: () => Promise<SdkEmbeddingModel>;
  readonly #timeoutMs: number;
  readonly #cache = new QueryCache();
  readonly #ending = new AbortController();
  #model: Promise<SdkEmbeddingModel> | undefined;
  #dims: number;
  #hasAnswered = false;
  #failure: string | undefined;

  constructor(id: string, load: () => Promise<SdkEmbeddingModel>, options: SdkEmbedderOptions) {
    this.#id = id;
    this.#load = load;
    this.#dims = options.dims ?? 0;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
  }

  get models(): readonly EmbeddingModelInfo[] {
    return [{ id: this.#id, dims: this.#dims }];
  }

  /** There is nothing to load: it is ready until a call fails, and again when one succeeds. */
  state(): EmbedderState {
    if (this.#ending.signal.aborted) return { status: "failed", detail: "The embedder is closed." };
    return this.#failure === undefined
      ? { status: "ready", detail: `${this.#id} is asked for every vector.` }
      : { status: "failed", detail: this.#failure };
  }

  /** Asks for one vector, if none was had yet. */
  async ready(): Promise<void> {
    if (!this.#hasAnswered) await this.#embed(["ready"], undefined);
  }

  async embedDocuments(
    texts: readonly string[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Embedding[]> {
    const vectors = await this.#embed(texts, signal);
    return vectors.map((vector) => ({ model: this.#id, vector }));
  }

  async embedQuery(
    text: string,
    {
      models = [this.#id],
      signal,
    }: { readonly models?: readonly string[]; readonly signal?: AbortSignal } = {},
  ): Promise<Embedding[]> {
    const other = models.find((model) => model !== this.#id);
    if (other !== undefined) {
      const message = `This embedder has no model ${show(other)}; it has ${this.#id}. Ask only for that.`;
      throw new MemoirError("invalid_argument", message);
    }
    if (models.length === 0) return [];
    const vector = this.#cache.get(this.#id, text) ?? (await this.#embed([text], signal))[0]!;
    this.#cache.set(this.#id, text, vector);
    return models.map(() => ({ model: this.#id, vector }));
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#cache.clear();
  }

  async #embed(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    if (this.#ending.signal.aborted) throw closed();
    try {
      const vectors: Float32Array[] = [];
      while (vectors.length < texts.length) {
        const batch = texts.slice(vectors.length, vectors.length + (await this.#perCall()));
        vectors.push(...(await this.#ask(batch, signal)));
      }
      if (vectors.length > 0) this.#hasAnswered = true;
      this.#failure = undefined;
      return vectors;
    } catch (error) {
      if (this.#ending.signal.aborted) throw closed();
      // That the caller gave up says nothing about the model.
      if (MemoirError.is(error) && error.code !== "aborted") this.#failure = error.message;
      throw error;
    }
  }

  async #perCall(): Promise<number> {
    const limit = (await (await this.#loaded()).maxEmbeddingsPerCall) ?? PER_CALL;
    return Math.max(1, Math.min(PER_CALL, limit));
  }

  async #ask(batch: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const values = batch.map((text) => text.slice(0, MAX_CHARACTERS).toWellFormed());
    const signals = signal === undefined ? [this.#ending.signal] : [signal, this.#ending.signal];
    const answer = await withRetries(
      {
        model: this.#id,
        time: systemTime(),
        timeoutMs: this.#timeoutMs,
        retries: RETRIES,
        random: Math.random,
        signal: AbortSignal.any(signals),
      },
      async (abortSignal) => (await this.#loaded()).doEmbed({ values, abortSignal } as never),
    );
    return this.#read(answer, batch.length);
  }

  #read(answer: unknown, wanted: number): Float32Array[] {
    const embeddings = (answer as { embeddings?: unknown } | null | undefined)?.embeddings;
    const got = Array.isArray(embeddings) ? embeddings.length : 0;
    if (!Array.isArray(embeddings) || got !== wanted) {
      throw this.#bad(`returned ${got} vectors for ${wanted} texts`);
    }
    return embeddings.map((values: unknown) => {
      if (!Array.isArray(values) && !ArrayBuffer.isView(values))
        throw this.#bad("returned what is no vector");
      const vector = toUnit(values as ArrayLike<number>, this.#id);
      if (this.#dims === 0) this.#dims = vector.length;
      if (vector.length !== this.#dims) {
        throw this.#bad(`returned ${vector.length} numbers in a vector instead of ${this.#dims}`);
      }
      return vector;
    });
  }

  #loaded(): Promise<SdkEmbeddingModel> {
    this.#model ??= this.#load().catch((error: unknown) => {
      this.#model = undefined;
      throw error;
    });
    return this.#model;
  }

  #bad(what: string): MemoirError {
    return new MemoirError("model_bad_output", `The embedding model ${this.#id} ${what}.`, {
      details: { model: this.#id },
    });
  }
}

function closed(): MemoirError {
  return new MemoirError("closed", "This embedder is closed. Open another to embed.");
}
