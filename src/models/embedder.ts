/** A text's place in one model's space. Vectors of different models are never compared. */
export interface Embedding {
  /** The id of the model that made it; stored beside the vector. */
  readonly model: string;
  /** Of unit length, so that a dot product is a cosine. */
  readonly vector: Float32Array;
}

export interface EmbeddingModelInfo {
  readonly id: string;
  /** 0 while nobody knows: a remote model's size is learned from its first vector. */
  readonly dims: number;
}

export interface EmbedderState {
  readonly status: "loading" | "ready" | "failed";
  /** For a person: what is being loaded, what is ready, or why it failed and what to do. */
  readonly detail: string;
}

/**
 * What turns texts into vectors. It is structural: any object of this shape can be handed to `openMemoir`.
 * "failed" is a report, not an end: a later call may try again, and a call that cannot be served rejects soon.
 */
export interface Embedder {
  /** The models it can produce vectors with. */
  readonly models: readonly EmbeddingModelInfo[];
  /** "loading" until the first model can answer; "failed" says why in `detail`. */
  state(): EmbedderState;
  /** Resolves when the first model can answer; rejects with the reason when it cannot. */
  ready(): Promise<void>;
  /** One vector a text, in the order given, each by the model that fits its text. */
  embedDocuments(texts: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<Embedding[]>;
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
