/** The shapes of the AI SDK that memory needs. They are the same in the specifications v3 (AI SDK 6) and v4 (AI SDK 7). */

export type ProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A message as models get it. */
export interface CallMessage {
  readonly role: string;
  readonly content: unknown;
  readonly providerOptions?: ProviderOptions | undefined;
}

/** A call of a model. */
export interface ModelCall {
  readonly prompt: readonly CallMessage[];
  readonly tools?: readonly unknown[] | undefined;
  readonly providerOptions?: ProviderOptions | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

export interface ModelCallResult {
  readonly content: readonly unknown[];
  readonly providerMetadata?: object | undefined;
}

export interface StreamPart {
  readonly type: string;
  readonly providerMetadata?: object | undefined;
}

export interface StreamResult {
  readonly stream: ReadableStream<StreamPart>;
}

/** Who speaks, and where. */
export interface Speaker {
  /** Whose memory it is: `"user:alice"`, `"group:discord/42"`. */
  readonly scope: string;
  /** The account of whoever speaks, where the scope does not say it: in a group. */
  readonly author?: string | undefined;
  /** Their current display name. */
  readonly authorName?: string | undefined;
  /** The conversation. */
  readonly session?: string | undefined;
}
