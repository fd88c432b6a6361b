import { isRecord } from "../../domain/arguments.ts";
import { wordsOf } from "../../domain/chat-message.ts";
import type { Api, RequestMessage } from "./api.ts";
import { messagesIn } from "./chat-completions.ts";
import {
  insertAt,
  type JsonSpan,
  members,
  newElement,
  newMember,
  type TextEdit,
  valueAt,
} from "./json-spans.ts";

/** Anthropic's messages. They have no system message in between: the block goes into the user's own, as a part. */
export const messagesApi: Api = {
  path: "/v1/messages",
  read(text, { messages, system, metadata, tools }) {
    if (!Array.isArray(messages)) return null;
    const request = valueAt(text, 0);
    const parts = members(text, request);
    const systemSpan = parts.get("system");
    const said = messagesIn(text, parts.get("messages")!, messages).map((message, i) =>
      isToolResult(message, messages[i]) ? { ...message, role: "other" as const } : message,
    );
    const hasSystem = systemSpan !== undefined && (typeof system === "string" || Array.isArray(system));
    return {
      said: hasSystem
        ? [{ role: "system", words: wordsOf(system), span: systemSpan, content: () => systemSpan }, ...said]
        : said,
      user: isRecord(metadata) && typeof metadata.user_id === "string" ? metadata.user_id : undefined,
      hasTools: Array.isArray(tools) && tools.length > 0,
      continues: null,
      textPart: "text",
      insert(block, next, placement) {
        const content = placement === "before_user" ? next?.content() : undefined;
        if (next !== undefined && content !== undefined)
          return intoUser(text, content, messages[said.indexOf(next)], block);
        if (systemSpan !== undefined) return [{ ...systemSpan, text: JSON.stringify(block) }];
        return [newMember(request, "system", block)];
      },
    };
  },
  piece({ type, index, delta }) {
    if (type !== "content_block_delta" || !isRecord(delta) || delta.type !== "text_delta") return null;
    return typeof delta.text === "string" ? { part: index, text: delta.text } : null;
  },
  answer: ({ content }) => wordsOf(content),
  error: (message) => ({ type: "error", error: { type: "api_error", message } }),
};

/** A message of a "user" that only carries what tools answered. */
function isToolResult({ role, words }: RequestMessage, message: unknown): boolean {
  return role === "user" && words === "" && toolResults(message) > 0;
}

/** How many results of tools a message has; they have to come first in it. */
function toolResults(message: unknown): number {
  if (!isRecord(message) || !Array.isArray(message.content)) return 0;
  return message.content.filter((part) => isRecord(part) && part.type === "tool_result").length;
}

function intoUser(text: string, content: JsonSpan, message: unknown, block: string): TextEdit[] {
  const part = { type: "text", text: block };
  if (text[content.start] === "[") return [newElement(text, content, toolResults(message), part)];
  return [
    insertAt(content.start, `[${JSON.stringify(part)},{"type":"text","text":`),
    insertAt(content.end, "}]"),
  ];
}
