import { estimateModelTokens } from "../models/language/budget.ts";
import type { JsonSchema } from "../models/language/port.ts";
import type { Answer, ScriptedRequest } from "./replies.ts";

type Body = Readonly<Record<string, unknown>>;

/** Reads OpenAI's request; whatever is missing is empty. */
export function readRequest(
  { endpoint, number, key }: Pick<ScriptedRequest, "endpoint" | "number" | "key">,
  body: Body,
): ScriptedRequest {
  const all = (Array.isArray(body.messages) ? body.messages : []).map((message: Body) => ({
    role: String(message.role),
    content: contentText(message.content),
  }));
  const messages = all.filter(({ role }) => role !== "system" && role !== "developer");
  return {
    endpoint,
    number,
    key,
    model: typeof body.model === "string" ? body.model : "",
    system: all
      .filter((message) => !messages.includes(message))
      .map(({ content }) => content)
      .join("\n\n"),
    messages,
    prompt: messages.at(-1)?.content ?? "",
    schema: schemaOf(body.response_format),
    input: (Array.isArray(body.input) ? body.input : body.input === undefined ? [] : [body.input]).map(
      String,
    ),
    body,
  };
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: Body) => (typeof part.text === "string" ? part.text : "")).join("");
}

function schemaOf(format: unknown): JsonSchema | undefined {
  const { json_schema } = (format ?? {}) as { json_schema?: { schema?: JsonSchema } };
  return json_schema?.schema;
}

export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export function countTokens(request: ScriptedRequest, text: string): Tokens {
  const texts = [request.system, ...request.messages.map(({ content }) => content), ...request.input];
  return {
    inputTokens: texts.reduce((sum, one) => sum + estimateModelTokens(one), 0),
    outputTokens: estimateModelTokens(text),
  };
}

/** As a real model would: at the limit it stops in the middle of a word. */
export function withinLimit(request: ScriptedRequest, answer: Answer): Answer {
  const limit = request.body.max_completion_tokens ?? request.body.max_tokens;
  if (typeof limit !== "number" || answer.text === null) return answer;
  const tokens = estimateModelTokens(answer.text);
  if (tokens <= limit) return answer;
  const text = answer.text.slice(0, Math.floor((answer.text.length * limit) / tokens));
  return { ...answer, text, finish: "length" };
}

export function chatBody(request: ScriptedRequest, answer: Answer, tokens: Tokens | null): Body {
  return {
    id: `chatcmpl-${request.number}`,
    object: "chat.completion",
    created: 0,
    model: request.model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: answer.text, refusal: answer.refusal },
        finish_reason: answer.finish,
      },
    ],
    ...(tokens === null
      ? {}
      : {
          usage: {
            prompt_tokens: tokens.inputTokens,
            completion_tokens: tokens.outputTokens,
            total_tokens: tokens.inputTokens + tokens.outputTokens,
          },
        }),
  };
}

/** The same as a stream, a word at a time. */
export function chatChunks(
  request: ScriptedRequest,
  { text, finish }: Answer,
  tokens: Tokens | null,
): Body[] {
  const { choices: _choices, ...body } = chatBody(request, { text, finish, refusal: null }, tokens);
  const chunk = (delta: Body, reason: string | null): Body => ({
    ...body,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const words = text?.match(/\s+\S*|\S+/g) ?? [];
  return [...words.map((content) => chunk({ role: "assistant", content }, null)), chunk({}, finish)];
}

export function embeddingsBody(request: ScriptedRequest, dimensions: number): Body {
  const requestedSize = request.body.dimensions;
  const size =
    typeof requestedSize === "number" && requestedSize > 0 ? Math.floor(requestedSize) : dimensions;
  const tokens = countTokens(request, "").inputTokens;
  return {
    object: "list",
    data: request.input.map((text, index) => {
      const vector = hashVector(text, size);
      const packed = Buffer.from(Float32Array.from(vector).buffer).toString("base64");
      const embedding = request.body.encoding_format === "base64" ? packed : vector;
      return { object: "embedding", index, embedding };
    }),
    model: request.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

export function errorBody(message: string, code: string, param: string | null = null): Body {
  return { error: { message, type: "scripted", param, code } };
}

/** Words, and for scripts without spaces each character and each pair of them. */
function terms(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => {
    if (!/\p{Script=Han}/u.test(word)) return [word];
    const characters = [...word];
    return [...characters, ...characters.slice(1).map((character, i) => `${characters[i]}${character}`)];
  });
}

/**
 * A vector of unit length, the same for the same text on every machine. Texts that share words are alike and
 * others are not, so a test can rely on who is near whom; meaning it has none.
 */
export function hashVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const term of terms(text)) {
    const hash = fnv1a(term);
    const at = hash % dimensions;
    vector[at] = (vector[at] ?? 0) + (hash & 0x8000_0000 ? -1 : 1);
  }
  const length = Math.hypot(...vector);
  // A text without a word has to point somewhere, too.
  if (length === 0) return vector.map((_, i) => (i === 0 ? 1 : 0));
  return vector.map((value) => value / length);
}

function fnv1a(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  return hash >>> 0;
}
