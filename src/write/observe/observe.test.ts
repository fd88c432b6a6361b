import { describe, expect, it, test } from "vitest";
import { wordsOf } from "../../domain/chat-message.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { EventInput } from "../../domain/event.ts";
import { recordable } from "./observe.ts";

const PNG = `data:image/png;base64,${"iVBORw0KGgo".repeat(200_000)}`;

/** As `observe()` would store them: role, words, structured content. */
const stored = async (messages: readonly unknown[]): Promise<[string, string, unknown][]> => {
  const { events } = await recordable(messages as EventInput[], { thread: null, denyPatterns: [] }, 0);
  return events.map(({ role, text, content }) => [role, text, content === null ? null : JSON.parse(content)]);
};

describe("messages of OpenAI's Chat Completions", () => {
  it.each<[what: string, message: object, role: string, text: string, content: unknown]>([
    ["a user's text", { role: "user", content: "I live in Oslo." }, "user", "I live in Oslo.", null],
    ["a developer's text", { role: "developer", content: "Be brief." }, "system", "Be brief.", null],
    ["a system text", { role: "system", content: "Be brief." }, "system", "Be brief.", null],
    [
      "text parts",
      {
        role: "user",
        content: [
          { type: "text", text: "我住在上海。" },
          { type: "text", text: "我喜欢茶。" },
        ],
      },
      "user",
      "我住在上海。\n我喜欢茶。",
      null,
    ],
    [
      "a picture by its address",
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "image_url", image_url: { url: "https://example.com/cat.png", detail: "low" } },
        ],
      },
      "user",
      "What is this?",
      {
        parts: [{ type: "image_url", image_url: { url: "https://example.com/cat.png", detail: "low" } }],
      },
    ],
    [
      "nothing but a picture, in base64",
      { role: "user", content: [{ type: "image_url", image_url: { url: PNG } }] },
      "user",
      "",
      { parts: [{ type: "image_url", image_url: {} }] },
    ],
    [
      "a call of a tool",
      {
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } },
        ],
      },
      "assistant",
      "",
      {
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } },
        ],
      },
    ],
    [
      "a tool's answer",
      { role: "tool", tool_call_id: "call_1", content: "18 °C" },
      "tool",
      "18 °C",
      { tool_call_id: "call_1" },
    ],
    [
      "a function's answer",
      { role: "function", name: "get_weather", content: "18 °C" },
      "tool",
      "18 °C",
      { tool: "get_weather" },
    ],
    [
      "a refusal without words",
      { role: "assistant", content: [{ type: "refusal", refusal: { toString: {} } }] },
      "assistant",
      "",
      { parts: [{ type: "refusal", refusal: { toString: {} } }] },
    ],
    [
      "a refusal",
      { role: "assistant", content: null, refusal: "I can't help with that." },
      "assistant",
      "I can't help with that.",
      null,
    ],
  ])("%s", async (_what, message, role, text, content) => {
    expect(await stored([message])).toEqual([[role, text, content]]);
  });

  it("a tool's answer has the name of the call it answers, so that Memoir's own are known", async () => {
    const call = { id: "call_1", type: "function", function: { name: "memory_recall", arguments: "{}" } };
    expect(
      await stored([
        { role: "assistant", content: "", tool_calls: [call] },
        { role: "tool", tool_call_id: "call_1", content: "Alice lives in Oslo." },
      ]),
    ).toEqual([
      ["assistant", "", { tool_calls: [call] }],
      ["tool", "Alice lives in Oslo.", { tool_call_id: "call_1", tool: "memory_recall" }],
    ]);
  });

  it("the name of an author is a display name", async () => {
    const { events } = await recordable(
      [{ role: "user", name: "Alice", content: "hi" }],
      { thread: null, denyPatterns: [] },
      0,
    );
    expect(events[0]).toMatchObject({ actor: null, authorName: "Alice" });
  });
});

describe("messages of OpenAI's Responses", () => {
  it.each<[message: object, role: string, text: string]>([
    [{ role: "user", content: [{ type: "input_text", text: "I live in Oslo." }] }, "user", "I live in Oslo."],
    [
      {
        type: "message",
        id: "msg_1",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: "Noted.", annotations: [] }],
      },
      "assistant",
      "Noted.",
    ],
    [
      { role: "assistant", content: [{ type: "refusal", refusal: "I can't help with that." }] },
      "assistant",
      "I can't help with that.",
    ],
  ])("%j", async (message, role, text) => expect(await stored([message])).toEqual([[role, text, null]]));
});

describe("messages of the AI SDK", () => {
  it.each<[what: string, message: object, role: string, text: string, content: unknown]>([
    ["a user's text", { role: "user", content: "I live in Oslo." }, "user", "I live in Oslo.", null],
    [
      "a picture in bytes and a file",
      {
        role: "user",
        content: [
          { type: "text", text: "Read this." },
          { type: "image", image: new Uint8Array(3_000_000), mediaType: "image/png" },
          { type: "file", data: new URL("https://example.com/a.pdf"), mediaType: "application/pdf" },
        ],
        providerOptions: { openai: {} },
      },
      "user",
      "Read this.",
      {
        parts: [
          { type: "image", mediaType: "image/png" },
          { type: "file", data: "https://example.com/a.pdf", mediaType: "application/pdf" },
        ],
      },
    ],
    [
      "thoughts, words and a call of a tool",
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "The user wants the weather." },
          { type: "text", text: "Let me look." },
          { type: "tool-call", toolCallId: "c1", toolName: "weather", input: { city: "Oslo" } },
        ],
      },
      "assistant",
      "Let me look.",
      { parts: [{ type: "tool-call", toolCallId: "c1", toolName: "weather", input: { city: "Oslo" } }] },
    ],
    [
      "a tool's answer",
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "c1",
            toolName: "weather",
            output: { type: "json", value: { celsius: 18 } },
          },
        ],
      },
      "tool",
      '{"celsius":18}',
      { tool: "weather", toolCallId: "c1" },
    ],
    [
      "an answer of Memoir's own tool beside another's",
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "c1",
            toolName: "memory_recall",
            output: { type: "text", value: "x" },
          },
          {
            type: "tool-result",
            toolCallId: "c2",
            toolName: "weather",
            output: { type: "text", value: "18 °C" },
          },
        ],
      },
      "tool",
      "18 °C",
      {
        tools: [
          { tool: "memory_recall", toolCallId: "c1" },
          { tool: "weather", toolCallId: "c2" },
        ],
      },
    ],
    [
      "a UIMessage of a user",
      {
        id: "u1",
        role: "user",
        metadata: { createdAt: 1 },
        parts: [
          { type: "text", text: "I live in Oslo." },
          { type: "file", mediaType: "image/png", filename: "cat.png", url: PNG },
        ],
      },
      "user",
      "I live in Oslo.",
      { parts: [{ type: "file", mediaType: "image/png", filename: "cat.png" }] },
    ],
    [
      "a UIMessage of an assistant",
      {
        id: "a1",
        role: "assistant",
        parts: [
          { type: "step-start" },
          { type: "reasoning", text: "hm", state: "done" },
          {
            type: "tool-weather",
            toolCallId: "c1",
            state: "output-available",
            input: {},
            output: { celsius: 18 },
          },
          { type: "text", text: "It is 18 °C.", state: "done" },
        ],
      },
      "assistant",
      "It is 18 °C.",
      {
        parts: [
          {
            type: "tool-weather",
            toolCallId: "c1",
            state: "output-available",
            input: {},
            output: { celsius: 18 },
          },
        ],
      },
    ],
    [
      "a UIMessage that only thinks so far",
      { id: "a2", role: "assistant", parts: [{ type: "step-start" }] },
      "assistant",
      "",
      { parts: [] },
    ],
  ])("%s", async (_what, message, role, text, content) => {
    expect(await stored([message])).toEqual([[role, text, content]]);
  });
});

test.each<[content: object, text: string]>([
  [{ tool: "crm", args: { id: 7 }, result: "Alice lives in Oslo." }, "Alice lives in Oslo."],
  [{ tool: "天气", result: { 城市: "柏林", 度: 18 } }, '{"城市":"柏林","度":18}'],
  [{ tool: "crm", text: "爱丽丝住在奥斯陆。", result: { ok: true } }, "爱丽丝住在奥斯陆。"],
  [{ tool: "weather", celsius: 18 }, '{"celsius":18}'],
  [{ tool: "login", output: "token sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD" }, "token [secret]"],
  [{ tool: "weather", args: { city: "Oslo" } }, ""],
  // Results of Memoir's own tools are not a source.
  [{ tool: "memory_recall", result: "Alice lives in Oslo." }, ""],
])("R42: what a tool brings as structured content is read: %j", async (content, text) => {
  expect((await stored([{ role: "tool", content }]))[0]![1]).toBe(text);
  // A user's own structured content is no tool's.
  expect((await stored([{ role: "user", content }]))[0]![1]).toBe("");
});

test("our own shape stays what it was", async () => {
  expect(
    await stored([
      { text: "hello" },
      { role: "tool", text: "18 °C", content: { tool: "weather", celsius: 18 } },
      { role: "tool", content: { tool: "weather" } },
      { text: "hello", content: {} },
    ]),
  ).toEqual([
    ["user", "hello", null],
    ["tool", "18 °C", { tool: "weather", celsius: 18 }],
    ["tool", "", { tool: "weather" }],
    ["user", "hello", {}],
  ]);
});

test.each<[what: string, message: unknown, path: string]>([
  ["no words at all", { role: "user" }, "messages[0].text"],
  ["nothing", { role: "user", content: null }, "messages[0].text"],
  ["an empty text", { role: "user", content: " " }, "messages[0].text"],
  ["an empty list", { role: "user", content: [] }, "messages[0].content"],
  ["an empty list of parts", { role: "user", parts: [] }, "messages[0].parts"],
  ["a part that is none", { role: "user", content: ["hi"] }, "messages[0].content[0]"],
  ["a part without a type", { role: "user", content: [{ text: "hi" }] }, "messages[0].content[0]"],
  [
    "a text part without a text",
    { role: "user", parts: [{ type: "text" }, { type: "text", text: 7 }] },
    "messages[0].parts[0]",
  ],
  ["words twice", { role: "user", text: "a", content: "b" }, "messages[0]"],
  ["words twice, in parts", { text: "a", content: [{ type: "text", text: "b" }] }, "messages[0]"],
  ["an unknown role", { role: "narrator", content: "Once upon a time" }, "messages[0].role"],
  ["a number", { role: "user", content: 7 }, ""],
])("%s is refused with its place", async (_what, message, path) => {
  try {
    await stored([message]);
    expect.unreachable();
  } catch (error) {
    if (!MemoirError.is(error)) throw error;
    expect(error.code).toBe("invalid_argument");
    expect(error.message).toMatch(/^messages\[0\]/);
    if (path !== "") expect(error.details.path).toBe(path);
  }
});

test.each<[unknown, string]>([
  ["hello", "hello"],
  [[{ type: "text", text: "a" }, { type: "image" }, { type: "input_text", text: "b" }], "a\nb"],
  [null, ""],
])("the words of %j are %j", (content, words) => expect(wordsOf(content)).toBe(words));
