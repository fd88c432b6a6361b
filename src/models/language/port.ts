import { invalidArgument, MemoirError } from "../../domain/errors.ts";

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
  /** Always: what is remembered must not depend on luck. */
  readonly temperature: 0;
  readonly signal: AbortSignal;
}

/** Why a model stopped. `refusal`: it would not; `tool`: it tried to call a tool that nobody offered. */
export type ModelFinish = "stop" | "length" | "refusal" | "tool" | "other";

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface GenerateResult {
  readonly text: string;
  /** The answer as a value, where the provider parsed it. */
  readonly object?: unknown;
  /** Tokens as the provider counted them; missing counts are estimated. */
  readonly usage?: Partial<TokenUsage> | undefined;
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

/** The request: either `prompt` or `messages`, or messages followed by a last one of the user. */
export interface ModelRequest {
  readonly system?: string | undefined;
  readonly prompt?: string | undefined;
  readonly messages?: readonly ModelMessage[] | undefined;
  readonly schema?: GenerateRequest["schema"];
  /** Default: `models.maxOutputTokens`, and never more. */
  readonly maxOutputTokens?: number | undefined;
  /** For all tries together. Default: `models.timeoutMs`, and never more. */
  readonly timeoutMs?: number | undefined;
  /**
   * Tokens that calls of this role may use in a UTC day, beside the budget of all. Default: `null`, no separate limit.
   */
  readonly dailyTokenBudget?: number | null | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A request as the model gets it, but for the signal of each try. */
export type PreparedRequest = Omit<GenerateRequest, "signal">;

export function prepareRequest(
  model: LanguageModel,
  request: ModelRequest,
  limits: { readonly maxOutputTokens: number },
): PreparedRequest {
  const { system, schema } = request;
  const messages = messagesOf(request);
  if (messages.length === 0) throw invalidArgument("A model call needs a prompt or messages.");
  if (request.timeoutMs !== undefined && !(request.timeoutMs > 0)) {
    throw new MemoirError("model_timeout", `No time was left to ask ${model.id}.`, {
      details: { model: model.id, timeoutMs: request.timeoutMs },
    });
  }
  const prepared: PreparedRequest = {
    system,
    messages,
    schema,
    maxOutputTokens: Math.min(request.maxOutputTokens ?? limits.maxOutputTokens, limits.maxOutputTokens),
    temperature: 0,
  };
  return model.structured === true ? prepared : withSchemaInPrompt(prepared);
}

/** The messages of a request, its prompt as the last one. */
export function messagesOf({ messages = [], prompt }: ModelRequest): readonly ModelMessage[] {
  return prompt === undefined ? messages : [...messages, { role: "user", content: prompt }];
}

/** The same request with its schema as words, for a model that cannot be held to one otherwise. */
export function withSchemaInPrompt<R extends Pick<GenerateRequest, "system" | "schema">>(request: R): R {
  if (request.schema === undefined) return request;
  const rule =
    "Answer with JSON only: no other words, no code fence. It must match this JSON schema:\n" +
    JSON.stringify(request.schema.json);
  return { ...request, system: request.system === undefined ? rule : `${request.system}\n\n${rule}` };
}
