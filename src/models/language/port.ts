/** JSON schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ModelMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** A request to a model. Plain data except for the signal. */
export interface GenerateRequest {
  readonly system?: string | undefined;
  /** Never empty; the last one is the user's. */
  readonly messages: readonly ModelMessage[];
  /** The answer is to be JSON of this shape. */
  readonly schema?: { readonly name: string; readonly json: JsonSchema } | undefined;
  readonly maxOutputTokens: number;
  /** Always: what is remembered must not depend on luck (R102). */
  readonly temperature: 0;
  readonly signal: AbortSignal;
}

/** Why a model stopped. `refusal`: it would not; `tool`: it tried to call a tool that nobody offered. */
export type ModelFinish = "stop" | "length" | "refusal" | "tool" | "other";

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface GenerateResult {
  readonly text: string;
  /** The answer as a value, where the provider parsed it. */
  readonly object?: unknown;
  /** Tokens as the provider counted them; missing counts are estimated. */
  readonly usage?: Partial<ModelUsage> | undefined;
  readonly finish: ModelFinish;
}

/**
 * A language model, as Memoir sees one. An error that `generate` throws is understood by its `status` (or
 * `statusCode`), as in HTTP: 429 and 5xx are tried again, 401 is not. A `retryAfterMs` on it is honoured.
 */
export interface LanguageModel {
  /** Names the model in usage rows, spans and error messages: `openai/gpt-5-mini`. */
  readonly id: string;
  /** `true` when `generate` makes the provider follow `request.schema`; otherwise the prompt carries it. Default: false. */
  readonly structured?: boolean;
  generate(request: GenerateRequest): Promise<GenerateResult>;
  /** The words of an answer as they come, for a person who waits for them. Default: none; then `generate` is asked. */
  stream?(request: GenerateRequest): AsyncIterable<string>;
}
