import { MemoirError } from "../domain/errors.ts";
import type { Span } from "../domain/text.ts";
import { BoundedMap } from "../runtime/bounded-map.ts";

/** A text's place in one model's space. Vectors of different models are never compared. */
export interface Embedding {
  /** The id of the model that made it; stored beside the vector. */
  readonly model: string;
  /** Of unit length, so that a dot product is a cosine. */
  readonly vector: Float32Array;
  /** Whether the text belongs in every prompt, where the embedder can tell. */
  readonly core?: CoreOdds;
  /** What the text asks for if it is a question, where the embedder can tell: only of `embedQuery`. */
  readonly asks?: Asked;
}

/** What a question asks for, the first three in log-odds. */
export interface Asked {
  /** Its answer needs something that was told before. */
  readonly memory: number;
  /** It asks for all about somebody. */
  readonly overview: number;
  /** In a group, its "I" asks for the asker's own life. */
  readonly own: number;
  /** The words that ask, where something else is said beside them: "what a day. which bus goes to the clinic?" */
  readonly part: Span | null;
}

/**
 * The log-odds that a text is a form of address, a lasting limit, a standing wish: the first three if it is a message, the
 * others if it is a memory about whoever asks. Empty: it is too long to be one.
 */
export type CoreOdds = readonly number[];

export interface EmbeddingModelInfo {
  readonly id: string;
  /** 0 while nobody knows: a remote model's size is learned from its first vector. */
  readonly dims: number;
  /** Names what else it tells of a text. Texts are read again when the name changes. Default: nothing. */
  readonly tells?: string;
  /** `embedQuery` tells what a question asks for (`Embedding.asks`). Default: false. */
  readonly readsQuestions?: boolean;
}

export interface EmbedderState {
  readonly status: "loading" | "ready" | "failed";
  /** For a person: what is being loaded, what is ready, or why it failed and what to do. */
  readonly detail: string;
}

/**
 * Turns texts into vectors. It is structural: any object of this shape can be passed to `openMemoir`. "failed" is a
 * report, not an end: a later call may try again, and a call that cannot be served rejects soon.
 */
export interface Embedder {
  /** The models it can produce vectors with. */
  readonly models: readonly EmbeddingModelInfo[];
  /**
   * Models whose vectors were stored before these came, and with which a question can still be embedded: a scope is searched
   * by them until it is embedded again. Default: none.
   */
  readonly former?: readonly string[];
  /** "loading" until the first model can answer; "failed" says why in `detail`. */
  state(): EmbedderState;
  /** Resolves when the first model can answer; rejects with the reason when it cannot. */
  ready(): Promise<void>;
  /** One vector a text, in the order given, each by the model that fits its text. */
  embedDocuments(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<Embedding[]>;
  /**
   * The stretches of a message that are not its speaker's own words: handed over to be worked on, quoted, pasted, played.
   * `null` where the model of its language cannot tell. Default: nobody can tell, and only the message's shape is looked at.
   */
  whoseWords?(text: string, options?: { readonly signal?: AbortSignal }): Promise<readonly Span[] | null>;
  /**
   * One vector by each of `models`, in that order. Default: the one model that fits the text. An id that is not
   * among `models` is refused: a scope that holds vectors of a former embedder is asked for less, by the caller.
   */
  embedQuery(
    text: string,
    options?: { readonly models?: readonly string[]; readonly signal?: AbortSignal },
  ): Promise<Embedding[]>;
  close(): Promise<void>;
}

/** Whether a value has the shape of an `Embedder`. */
export function isEmbedder(value: unknown): value is Embedder {
  if (typeof value !== "object" || value === null) return false;
  const candidate = value as Partial<Record<keyof Embedder, unknown>>;
  return (
    Array.isArray(candidate.models) &&
    (["state", "ready", "embedDocuments", "embedQuery", "close"] as const).every(
      (method) => typeof candidate[method] === "function",
    )
  );
}

/** A model that lies on the disk is loaded in this time; one that is being downloaded is not waited for. */
const SOON_MS = 3_000;

const waits = new WeakMap<Embedder, Promise<void>>();

/**
 * Resolves when the embedder is ready, and at the latest some seconds after the first call: texts stored and asked for
 * right after the start are found by meaning, too, and nobody waits twice for a model that does not load.
 */
export function soonReady(embedder: Embedder): Promise<void> {
  const waiting = waits.get(embedder);
  if (waiting !== undefined) return waiting;
  const wait = new Promise<void>((resolve) => {
    // It keeps the process alive: somebody waits, and the model's thread does not.
    const timer = setTimeout(resolve, SOON_MS);
    embedder
      .ready()
      .catch(() => undefined)
      .then(() => {
        clearTimeout(timer);
        resolve();
      });
  });
  waits.set(embedder, wait);
  return wait;
}

/**
 * The same direction at length 1, as the new array that every `Embedding` carries. A vector without a direction
 * (empty, all zero, or with something that is no finite number in it) is refused: it would poison every ranking.
 */
export function toUnit(values: ArrayLike<number>, model: string): Float32Array {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * values[i]!;
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length) || length === 0) {
    throw new MemoirError(
      "model_bad_output",
      `The embedding model ${model} returned a vector without a direction (${values.length} numbers, length ${length}).`,
      { details: { model, dims: values.length } },
    );
  }
  const unit = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) unit[i] = values[i]! / length;
  return unit;
}

/** The cosine of two vectors of unit length and one model. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** How many embedded questions are kept: a chat asks the same few questions again within minutes. */
const SIZE = 512;

/** The last embedded questions, by model and text. Vectors are copied in and out: a caller may change its own. */
export class QueryCache {
  readonly #embeddings: BoundedMap<string, Embedding>;

  constructor(size: number = SIZE) {
    this.#embeddings = new BoundedMap(size);
  }

  get(model: string, text: string): Embedding | undefined {
    const embedding = this.#embeddings.use(keyOf(model, text));
    return embedding === undefined ? undefined : { ...embedding, vector: embedding.vector.slice() };
  }

  set(text: string, embedding: Embedding): void {
    this.#embeddings.set(keyOf(embedding.model, text), { ...embedding, vector: embedding.vector.slice() });
  }

  clear(): void {
    this.#embeddings.clear();
  }
}

function keyOf(model: string, text: string): string {
  return `${model}\n${text}`;
}

/** Does the work at the first call, and again only after it has failed. */
export function untilDone<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => {
    begun ??= work().catch((error: unknown) => {
      begun = undefined;
      throw error;
    });
    return begun;
  };
}
