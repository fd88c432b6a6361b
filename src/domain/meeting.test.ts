import { describe, expect, it } from "vitest";
import { averagedConfidence, meet } from "./meeting.ts";
import type { MemoryStatus } from "./memory.ts";

describe("meet", () => {
  it.each<[MemoryStatus | undefined, string, boolean, string]>([
    [undefined, "Alice likes tea", false, "create"],
    ["active", "Alice likes tea", false, "reinforce"],
    ["active", "alice likes tea!", false, "reinforce"],
    ["active", "Alice likes tea", true, "reinforce"],
    ["active", "Alice likes coffee", true, "revise"],
    ["shadow", "Alice likes tea", false, "reinforce"],
    ["pending", "Alice likes tea", false, "reinforce"],
    ["expired", "Alice likes tea", false, "revive"],
    ["archived", "Alice likes tea", false, "revive"],
    ["soft_deleted", "Alice likes coffee", true, "revive"],
    ["superseded", "Alice likes tea", false, "revive"],
    ["disabled", "Alice likes tea", false, "count"],
    ["disabled", "Alice likes coffee", true, "count"],
  ])("R18, R330, C8: %s meets %j (own key: %s) → %s", (status, text, ownKey, outcome) => {
    const existing = status === undefined ? undefined : { status, text: "Alice likes tea" };
    expect(meet(existing, { text, ownKey })).toBe(outcome);
  });
});

describe("averagedConfidence", () => {
  it.each([
    [0.8, 1, 1, 1, 0.9],
    [0.6, 3, 1, 1, 0.7],
    [0.5, 0, 0.9, 0, 0.9],
  ])("R18, C31: %d×%d with %d×%d is %d", (old, oldCount, added, addedCount, expected) => {
    expect(averagedConfidence(old, oldCount, added, addedCount)).toBeCloseTo(expected, 12);
  });
});
