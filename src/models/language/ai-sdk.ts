import {
  type GenerateRequest,
  type GenerateResult,
  type LanguageModel,
  type ModelFinish,
  withSchemaInPrompt,
} from "./port.ts";

/**
 * The part of an AI SDK language model that Memoir needs. Structural, and the same in its specifications v2, v3 and v4,
 * so that a model of any AI SDK from 5 on works and no version of it is part of our types.
 */
export interface SdkLanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  /** `false` where the provider would drop a schema without a word. */
  readonly supportsStructuredOutputs?: boolean;
  doGenerate(options: never): PromiseLike<unknown>;
  doStream?(options: never): PromiseLike<unknown>;
}

/** The parts of an answer that we read; anything may be missing. */
interface SdkResult {
  readonly content?: readonly { readonly type?: string; readonly text?: string }[];
  readonly structuredOutputText?: string;
  /** A text in v2, both forms of it since v3. */
  readonly finishReason?: string | { readonly unified?: string };
  readonly usage?: { readonly inputTokens?: SdkTokens; readonly outputTokens?: SdkTokens };
  readonly response?: { readonly body?: unknown };
}
interface SdkStreamPart {
  readonly type?: string;
  readonly delta?: string;
  readonly error?: unknown;
}
type SdkTokens = number | { readonly total?: number } | undefined;

/** Whether a value is a model of an AI SDK from 5 on, with the method that a model of this sort has. */
export function isSdkModel<M>(value: unknown, method: "doGenerate" | "doEmbed"): value is M {
  if (typeof value !== "object" || value === null) return false;
  const model = value as Record<string, unknown>;
  return (
    typeof model[method] === "function" &&
    typeof model.modelId === "string" &&
    typeof model.provider === "string" &&
    /^v[2-9]$/.test(String(model.specificationVersion))
  );
}

/** `openai/gpt-5-mini`, though the provider calls itself `openai.chat`. */
export function sdkModelId({ provider, modelId }: Pick<SdkLanguageModel, "provider" | "modelId">): string {
  return `${provider.split(".")[0]}/${modelId}`;
}

/**
 * An AI SDK model as our port. `refused` is what the model has refused so far; a schema it refused is remembered
 * by its name, because another one may be fine.
 */
export function fromSdk(
  model: SdkLanguageModel,
  id: string = sdkModelId(model),
  refused: Set<string> = new Set(),
): LanguageModel {
  const ask = async (
    request: GenerateRequest,
    call: (options: never) => PromiseLike<unknown>,
  ): Promise<unknown> => {
    for (;;) {
      try {
        return await call(optionsFor(model, request, refused) as never);
      } catch (error) {
        const parameter = refusedParameter(error);
        const learned = parameter === undefined ? undefined : keyOf(parameter, request);
        if (learned === undefined || refused.has(learned)) throw error;
        refused.add(learned);
      }
    }
  };
  const streams = model.doStream?.bind(model);
  return {
    id,
    structured: true,
    generate: async (request) => readAnswer(await ask(request, (options) => model.doGenerate(options))),
    ...(streams === undefined ? {} : { stream: (request) => pieces(ask(request, streams)) }),
  };
}

/** The words of an answer that comes in parts; what else comes (thoughts, counts) is passed over. */
async function* pieces(answer: Promise<unknown>): AsyncGenerator<string, void, void> {
  const { stream } = (await answer) as { stream: AsyncIterable<SdkStreamPart> };
  for await (const { type, delta, error } of stream) {
    if (type === "error") throw error;
    if (type === "text-delta" && delta !== undefined) yield delta;
  }
}

function keyOf(parameter: Parameter, { schema }: GenerateRequest): string {
  return parameter === "response_format" ? `${parameter}:${schema?.name}` : parameter;
}

function optionsFor(model: SdkLanguageModel, request: GenerateRequest, refused: ReadonlySet<string>): object {
  const { schema } = request;
  const refusesSchema = schema !== undefined && refused.has(keyOf("response_format", request));
  const structured = !refusesSchema && model.supportsStructuredOutputs !== false;
  const { system, messages, maxOutputTokens, temperature, signal } = structured
    ? request
    : withSchemaInPrompt(request);
  return {
    prompt: [
      ...(system === undefined ? [] : [{ role: "system", content: system }]),
      ...messages.map(({ role, content }) => ({ role, content: [{ type: "text", text: content }] })),
    ],
    maxOutputTokens,
    ...(refused.has("temperature") ? {} : { temperature }),
    ...(schema === undefined || refusesSchema
      ? {}
      : {
          responseFormat: structured
            ? { type: "json", schema: schema.json, name: schema.name }
            : { type: "json" },
        }),
    abortSignal: signal,
  };
}

function readAnswer(answer: unknown): GenerateResult {
  const { content = [], structuredOutputText, finishReason, usage, response } = answer as SdkResult;
  const text = content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
  const inputTokens = tokens(usage?.inputTokens);
  const outputTokens = tokens(usage?.outputTokens);
  return {
    text: structuredOutputText ?? text,
    usage: {
      ...(inputTokens === undefined ? {} : { inputTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
    },
    finish: refuses(response?.body) ? "refusal" : finish(finishReason),
  };
}

const FINISH: Readonly<Record<string, ModelFinish>> = {
  stop: "stop",
  length: "length",
  "content-filter": "refusal",
  "tool-calls": "tool",
};

function finish(reason: SdkResult["finishReason"]): ModelFinish {
  return FINISH[(typeof reason === "string" ? reason : reason?.unified) ?? ""] ?? "other";
}

/** OpenAI refuses in a separate field, which the AI SDK's generic client does not read. */
function refuses(body: unknown): boolean {
  const { choices } = (body ?? {}) as { choices?: { message?: { refusal?: unknown } }[] };
  const refusal = Array.isArray(choices) ? choices[0]?.message?.refusal : undefined;
  return typeof refusal === "string" && refusal !== "";
}

function tokens(count: SdkTokens): number | undefined {
  const total = typeof count === "object" ? count.total : count;
  return typeof total === "number" && Number.isFinite(total) ? total : undefined;
}

/** Parameters of a request that some models refuse to see. */
type Parameter = "temperature" | "max_tokens" | "response_format" | "reasoning_effort";

const NAMES: readonly (readonly [RegExp, Parameter])[] = [
  [/temperature/i, "temperature"],
  [/reasoning_effort/i, "reasoning_effort"],
  [/response_format|json_schema|output_format|output_config|structured output/i, "response_format"],
  [/max_tokens/i, "max_tokens"],
];
const REFUSING =
  /unsupported|not support|unrecogni[sz]ed|unknown|unavailable|not permitted|not allowed|invalid|deprecated/i;

/**
 * The parameter a provider complained about, if that is why it refused a request. No list of models can be kept
 * up to date, so Memoir learns: it asks again without the parameter and remembers.
 */
export function refusedParameter(thrown: unknown): Parameter | undefined {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  const { statusCode, message, data } = thrown as {
    statusCode?: unknown;
    message?: unknown;
    data?: { error?: { param?: unknown } | null } | null;
  };
  if (statusCode !== 400 && statusCode !== 422) return undefined;
  const param = data?.error?.param;
  if (typeof param === "string") {
    const match = NAMES.find(([pattern]) => pattern.test(param));
    if (match !== undefined) return match[1];
  }
  if (typeof message !== "string" || !REFUSING.test(message)) return undefined;
  return NAMES.find(([pattern]) => pattern.test(message))?.[1];
}
