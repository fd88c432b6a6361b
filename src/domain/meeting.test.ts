import { describe, expect, it } from "vitest";
import { averagedConfidence, meet, metConfidence, metStatus } from "./meeting.ts";
import type { MemoryStatus } from "./memory.ts";

describe("meet", () => {
  it.each<[MemoryStatus, string, boolean, string]>([
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
    expect(meet({ status, text: "Alice likes tea" }, { text, ownKey })).toBe(outcome);
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

describe("what is met", () => {
  const met = (status: MemoryStatus, trust: number) => ({
    status,
    trust,
    confidence: 0.5,
    evidence_count: 3,
  });

  it.each<[MemoryStatus, number, MemoryStatus, number, MemoryStatus]>([
    ["shadow", 0.6, "active", 0.6, "active"],
    ["shadow", 0.6, "shadow", 0.6, "shadow"],
    ["pending", 0.4, "active", 0.6, "active"],
    ["pending", 0.4, "pending", 1, "pending"],
    ["pending", 0.6, "active", 1, "active"],
    ["pending", 0.6, "active", 0.6, "pending"],
    ["pending", 0.6, "pending", 1, "pending"],
    ["pending", 1, "active", 1, "pending"],
    ["active", 1, "shadow", 0.6, "active"],
    ["disabled", 0.4, "active", 1, "disabled"],
  ])("C27, C28: %s on trust %d, and a claim that is %s on trust %d → %s", (was, trust, status, by, after) => {
    expect(metStatus(met(was, trust), { status, trust: by })).toBe(after);
  });

  it("what nobody trusted does not pull the confidence down", () => {
    expect(metConfidence(met("pending", 0.4), 0.9)).toBeCloseTo(0.9);
    expect(metConfidence(met("shadow", 0.6), 0.9)).toBeCloseTo(0.6);
  });
});
