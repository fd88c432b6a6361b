import { expect, it } from "vitest";
import { firstKept, type LiveMessage, whyCompress } from "./plan.ts";

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
