import { describe, expect, it } from "vitest";
import { estimateTokens } from "../budget.ts";
import {
  alignMessages,
  firstFitting,
  firstKept,
  type LiveMessage,
  mostOfEach,
  shortenedId,
  shortWords,
  whyCompress,
  withWords,
} from "./fit.ts";

const sized = (...sizes: (number | "tool")[]): { tokens: number; answers: boolean }[] =>
  sizes.map((size) => (size === "tool" ? { tokens: 30, answers: true } : { tokens: size, answers: false }));

describe("R205: a turn that is more than half of the window", () => {
  it.each([
    ["fits", sized(10, 10, 10), 1, 50, 1],
    ["begins later", sized(10, 30, 30, 30), 1, 70, 2],
    ["begins at its last message", sized(40, 40, 40), 0, 50, 2],
    ["no answer is parted from its call", sized(10, 10, "tool", 10, "tool", 10), 0, 60, 3],
    ["one message that is too long is counted as it will be shortened", sized(5, 900), 0, 60, 0],
    ["two of them do not fit together with more", sized(20, 900, 900), 0, 60, 1],
    ["only answers behind the first", sized(10, "tool", "tool", "tool"), 0, 20, 0],
  ])("%s", (_, live, first, room, expected) => {
    expect(firstFitting(live, first, room)).toBe(expected);
  });

  it("messages that fit into three quarters of the window stay as they are", () => {
    expect(mostOfEach([10, 60], 5, 100)).toBeNull();
    expect(mostOfEach([10, 90], 5, 100)).toBe(60);
    expect(mostOfEach([90, 90], 15, 100)).toBe(30);
    expect(mostOfEach([10], 500, 100)).toBe(0);
  });

  it.each([
    ["English", `${"The log says nothing. ".repeat(400)}Why does it fail?`],
    ["Chinese", `${"日志里什么都没有。".repeat(400)}为什么会失败？`],
  ])("a long message keeps its beginning and its end: %s", (_, text) => {
    const short = shortWords(text, 200, "m-1");
    expect(estimateTokens(short)).toBeLessThanOrEqual(200);
    expect(short.startsWith(text.slice(0, 40))).toBe(true);
    expect(short.endsWith(text.slice(-8))).toBe(true);
    expect(shortenedId(short)).toBe("m-1");
    const left = Number(/(\d+) characters/.exec(short)![1]);
    expect(short.replace(/ \[….*?…\] /u, "").length + left).toBe(text.length);
    expect(shortWords("short", 200, "m-1")).toBe("short");
    expect(shortenedId(shortWords(text, 200, null))).toBeNull();
  });

  it("knows the words of a message in every shape", () => {
    const upper = (text: string): string => text.toUpperCase();
    expect(withWords({ role: "user", text: "a" }, upper)).toEqual({ role: "user", text: "A" });
    expect(withWords({ role: "user", content: "a" }, upper)).toEqual({ role: "user", content: "A" });
    const image = { type: "image", image: "x" };
    expect(withWords({ content: [{ type: "text", text: "a" }, image] }, upper)).toEqual({
      content: [{ type: "text", text: "A" }, image],
    });
    expect(withWords({ parts: [{ type: "text", text: "a" }] }, upper)).toEqual({
      parts: [{ type: "text", text: "A" }],
    });
    const result = { type: "tool-result", output: { type: "text", value: "a" } };
    expect(withWords({ content: [result] }, upper)).toEqual({
      content: [{ type: "tool-result", output: { type: "text", value: "A" } }],
    });
    expect(withWords({ content: [{ type: "tool_result", content: "a" }] }, upper)).toEqual({
      content: [{ type: "tool_result", content: "A" }],
    });
    const listed = { type: "tool_result", content: [{ type: "text", text: "a" }, image] };
    expect(withWords({ content: [listed, { type: "text", text: "b" }] }, upper)).toEqual({
      content: [
        { type: "tool_result", content: [{ type: "text", text: "A" }, image] },
        { type: "text", text: "B" },
      ],
    });
    const signed = { type: "reasoning", text: "a" };
    expect(withWords({ content: [signed, { type: "text", text: "b" }] }, upper)).toEqual({
      content: [signed, { type: "text", text: "B" }],
    });
    expect(withWords({ content: { any: 1 } }, upper)).toEqual({ content: { any: 1 } });
  });
});

/** `u` a user's message, `a` an assistant's, `t` a tool's, each a minute after the last; `1` is one with a turn's id. */
function live(roles: string): LiveMessage[] {
  const names: Record<string, string> = { u: "user", a: "assistant", t: "tool", "1": "user" };
  return [...roles].map((role, i) => ({
    role: names[role]!,
    turn: role === "1" ? "one" : null,
    at: i * 60_000,
  }));
}

it.each([
  ["uaua", 1, 2],
  ["uaua", 2, 0],
  ["uaua", 3, 0],
  ["uaua", 0, 4],
  ["uatatua", 1, 5],
  ["uau", 1, 2],
  ["u", 1, 0],
  ["aaa", 1, 2],
  ["", 1, 0],
  ["ua11a", 1, 2],
  ["uu", 1, 1],
])("of %j with %i turns kept, the first that stays is %i", (roles, turns, expected) => {
  expect(firstKept(live(roles), turns)).toBe(expected);
});

const limits = { tokens: 0, contextWindow: 100, turns: 3, idleMs: 600_000, now: 0 };

it.each([
  ["R205: more than half", "ua", { tokens: 51 }, "token_half"],
  ["R205: half is not more than half", "ua", { tokens: 50 }, null],
  ["R206: three turns", "uauau", {}, "n_turns"],
  ["R206: two turns", "uaua", {}, null],
  ["R206: messages of one turn are one turn", "u11a", {}, null],
  ["R206: switched off", "uauau", { turns: null }, null],
  ["R207: ten minutes before the newest turn", "uau", { now: 660_000 }, "idle"],
  ["R207: not yet", "uau", { now: 659_999 }, null],
  ["R207: the newest turn's own age does not count", "ua", { now: 9_000_000 }, null],
  ["R207: switched off", "uau", { now: 9_000_000, idleMs: null }, null],
  ["nothing said", "", { now: 9_000_000 }, null],
] as const)("%s", (_, roles, change, expected) => {
  expect(whyCompress(live(roles), { ...limits, ...change })).toBe(expected);
});

const given = (words: string) =>
  words
    .split(" ")
    .filter(Boolean)
    .map((text) => ({ role: "user", text }));
const recorded = (words: string) =>
  given(words).map((one) => ({ ...one, text: one.text, erased: one.text === "✗" }));

it.each([
  ["a b c", "a b c", [0, 1, 2]],
  ["a b c d", "a b", [0, 1, null, null]],
  ["b c", "a b c", [1, 2]],
  ["a c", "a x b c", [0, 3]],
  ["ok ok", "ok ok ok", [0, 1]],
  ["ok ok", "ok", [0, null]],
  ["a secret c", "a ✗ c", [0, 1, 2]],
  ["a secret", "a ✗", [0, 1]],
  ["secret a", "✗ a", [0, 1]],
  ["a secret b", "a b ✗", [0, null, 1]],
  ["x y", "", [null, null]],
  ["", "a", []],
])("%j in the record %j is %j", (words, record, positions) => {
  expect(alignMessages(given(words), recorded(record))).toEqual(positions);
});

it("a role is part of what was said", () => {
  expect(alignMessages([{ role: "assistant", text: "a" }], recorded("a"))).toEqual([null]);
});
