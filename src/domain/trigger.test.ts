import { describe, expect, it } from "vitest";
import { countTurns, dueByCount, type TurnEvent } from "./trigger.ts";

const said = (role: string, turn: string | null = null, type = "message"): TurnEvent => ({
  type,
  role,
  turn,
});

describe("countTurns", () => {
  it.each([
    ["nothing", [], null, { turns: 0, lastTurn: null, asked: false, replied: false }],
    ["a question", [said("user")], null, { turns: 1, lastTurn: null, asked: true, replied: false }],
    [
      "a question and its reply",
      [said("user"), said("assistant")],
      null,
      { turns: 1, lastTurn: null, asked: true, replied: true },
    ],
    [
      "a reply alone",
      [said("assistant", "t1")],
      "t1",
      { turns: 0, lastTurn: "t1", asked: false, replied: true },
    ],
    [
      "a tool's result and a command",
      [said("tool", null, "tool_result"), said("user", null, "command")],
      null,
      { turns: 0, lastTurn: null, asked: false, replied: false },
    ],
    [
      "two messages of one turn",
      [said("user", "t1"), said("user", "t1")],
      null,
      { turns: 1, lastTurn: "t1", asked: true, replied: false },
    ],
    [
      "more of a turn that an earlier call began",
      [said("user", "t1"), said("user", "t2")],
      "t1",
      { turns: 1, lastTurn: "t2", asked: true, replied: false },
    ],
    [
      "messages without turn ids: each is its own",
      [said("user"), said("user")],
      null,
      { turns: 2, lastTurn: null, asked: true, replied: false },
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
