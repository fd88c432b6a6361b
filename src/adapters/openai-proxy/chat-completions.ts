import { isRecord } from "../../domain/arguments.ts";
import { wordsOf } from "../../domain/chat-message.ts";
import { type Api, type JsonFields, proxyErrorBody, type RequestMessage } from "./api.ts";
import { elements, type JsonSpan, members, newElement, valueAt } from "./json-spans.ts";

const ROLES: Readonly<Record<string, RequestMessage["role"]>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
};

/** The messages of a list, with their places in the text. */
export function messagesIn(text: string, list: JsonSpan, items: readonly unknown[]): RequestMessage[] {
  return elements(text, list).map((span, i) => {
    const item = items[i];
    const { role, content } = isRecord(item) ? item : {};
    return {
      role: (typeof role === "string" ? ROLES[role] : undefined) ?? "other",
      words: wordsOf(content),
      span,
      content: () => members(text, span).get("content"),
    };
  });
}

/** The name under which a request's own system messages go; one request should not have both. */
export function systemRole(items: readonly unknown[]): "system" | "developer" {
  return items.some((item) => isRecord(item) && item.role === "developer") ? "developer" : "system";
}

export const chatCompletions: Api = {
  path: "/v1/chat/completions",
  read(text, { messages, user, tools, functions }) {
    if (!Array.isArray(messages)) return null;
    const list = members(text, valueAt(text, 0)).get("messages")!;
    const said = messagesIn(text, list, messages);
    return {
      said,
      user: typeof user === "string" ? user : undefined,
      hasTools: [tools, functions].some((list) => Array.isArray(list) && list.length > 0),
      continues: null,
      textPart: "text",
      insert: (block, next) => {
        const position = next === undefined ? said.length : said.indexOf(next);
        return [newElement(text, list, position, { role: systemRole(messages), content: block })];
      },
    };
  },
  piece(event) {
    const choice = firstChoice(event);
    const delta = isRecord(choice?.delta) ? choice.delta : {};
    return typeof delta.content === "string" ? { part: 0, text: delta.content } : null;
  },
  answer(body) {
    const message = firstChoice(body)?.message;
    return isRecord(message) ? wordsOf(message.content) : "";
  },
  error: proxyErrorBody,
};

/** Of several answers to one question, the first is the one that is kept. */
function firstChoice({ choices }: JsonFields): JsonFields | undefined {
  if (!Array.isArray(choices)) return undefined;
  return choices.filter(isRecord).find(({ index }) => index === undefined || index === 0);
}
