import { invalidArgument, MemoirError, show } from "../domain/errors.ts";
import type { Environment } from "../runtime/environment.ts";
import { type Embedder, type EmbedderState, isEmbedder, QueryCache, toUnit, untilDone } from "./embedder.ts";
import { isSdkModel, sdkModelId } from "./language/ai-sdk.ts";
import { compatibleEndpoint, splitName } from "./language/resolve.ts";
import { systemTime, withRetries } from "./language/retry.ts";
import { FAMILIES } from "./local/catalogue.ts";
import { type LocalEmbedderOptions, localEmbedder } from "./local/embedder.ts";

/**
 * How a user names an embedder: "local" (the default), "local/minilm", "none", `"provider/model"` with a provider that speaks
 * OpenAI's protocol, an AI SDK embedding model, or an object of the port.
 */
export type EmbedderSpec = string | Embedder | SdkEmbeddingModel;

export interface ResolveEmbedderOptions {
  /** Where keys and addresses come from. Default: `process.env`. */
  readonly env?: Environment | undefined;
  /** For "local". */
  readonly local?: LocalEmbedderOptions | undefined;
}

/**
 * Creates the embedder that the user configured; `null` for "none". Mistakes are reported now; it waits for nothing,
 * and the AI SDK is loaded at the first call.
 */
export function resolveEmbedder(
  spec: EmbedderSpec = "local",
  { env = process.env, local }: ResolveEmbedderOptions = {},
): Embedder | null {
  if (spec === "none") return null;
  const family = FAMILIES.find(({ embedder }) => embedder === spec);
  if (family !== undefined) return localEmbedder({ ...local, family });
  if (typeof spec === "string") return fromName(spec, env);
  if (isEmbedder(spec)) return spec;
  if (isSdkModel<SdkEmbeddingModel>(spec, "doEmbed")) return aiSdkEmbedder(spec);
  const sdkModel = spec as { doEmbed?: unknown; doGenerate?: unknown } | null | undefined;
  if (typeof sdkModel?.doGenerate === "function") {
    throw invalid(spec, "a language model; pass it as the model");
  }
  if (typeof sdkModel?.doEmbed === "function") throw invalid(spec, "a model of an AI SDK older than 5");
  throw invalid(spec, "no embedder");
}

function fromName(name: string, env: Environment): Embedder {
  const parts = splitName(name);
  if (parts === undefined) throw invalid(name, "not of the form provider/model");
  const { provider, modelId } = parts;
  const endpoint = compatibleEndpoint(provider, env);
  if (endpoint === undefined) {
    throw invalid(name, `of ${show(provider)}, which has no embeddings in OpenAI's protocol`);
  }
  return sdkEmbedder(`${provider}/${modelId}`, async () => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible").catch((error: unknown) => {
      const install =
        "@ai-sdk/openai-compatible is not installed. Run: npm install @ai-sdk/openai-compatible";
      throw new MemoirError("model_unavailable", install, { cause: error });
    });
    return createOpenAICompatible({ name: provider, ...endpoint }).embeddingModel(modelId);
  });
}

function invalid(spec: unknown, why: string): MemoirError {
  const name = typeof spec === "string" ? show(spec) : `This ${typeof spec}`;
  return invalidArgument(
    `${name} is ${why}. An embedder is "local", "local/minilm", "none" or "provider/model", as in ` +
      '"openai/text-embedding-3-small" or "ollama/nomic-embed-text"; an AI SDK embedding model; or an object ' +
      "with models, state, ready, embedDocuments, embedQuery and close.",
  );
}

/**
 * The part of an AI SDK embedding model that Memoir needs. Structural, and the same in its specifications v2, v3 and
 * v4, so that a model of any AI SDK from 5 on works and no version of it is part of our types.
 */
export interface SdkEmbeddingModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall?: number | undefined | PromiseLike<number | undefined>;
  doEmbed(options: never): PromiseLike<unknown>;
}

interface SdkEmbedderOptions {
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

/** Any AI SDK embedding model as an embedder. It is one model, so it takes every text. */
export function aiSdkEmbedder(model: SdkEmbeddingModel, options: SdkEmbedderOptions = {}): Embedder {
  return sdkEmbedder(options.id ?? sdkModelId(model), async () => model, options);
}

/** The same for a model that is made at its first use. */
function sdkEmbedder(
  id: string,
  load: () => Promise<SdkEmbeddingModel>,
  options: Omit<SdkEmbedderOptions, "id"> = {},
): Embedder {
  const cache = new QueryCache();
  const requests = new EmbeddingRequests(id, load, options);
  return {
    get models() {
      return [{ id, dims: requests.dims }];
    },
    state: () => requests.state(),
    /** Asks for one vector, if none was had yet. */
    async ready() {
      if (!requests.hasAnswered) await requests.embed(["ready"]);
    },
    async embedDocuments(texts, { signal } = {}) {
      return (await requests.embed(texts, signal)).map((vector) => ({ model: id, vector }));
    },
    async embedQuery(text, { models = [id], signal } = {}) {
      const other = models.find((name) => name !== id);
      if (other !== undefined) {
        const message = `This embedder has no model ${show(other)}; it has ${id}. Ask only for that.`;
        throw invalidArgument(message);
      }
      if (models.length === 0) return [];
      const cached = cache.get(id, text);
      if (cached !== undefined) return models.map(() => cached);
      const embedding = { model: id, vector: (await requests.embed([text], signal))[0]! };
      cache.set(text, embedding);
      return models.map(() => embedding);
    },
    async close() {
      requests.end();
      cache.clear();
    },
  };
}

/** The requests to one model: in batches, tried again, and checked. */
class EmbeddingRequests {
  readonly #id: string;
  readonly #model: () => Promise<SdkEmbeddingModel>;
  readonly #timeoutMs: number;
  readonly #ending = new AbortController();
  #dims: number;
  #hasAnswered = false;
  #failure: string | undefined;

  constructor(
    id: string,
    load: () => Promise<SdkEmbeddingModel>,
    { dims = 0, timeoutMs = 30_000 }: Omit<SdkEmbedderOptions, "id">,
  ) {
    this.#id = id;
    this.#model = untilDone(load);
    this.#dims = dims;
    this.#timeoutMs = timeoutMs;
  }

  get dims(): number {
    return this.#dims;
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** There is nothing to load: it is ready until a call fails, and again when one succeeds. */
  state(): EmbedderState {
    if (this.#ending.signal.aborted) return { status: "failed", detail: "The embedder is closed." };
    return this.#failure === undefined
      ? { status: "ready", detail: `${this.#id} is asked for every vector.` }
      : { status: "failed", detail: this.#failure };
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    if (this.#ending.signal.aborted) throw closedError();
    try {
      const vectors: Float32Array[] = [];
      while (vectors.length < texts.length) {
        const limit = (await (await this.#model()).maxEmbeddingsPerCall) ?? PER_CALL;
        const some = Math.max(1, Math.min(PER_CALL, limit));
        vectors.push(...(await this.#ask(texts.slice(vectors.length, vectors.length + some), signal)));
      }
      if (vectors.length > 0) this.#hasAnswered = true;
      this.#failure = undefined;
      return vectors;
    } catch (error) {
      if (this.#ending.signal.aborted) throw closedError();
      // That the caller gave up says nothing about the model.
      if (MemoirError.is(error) && error.code !== "aborted") this.#failure = error.message;
      throw error;
    }
  }

  end(): void {
    this.#ending.abort();
  }

  async #ask(batch: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const values = batch.map((text) => text.slice(0, MAX_CHARACTERS).toWellFormed());
    const ending = this.#ending.signal;
    const options = {
      model: this.#id,
      time: systemTime(),
      timeoutMs: this.#timeoutMs,
      retries: RETRIES,
      random: Math.random,
      signal: AbortSignal.any(signal === undefined ? [ending] : [signal, ending]),
    };
    const answer = await withRetries(options, async (abortSignal) =>
      (await this.#model()).doEmbed({ values, abortSignal } as never),
    );
    return this.#vectorsOf(answer, batch.length);
  }

  #vectorsOf(answer: unknown, count: number): Float32Array[] {
    const embeddings = (answer as { embeddings?: unknown } | null | undefined)?.embeddings;
    const list: unknown[] = Array.isArray(embeddings) ? embeddings : [];
    if (list.length !== count) throw this.#bad(`returned ${list.length} vectors for ${count} texts`);
    return list.map((values) => {
      if (!Array.isArray(values) && !ArrayBuffer.isView(values)) {
        throw this.#bad("returned what is no vector");
      }
      const vector = toUnit(values as ArrayLike<number>, this.#id);
      if (this.#dims === 0) this.#dims = vector.length;
      if (vector.length === this.#dims) return vector;
      throw this.#bad(`returned ${vector.length} numbers in a vector instead of ${this.#dims}`);
    });
  }

  #bad(what: string): MemoirError {
    return new MemoirError("model_bad_output", `The embedding model ${this.#id} ${what}.`, {
      details: { model: this.#id },
    });
  }
}

function closedError(): MemoirError {
  return new MemoirError("closed", "This embedder is closed. Open another to embed.");
}
