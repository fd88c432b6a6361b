import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs, countTurns, dueByCount, type TurnEvent } from "./job.ts";

const R300 = { baseMs: 30_000, maxMs: 1_800_000, jitter: 0.25 };

describe("backoffMs", () => {
  it.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [4, 240],
    [5, 480],
    [6, 960],
    [7, 1_800],
    [8, 1_800],
    [2_000, 1_800],
  ])("R300: failure %i waits %i s", (attempt, seconds) => {
    expect(backoffMs(attempt, R300, 0)).toBe(seconds * 1_000);
  });

  it.each([
    [0, 30_000],
    [0.5, 26_250],
    [1, 22_500],
  ])("chance %f makes the first wait %i ms", (random, ms) => {
    expect(backoffMs(1, R300, random)).toBe(ms);
  });

  it("is a whole number between the shortest and the longest wait, whatever the attempt", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, r) => {
        const ms = backoffMs(n, R300, r);
        expect(Number.isSafeInteger(ms)).toBe(true);
        expect(ms).toBeGreaterThanOrEqual(22_500);
        expect(ms).toBeLessThanOrEqual(1_800_000);
      }),
    );
  });
});

const said = (role: string, turn: string | null = null, type = "message"): TurnEvent => ({
  type,
  role,
  turn,
});

describe("countTurns", () => {
  it.each([
    ["nothing", [], null, { turns: 0, lastTurn: null, hasUserMessage: false, hasReply: false }],
    ["a question", [said("user")], null, { turns: 1, lastTurn: null, hasUserMessage: true, hasReply: false }],
    [
      "a question and its reply",
      [said("user"), said("assistant")],
      null,
      { turns: 1, lastTurn: null, hasUserMessage: true, hasReply: true },
    ],
    [
      "a reply alone",
      [said("assistant", "t1")],
      "t1",
      { turns: 0, lastTurn: "t1", hasUserMessage: false, hasReply: true },
    ],
    [
      "a tool's result and a command",
      [said("tool", null, "tool_result"), said("user", null, "command")],
      null,
      { turns: 0, lastTurn: null, hasUserMessage: false, hasReply: false },
    ],
    [
      "two messages of one turn",
      [said("user", "t1"), said("user", "t1")],
      null,
      { turns: 1, lastTurn: "t1", hasUserMessage: true, hasReply: false },
    ],
    [
      "more of a turn that an earlier call began",
      [said("user", "t1"), said("user", "t2")],
      "t1",
      { turns: 1, lastTurn: "t2", hasUserMessage: true, hasReply: false },
    ],
    [
      "messages without turn ids: each is its own",
      [said("user"), said("user")],
      null,
      { turns: 2, lastTurn: null, hasUserMessage: true, hasReply: false },
    ],
  ])("counts %s", (_name, events, last, expected) => {
    expect(countTurns(events, last)).toEqual(expected);
  });
});

describe("dueByCount", () => {
  const thresholds = { contextWindow: 1_000, turns: 3 };
  it.each([
    [0, 0, []],
    [2, 500, []],
    [2, 501, ["token_half"]],
    [3, 500, ["n_turns"]],
    [4, 9_999, ["token_half", "n_turns"]],
  ])("R205, R206: %i turns and %i tokens make %j due", (turns, tokens, due) => {
    expect(dueByCount({ turns, tokens }, thresholds)).toEqual(due);
  });
});
