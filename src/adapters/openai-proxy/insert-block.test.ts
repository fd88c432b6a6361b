import { describe, expect, it } from "vitest";
import { injectInto } from "../../domain/inject.ts";
import type { Api, BlockPlacement } from "./api.ts";
import { chatCompletions } from "./chat-completions.ts";
import { insertBlockInRequest } from "./insert-block.ts";
import { messagesApi } from "./messages.ts";
import { responses } from "./responses.ts";

const BLOCK = "<memoir>\n- tea 茶\n</memoir>";
const user = { role: "user", content: "hi" };
const block = (role: string): object => ({ role, content: BLOCK });
const part = (text: string, type = "text"): object => ({ type, text });

/** [API, placement, request, what of it is otherwise afterwards] */
const CASES: [name: string, Api, BlockPlacement, request: object, changed: object][] = [
  ["chat", chatCompletions, "system_append", { messages: [user] }, { messages: [block("system"), user] }],
  ["chat, empty", chatCompletions, "system_append", { messages: [] }, { messages: [block("system")] }],
  [
    "chat, developer",
    chatCompletions,
    "before_user",
    { messages: [{ role: "developer", content: "d" }, user, { role: "tool", content: "t" }] },
    {
      messages: [
        { role: "developer", content: "d" },
        block("developer"),
        user,
        { role: "tool", content: "t" },
      ],
    },
  ],
  [
    "chat, at the front",
    chatCompletions,
    "system_prepend",
    { messages: [{ role: "developer", content: "d" }, user] },
    { messages: [{ role: "developer", content: `${BLOCK}\nd` }, user] },
  ],
  [
    "chat, parts",
    chatCompletions,
    "system_append",
    { messages: [{ role: "system", content: [part("s")] }, user] },
    { messages: [{ role: "system", content: [part("s"), part(BLOCK)] }, user] },
  ],
  ["responses", responses, "system_append", { input: "hi" }, { instructions: BLOCK }],
  [
    "responses, null",
    responses,
    "system_append",
    { instructions: null, input: [user] },
    { instructions: BLOCK },
  ],
  [
    "responses, instructions",
    responses,
    "system_append",
    { instructions: "i", input: [user] },
    { instructions: `i\n\n${BLOCK}` },
  ],
  [
    "responses, a developer's item",
    responses,
    "system_append",
    { input: [{ role: "developer", content: [part("d", "input_text")] }, user] },
    {
      input: [{ role: "developer", content: [part("d", "input_text"), part(BLOCK, "input_text")] }, user],
    },
  ],
  [
    "responses, words alone",
    responses,
    "before_user",
    { input: "hi" },
    { input: [block("developer"), user] },
  ],
  ["messages", messagesApi, "system_append", { messages: [user] }, { system: BLOCK }],
  [
    "messages, parts",
    messagesApi,
    "system_append",
    { system: [{ ...part("s"), cache_control: {} }], messages: [user] },
    { system: [{ ...part("s"), cache_control: {} }, part(BLOCK)] },
  ],
  [
    "messages, with what a tool answered",
    messagesApi,
    "before_user",
    {
      messages: [
        { role: "user", content: [{ type: "tool_result" }, part("hi")] },
        { role: "assistant", content: "a" },
        { role: "user", content: [{ type: "tool_result" }] },
      ],
    },
    {
      messages: [
        { role: "user", content: [{ type: "tool_result" }, part(BLOCK), part("hi")] },
        { role: "assistant", content: "a" },
        { role: "user", content: [{ type: "tool_result" }] },
      ],
    },
  ],
];

describe.each([0, 2])("a block in a request with an indent of %i", (indent) => {
  it.each(CASES)("%s", (_name, api, placement, request, changed) => {
    const body = { model: "m", ...request, n: 1 };
    const text = JSON.stringify(body, null, indent);
    const prompt = api.read(text, body)!;
    const placed = insertBlockInRequest(
      text,
      prompt,
      { injectInto: (list) => injectInto(list, BLOCK, placement) },
      placement,
    );
    expect(JSON.parse(placed)).toEqual({ ...body, ...changed });
  });
});
