import { isRecord } from "./arguments.ts";
import { invalidArgument, type MemoirError, show } from "./errors.ts";
import type { EventInput, EventRole } from "./event.ts";
import { fromOwnTool } from "./tool-definitions.ts";

/** Fields of OpenAI's and the AI SDK's messages that are read, or known and left alone. */
export const SDK_FIELDS = [
  "name",
  "parts",
  "tool_calls",
  "tool_call_id",
  "function_call",
  "refusal",
  "createdAt",
  "audio",
  "annotations",
  "status",
  "phase",
  "metadata",
  "providerOptions",
  "providerMetadata",
] as const;

/** A message of any of these shapes, as events need it. */
export type PlainMessage = Readonly<Record<"role" | "authorName" | "text" | "content" | "at", unknown>>;

type Fields = Readonly<Record<string, unknown>>;

/** Role names of SDKs that differ from the ones here. */
const ROLE_OF: Readonly<Record<string, EventRole>> = { developer: "system", function: "tool" };

const WORDS: ReadonlySet<unknown> = new Set(["text", "input_text", "output_text"]);
/** A model's thoughts and marks between steps: nobody said them. */
const LEFT_OUT: ReadonlySet<unknown> = new Set(["reasoning", "redacted-reasoning", "thinking", "step-start"]);
const MEDIA = /^(?:input_)?(?:image|image_url|file|audio|video|media)$/;
/** An address is kept; a picture itself is not. */
const LONGEST_IN_MEDIA = 2_000;

/** Names of the tools that were called, by the ids of the calls: an answer to a call often has only the id. */
export function calledTools(messages: readonly unknown[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const message of messages) {
    if (!isRecord(message)) continue;
    const { content, tool_calls: calls } = message;
    for (const call of [...listOf(calls), ...listOf(content), ...listOf(message.parts)]) {
      if (!isRecord(call)) continue;
      const id = call.id ?? call.toolCallId;
      const name = isRecord(call.function) ? call.function.name : call.toolName;
      if (typeof id === "string" && typeof name === "string") names.set(id, name);
    }
  }
  return names;
}

/**
 * A message as OpenAI (Chat Completions, Responses) or the AI SDK (ModelMessage, UIMessage) writes it. Words become the
 * text; pictures, files and calls of tools become structured content, without the bytes. One that has `text`, or an
 * object as content, is taken as it is.
 */
export function plainMessage(
  input: EventInput,
  path: string,
  tools: ReadonlyMap<string, string>,
): PlainMessage {
  const fields = input as Fields;
  const role = (typeof fields.role === "string" ? ROLE_OF[fields.role] : undefined) ?? fields.role;
  const authorName = fields.authorName ?? (role === "tool" ? undefined : (fields.name ?? undefined));
  const at = fields.at === undefined ? (fields.createdAt ?? undefined) : fields.at;
  const plain = { role, authorName, at };
  const parts = partsOf(fields, path);
  const hasWords = parts !== null || typeof fields.content === "string";
  if (fields.text !== undefined && hasWords)
    throw bad(path, "has both `text` and `content` with words. Pass one of them.");
  if (parts !== null) return { ...plain, ...readParts(parts, role, tools) };
  const calls = callsOf(fields, tools);
  const contentValue = typeof fields.content === "string" ? undefined : fields.content;
  const content =
    Object.keys(calls).length === 0
      ? contentValue
      : isRecord(contentValue ?? calls)
        ? { ...calls, ...(contentValue as object) }
        : contentValue;
  if (fields.text !== undefined) return { ...plain, text: fields.text, content };
  const words = typeof fields.content === "string" ? fields.content : (fields.refusal ?? undefined);
  // A call of a tool comes without words: `content` is null or empty beside it.
  return { ...plain, text: words === "" && content != null ? undefined : words, content };
}

/** The words of a message's content, in any of the shapes; `""` when there are none. */
export function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .flatMap((part) =>
      isRecord(part) && WORDS.has(part.type) && typeof part.text === "string" ? [part.text] : [],
    )
    .join("\n");
}

/** The result of a tool as text, where its event has only structured content; `""` if there is none. */
export function wordsOfTool(content: unknown): string {
  if (!isRecord(content) || fromOwnTool(content)) return "";
  const rest = Object.fromEntries(Object.entries(content).filter(([name]) => !CALL.has(name)));
  const { text, result, output } = rest;
  if (typeof text === "string") return text;
  if (result !== undefined || output !== undefined) return outputOf(result ?? output);
  return Object.keys(rest).length === 0 ? "" : outputOf(rest);
}

/** Fields that identify a call and say nothing about its result. */
const CALL: ReadonlySet<string> = new Set([
  "tool",
  "tools",
  "name",
  "toolName",
  "tool_name",
  "function",
  "args",
  "arguments",
  "input",
  "tool_calls",
  "function_call",
  "toolCallId",
  "tool_call_id",
  "parts",
]);

function partsOf(fields: Fields, path: string): readonly Fields[] | null {
  const name = Array.isArray(fields.parts) ? "parts" : "content";
  const list = fields[name];
  if (!Array.isArray(list)) return null;
  if (list.length === 0) throw bad(`${path}.${name}`, "is an empty list. Pass at least one part.");
  return Array.from(list, (part: unknown, i) => {
    const where = `${path}.${name}[${i}]`;
    if (!isRecord(part) || typeof part.type !== "string") {
      throw bad(where, `must be a part such as { type: "text", text }, got ${show(part)}.`);
    }
    if (WORDS.has(part.type) && typeof part.text !== "string") {
      throw bad(where, `has the type "${part.type}" and no text, got ${show(part.text)}.`);
    }
    return part;
  });
}

function readParts(
  parts: readonly Fields[],
  role: unknown,
  tools: ReadonlyMap<string, string>,
): { text: string | undefined; content: Fields | undefined } {
  const said: string[] = [];
  const otherParts: unknown[] = [];
  const answers: Fields[] = [];
  for (const part of parts) {
    if (WORDS.has(part.type)) said.push(part.text as string);
    else if (part.type === "refusal" && typeof part.refusal === "string") said.push(part.refusal);
    else if (role === "tool" && part.type === "tool-result") answers.push(part);
    else if (!LEFT_OUT.has(part.type)) otherParts.push(withoutBytes(part, MEDIA.test(part.type as string)));
  }
  const toolAnswers = answers.map((answer) => ({ answer, tool: nameOf(answer, tools) }));
  const others = toolAnswers.filter(({ tool }) => !fromOwnTool({ tool }));
  said.push(...others.map(({ answer }) => outputOf(answer.output ?? answer.result)));
  const text = said.filter((words) => words.trim() !== "").join("\n");
  const [only] = toolAnswers;
  const content: Fields = {
    ...(only !== undefined && (toolAnswers.length === 1 || others.length === 0)
      ? { tool: only.tool ?? null, toolCallId: only.answer.toolCallId ?? null }
      : {}),
    ...(toolAnswers.length > 1
      ? {
          tools: toolAnswers.map(({ tool, answer }) => ({
            tool: tool ?? null,
            toolCallId: answer.toolCallId,
          })),
        }
      : {}),
    ...(otherParts.length > 0 || (text === "" && toolAnswers.length === 0) ? { parts: otherParts } : {}),
  };
  return {
    text: text === "" ? undefined : text,
    content: Object.keys(content).length === 0 ? undefined : content,
  };
}

/** OpenAI keeps calls of tools beside the content. */
function callsOf(fields: Fields, tools: ReadonlyMap<string, string>): Fields {
  const { tool_calls, function_call, tool_call_id } = fields;
  const isTool = fields.role === "tool" || fields.role === "function";
  const tool = isTool ? (tools.get(tool_call_id as string) ?? fields.name) : undefined;
  return {
    ...(Array.isArray(tool_calls) && tool_calls.length > 0 ? { tool_calls } : {}),
    ...(isRecord(function_call) ? { function_call } : {}),
    ...(typeof tool_call_id === "string" ? { tool_call_id } : {}),
    ...(typeof tool === "string" ? { tool } : {}),
  };
}

function nameOf({ toolName, toolCallId }: Fields, tools: ReadonlyMap<string, string>): string | undefined {
  return typeof toolName === "string" ? toolName : tools.get(toolCallId as string);
}

/** The answer of a tool as text. */
function outputOf(output: unknown): string {
  if (typeof output === "string") return output;
  if (isRecord(output) && typeof output.type === "string" && "value" in output) {
    if (Array.isArray(output.value)) return wordsOf(output.value);
    return outputOf(output.value);
  }
  return output === undefined || output === null ? "" : (JSON.stringify(output) ?? "");
}

/** Without what holds the bytes of a picture or a file. */
function withoutBytes(value: unknown, isMedia: boolean): unknown {
  if (value instanceof URL) return withoutBytes(value.href, isMedia);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return undefined;
  if (typeof value === "string") {
    return value.startsWith("data:") || (isMedia && value.length > LONGEST_IN_MEDIA) ? undefined : value;
  }
  if (Array.isArray(value)) return value.map((one) => withoutBytes(one, isMedia) ?? null);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      const small = withoutBytes(entry, isMedia);
      return small === undefined ? [] : [[name, small]];
    }),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function bad(path: string, problem: string): MemoirError {
  return invalidArgument(`${path} ${problem}`, { path });
}
