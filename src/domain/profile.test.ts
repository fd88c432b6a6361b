import { describe, expect, it } from "vitest";
import {
  countSignals,
  decidedAtOnce,
  hasManyValues,
  needOf,
  PROFILE_FIELDS,
  type ProfileFieldName,
  proposalStatus,
} from "./profile.ts";

describe("the profile's fields", () => {
  it.each<[ProfileFieldName, string, boolean]>([
    ["preferred_name", "consent", false],
    ["pronouns", "consent", false],
    ["city", "consent", false],
    ["language", "consent", false],
    ["tone", "signals", false],
    ["goals", "signals", true],
  ])("R277, R278: %s needs %s", (field, need, many) => {
    expect([needOf(field), hasManyValues(field)]).toEqual([need, many]);
  });
});

describe("decidedAtOnce", () => {
  it.each<["off" | "fields" | "facts", ProfileFieldName, number, number, string | null]>([
    ["fields", "city", 1, 0, null],
    ["fields", "city", 9, 1, null],
    ["facts", "pronouns", 2, 1, null],
    ["fields", "tone", 1, 0, null],
    ["fields", "tone", 2, 0, "signals"],
    ["fields", "goals", 1, 0.89, null],
    ["fields", "goals", 1, 0.9, "signals"],
    ["facts", "tone", 2, 0, "signals"],
    ["off", "city", 1, 0, "policy"],
    ["off", "tone", 1, 0, "policy"],
  ])("R277, R278, C21: mode %s, %s, %d signals, confidence %d: %s", (mode, field, count, confidence, how) => {
    expect(decidedAtOnce(field, { count, confidence }, mode)).toBe(how);
  });

  it("R280: what no user said waits in every mode and every field", () => {
    for (const mode of ["off", "fields", "facts"] as const)
      for (const field of PROFILE_FIELDS)
        expect(decidedAtOnce(field, { count: 0, confidence: 1 }, mode)).toBeNull();
  });
});

describe("countSignals", () => {
  const event = (id: string, role: "user" | "assistant" | "tool" | "system", turn: string | null = null) => ({
    id,
    role,
    turn,
  });
  it.each([
    ["none", [], 0],
    ["two messages of one turn", [event("a", "user", "t1"), event("b", "user", "t1")], 1],
    ["two turns", [event("a", "user", "t1"), event("b", "user", "t2")], 2],
    ["messages that name no turn", [event("a", "user"), event("b", "user")], 2],
    ["a tool and an assistant", [event("a", "tool"), event("b", "assistant")], 0],
    ["the program itself", [event("a", "system")], 1],
  ])("R278, C31: %s", (_what, events, count) => {
    expect(countSignals(events)).toBe(count);
  });
});

describe("proposalStatus", () => {
  it.each([
    ["pending", 100, 99, "pending"],
    ["pending", 100, 100, "expired"],
    ["pending", null, 1e15, "pending"],
    ["accepted", 100, 200, "accepted"],
    ["declined", 100, 200, "declined"],
  ] as const)("R277: %s until %s, at %d: %s", (status, expiresAt, now, expected) => {
    expect(proposalStatus({ status, expiresAt }, now)).toBe(expected);
  });
});
