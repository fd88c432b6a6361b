import { isRecord } from "../../domain/arguments.ts";
import { wordsOf } from "../../domain/chat-message.ts";
import { type Api, type JsonFields, proxyErrorBody, type RequestMessage } from "./api.ts";
import { messagesIn, systemRole } from "./chat-completions.ts";
import { insertAt, type JsonSpan, members, newElement, newMember, valueAt } from "./json-spans.ts";

export const responses: Api = {
  path: "/v1/responses",
  read(text, body) {
    const { input, instructions, user, tools } = body;
    const request = valueAt(text, 0);
    const parts = members(text, request);
    const [list, instructionsSpan] = [parts.get("input"), parts.get("instructions")];
    const items = Array.isArray(input) ? input : [];
    const inInput = list === undefined ? [] : inputOf(text, list, input);
    return {
      said: [
        ...(typeof instructions === "string" && instructionsSpan !== undefined
          ? [
              {
                role: "system",
                words: instructions,
                span: instructionsSpan,
                content: () => instructionsSpan,
              } as const,
            ]
          : []),
        ...inInput,
      ],
      user: typeof user === "string" ? user : undefined,
      hasTools: Array.isArray(tools) && tools.length > 0,
      continues: historyId(body),
      textPart: "input_text",
      insert(block, next, placement) {
        if (placement === "before_user" && next !== undefined && list !== undefined) {
          const message = { role: systemRole([...items, { role: "developer" }]), content: block };
          if (Array.isArray(input)) return [newElement(text, list, inInput.indexOf(next), message)];
          return [
            insertAt(list.start, `[${JSON.stringify(message)},{"role":"user","content":`),
            insertAt(list.end, "}]"),
          ];
        }
        if (instructionsSpan !== undefined) return [{ ...instructionsSpan, text: JSON.stringify(block) }];
        return [newMember(request, "instructions", block)];
      },
    };
  },
  piece({ type, delta, output_index: item, content_index: content }) {
    if (type !== "response.output_text.delta" || typeof delta !== "string") return null;
    return { part: `${item}.${content}`, text: delta };
  },
  answer({ output }) {
    if (!Array.isArray(output)) return "";
    const messages = output.filter(isRecord).filter(({ type }) => type === "message");
    return messages.map(({ content }) => wordsOf(content)).join("\n");
  },
  error: proxyErrorBody,
};

function inputOf(text: string, list: JsonSpan, input: unknown): RequestMessage[] {
  if (Array.isArray(input)) return messagesIn(text, list, input);
  return typeof input === "string" ? [{ role: "user", words: input, span: list, content: () => list }] : [];
}

/** The API may keep the history itself. */
function historyId({ previous_response_id: previous, conversation }: JsonFields): string | null {
  const id = isRecord(conversation) ? conversation.id : conversation;
  return [previous, id].find((name) => typeof name === "string") ?? null;
}
