import { MemoirError } from "../../domain/errors.ts";
import type { GenerateRequest, LanguageModel, ModelMessage } from "./port.ts";

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
  /** Tokens that calls of this role may use in a UTC day, beside the budget of all. Default: `null`, no limit of its own. */
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
  const { system, prompt, messages = [], schema } = request;
  const all = prompt === undefined ? messages : [...messages, { role: "user" as const, content: prompt }];
  if (all.length === 0) throw new MemoirError("invalid_argument", "A model call needs a prompt or messages.");
  if (request.timeoutMs !== undefined && !(request.timeoutMs > 0)) {
    throw new MemoirError("model_timeout", `No time was left to ask ${model.id}.`, {
      details: { model: model.id, timeoutMs: request.timeoutMs },
    });
  }
  const prepared: PreparedRequest = {
    system,
    messages: all,
    schema,
    maxOutputTokens: Math.min(request.maxOutputTokens ?? limits.maxOutputTokens, limits.maxOutputTokens),
    temperature: 0,
  };
  return model.structured === true ? prepared : withSchemaInPrompt(prepared);
}

/** The same request with its schema as words, for a model that cannot be held to one otherwise. */
export function withSchemaInPrompt<R extends Pick<GenerateRequest, "system" | "schema">>(request: R): R {
  if (request.schema === undefined) return request;
  const rule =
    "Answer with JSON only: no other words, no code fence. It must match this JSON schema:\n" +
    JSON.stringify(request.schema.json);
  return { ...request, system: request.system === undefined ? rule : `${request.system}\n\n${rule}` };
}
