import type { LanguageModelMiddleware } from "ai";
import type { MockLanguageModelV4 } from "ai/test";
import type { Event, ScopeHandle } from "../../src/index.ts";

/** What a conversation in these tests is about. */
export const FACT = "Alice is allergic to nuts 花生";
export const QUESTION = "Which nuts may I, Alice, eat? 好吗";
export const ANSWER = "None of them. 一个也不行 🎉";
/** The fact as it stands in a block. */
export const LINE = `- ${FACT}`;

/** The messages of a scope, oldest first. */
export async function messagesOf(scope: ScopeHandle): Promise<Event[]> {
  const all: Event[] = [];
  for await (const event of await scope.events.list({ type: "message" })) all.push(event);
  return all.toReversed();
}

/** The calls that tests use are in every major; the types of the current one stand for all. */
export type Sdk = typeof import("ai");

type Model = InstanceType<typeof MockLanguageModelV4>;
type CallOptions = Parameters<Model["doGenerate"]>[0];
type StreamPart =
  Awaited<ReturnType<Model["doStream"]>>["stream"] extends ReadableStream<infer P> ? P : never;
type Content = Awaited<ReturnType<Model["doGenerate"]>>["content"][number];
export type Message = CallOptions["prompt"][number];

/** One answer of the model: its parts, or what goes wrong. */
export type Answer = readonly (AnswerPart | Error)[];
type AnswerPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool-call"; readonly toolName: string; readonly input: object }
  | { readonly type: "error"; readonly error: string }
  | { readonly type: "silence" };

export const say = (text: string): AnswerPart => ({ type: "text", text });
export const call = (toolName: string, input: object): AnswerPart => ({ type: "tool-call", toolName, input });

/** The model thinks and does not go on. */
export const SILENCE: AnswerPart = { type: "silence" };

/** The packages and the specification of their models. */
export const SDKS = [
  { name: "ai 7", packageName: "ai", mock: "MockLanguageModelV4" },
  { name: "ai 7 with a model of specification v3", packageName: "ai", mock: "MockLanguageModelV3" },
  { name: "ai 6", packageName: "ai-previous", mock: "MockLanguageModelV3" },
] as const;

export async function loadSdk(packageName: string): Promise<Sdk> {
  return import(packageName);
}

/** A model that gives one answer after another, and keeps what it was asked. An error in an answer breaks it off there. */
export interface ScriptedModel {
  readonly model: Model;
  readonly asked: CallOptions[];
  /** Whether the reader of its last stream has left. */
  readonly left: () => boolean;
}

export async function scripted(
  { packageName, mock }: (typeof SDKS)[number],
  ...answers: Answer[]
): Promise<ScriptedModel> {
  const mocks = (await import(`${packageName}/test`)) as Record<string, typeof MockLanguageModelV4>;
  const asked: CallOptions[] = [];
  let left = false;
  const next = (options: CallOptions): Answer => {
    asked.push(structuredCloneOf(options));
    return answers[asked.length - 1] ?? [say("…")];
  };
  const model = new mocks[mock]!({
    async doGenerate(options) {
      const parts = next(options).map(orThrow);
      const content = parts.flatMap((part, i): Content[] =>
        part.type === "text" ? [part] : part.type === "tool-call" ? [toolCall(part, i)] : [],
      );
      return { content, ...endOf(parts), warnings: [] };
    },
    async doStream(options) {
      const answer = next(options);
      if (answer.length === 1) orThrow(answer[0]!);
      const parts = streamParts(answer);
      const stream = new ReadableStream<StreamPart>(
        {
          start(controller) {
            const { abortSignal } = options;
            abortSignal?.addEventListener("abort", () => controller.error(abortSignal.reason));
          },
          pull(controller) {
            const part = parts.shift();
            if (part === "silence") return new Promise(() => undefined);
            if (part === undefined) controller.close();
            else if (part instanceof Error) controller.error(part);
            else controller.enqueue(part);
            return undefined;
          },
          cancel: () => {
            left = true;
          },
        },
        { highWaterMark: 0 },
      );
      return { stream };
    },
  });
  return { model, asked, left: () => left };
}

/** Signals cannot be copied, and are not looked at. */
function structuredCloneOf({ abortSignal: _, ...options }: CallOptions): CallOptions {
  return structuredClone(options);
}

function orThrow(part: AnswerPart | Error): AnswerPart {
  if (part instanceof Error) throw part;
  return part;
}

function toolCall(part: AnswerPart & { type: "tool-call" }, i: number) {
  const { toolName, input } = part;
  return { type: "tool-call" as const, toolCallId: `c${i}`, toolName, input: JSON.stringify(input) };
}

function endOf(parts: Answer) {
  const calls = parts.some((part) => !(part instanceof Error) && part.type === "tool-call");
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const finishReason = { unified: calls ? ("tool-calls" as const) : ("stop" as const), raw: undefined };
  return { usage, finishReason, providerMetadata: { mock: { own: true } } };
}

type Sent = StreamPart | Error | "silence";

function streamParts(answer: Answer): Sent[] {
  const parts = answer.flatMap((part, i): Sent[] => {
    if (part instanceof Error) return [part];
    if (part.type === "tool-call") return [toolCall(part, i)];
    if (part.type === "error") return [part];
    if (part.type === "silence") return ["silence"];
    const id = `t${i}`;
    const half = Math.ceil(part.text.length / 2);
    return [
      { type: "text-start", id },
      { type: "text-delta", id, delta: part.text.slice(0, half) },
      { type: "text-delta", id, delta: part.text.slice(half) },
      { type: "text-end", id },
    ];
  });
  return [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", ...endOf(answer) }];
}

/** What all text of a prompt says to the model. */
export function wordsIn(prompt: readonly Message[], role?: Message["role"]): string {
  return prompt
    .filter((message) => role === undefined || message.role === role)
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))
    .join("\n");
}

export function wrapped(sdk: Sdk, { model }: ScriptedModel, middleware: LanguageModelMiddleware): Model {
  return sdk.wrapLanguageModel({ model, middleware }) as Model;
}
