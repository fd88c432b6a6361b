import { describe, expect, it } from "vitest";
import { readJsonl } from "../commands/observe.ts";

describe("messages from JSONL", () => {
  it.each([
    [
      "a whole message",
      '{"id":"m1","role":"assistant","text":"hi"}',
      { id: "m1", role: "assistant", text: "hi" },
    ],
    ["the option where the line says nothing", '{"text":"你好"}', { text: "你好", session: "s1" }],
    ["the line before the option", '{"text":"hi","session":"s2"}', { text: "hi", session: "s2" }],
    ["content that is words", '{"role":"user","content":"hi"}', { role: "user", content: "hi" }],
    ["content beside a text", '{"text":"hi","content":{"tool":"x"}}', { text: "hi", content: { tool: "x" } }],
  ])("takes %s", (_, line, expected) => {
    expect(readJsonl("chat.jsonl", line, { session: "s1" })).toEqual([{ session: "s1", ...expected }]);
  });

  it("steps over empty lines and Windows' line ends", () => {
    const messages = readJsonl("chat.jsonl", '\n{"text":"a"}\r\n\r\n{"text":"b"}\r\n', {});
    expect(messages).toEqual([{ text: "a" }, { text: "b" }]);
  });

  it.each([
    ['{"text":"a"}\nhello', 'chat.jsonl, line 2 is no JSON: "hello"'],
    ['"hello"', 'chat.jsonl, line 1 is no object: "hello"'],
    ["[]", "chat.jsonl, line 1 is no object: []"],
    ['{"txt":"a"}', 'chat.jsonl, line 1 has the field "txt"'],
  ])("refuses %j", (text, message) => {
    expect(() => readJsonl("chat.jsonl", text, {})).toThrow(
      expect.objectContaining({ code: "invalid_argument", message: expect.stringContaining(message) }),
    );
  });
});
