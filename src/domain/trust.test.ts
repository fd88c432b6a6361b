import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MemoryStatus } from "./memory.ts";
import {
  averagedConfidence,
  type ConfidenceInput,
  evidenceTrust,
  memoryTrust,
  metStatus,
  movesConfidence,
  outcomeOnRestatement,
  reinforcedConfidence,
  repetitionBonus,
  SOURCE_ROLES,
  scoreConfidence,
  sourceRank,
  TRUSTED_FROM,
  type TrustInput,
} from "./trust.ts";

describe("trust of evidence is that of its least trusted input (DESIGN)", () => {
  it.each<[TrustInput[], TrustInput | null]>([
    [["user"], "user"],
    [["user", "assistant"], "assistant"],
    [["user", "tool", "stranger"], "stranger"],
    [["user", "quote"], "quote"],
    [["import", "user"], "import"],
    [[], null],
  ])("%j → as %s", (inputs, least) => {
    expect(evidenceTrust(inputs)).toBe(least === null ? 0 : evidenceTrust([least]));
  });

  it("roles in the order of C10, and no stranger, quotation or import is trusted", () => {
    const order = (["user", "tool", "assistant", "stranger"] as const).map((role) => evidenceTrust([role]));
    expect(order).toEqual(order.toSorted((a, b) => b - a));
    for (const input of ["stranger", "quote", "import"] as const) {
      expect(evidenceTrust([input])).toBeLessThan(TRUSTED_FROM);
    }
  });
});

describe("trust of a memory is that of its most trusted evidence", () => {
  it("untrusted evidence neither raises nor lowers it", () => {
    const trust = fc.double({ min: TRUSTED_FROM, max: 1, noNaN: true });
    const untrusted = fc.double({ min: 0, max: TRUSTED_FROM - 0.01, noNaN: true });
    fc.assert(
      fc.property(fc.array(trust, { minLength: 1 }), fc.array(untrusted), (some, more) => {
        expect(memoryTrust([...some, ...more])).toBe(memoryTrust(some));
      }),
    );
    expect(memoryTrust([])).toBe(0);
  });

  it.each([
    [1, 1, true],
    [1, 0.5, true],
    [0.6, 1, false],
    [0.6, 0.6, true],
    [0.2, 0.2, false],
    [0.4, 0, false],
  ])("evidence of %d on a memory of %d moves its confidence: %s", (trust, ofMemory, moves) => {
    expect(movesConfidence(trust, ofMemory)).toBe(moves);
  });
});

it("C10: role first (user > tool > assistant > stranger), then method (explicit > rule > model)", () => {
  const methods = ["user_explicit", "rule", "llm_extract"] as const;
  const order = SOURCE_ROLES.toReversed().flatMap((role) =>
    methods.map((method) => sourceRank(role, method)),
  );
  expect(order).toEqual(order.toSorted((a, b) => b - a));
  expect(new Set(order).size).toBe(12);
  expect(sourceRank("user", "llm_extract")).toBeGreaterThan(sourceRank("tool", "user_explicit"));
});

const said = (given: Partial<ConfidenceInput>): ConfidenceInput => ({
  base: 1,
  method: "user_explicit",
  role: "user",
  evidenceCount: 1,
  repetitionCap: 1.5,
  ...given,
});

describe("R20–R23 with C9, C10 and C31", () => {
  it.each<[string, Partial<ConfidenceInput>, number]>([
    ["R21: what a user said outright", {}, 1],
    ["R21: what a model read", { method: "llm_extract" }, 0.8],
    ["C31: what a rule read", { method: "rule" }, 0.85],
    ["R21: what a model read in a tool's result", { method: "llm_extract", role: "tool" }, 0.7],
    ["C9: 0.6 needs a base of 0.75", { method: "llm_extract", base: 0.75 }, 0.6],
    ["C9: of a tool 0.857", { method: "llm_extract", role: "tool", base: 0.857 }, 0.5999],
    ["C10: a user's correction of a stronger claim", { weaker: true }, 0.5],
    ["C10: a model's", { method: "llm_extract", weaker: true }, 0.4],
    ["R22: said twice", { method: "llm_extract", evidenceCount: 2 }, 0.88],
    ["C9: said six times, at the cap", { method: "llm_extract", base: 0.5, evidenceCount: 6 }, 0.6],
    ["C9: said sixty times, at the cap", { method: "llm_extract", base: 0.5, evidenceCount: 60 }, 0.6],
    ["C9: clamped to 1", { evidenceCount: 9 }, 1],
    [
      "C9: a cap of 1 is the letter of R22",
      { method: "llm_extract", evidenceCount: 9, repetitionCap: 1 },
      0.8,
    ],
  ])("%s", (_, given, expected) => {
    expect(scoreConfidence(said(given))).toBeCloseTo(expected, 10);
  });

  it("weaker roles weigh less, and nothing leaves 0–1", () => {
    const score = (role: ConfidenceInput["role"]): number => scoreConfidence(said({ role }));
    expect(score("user")).toBeGreaterThan(score("tool"));
    expect(score("tool")).toBeGreaterThan(score("assistant"));
    expect(score("assistant")).toBeGreaterThan(score("stranger"));
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(50), fc.boolean(), (base, n, weaker) => {
        const value = scoreConfidence(said({ base, evidenceCount: n, weaker }));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([
    [1, 1],
    [2, 1.1],
    [6, 1.5],
    [100, 1.5],
    [0, 1],
  ])("R22, C9: %d pieces of evidence × %d", (count, bonus) => {
    expect(repetitionBonus(count, 1.5)).toBeCloseTo(bonus, 12);
  });
});

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
    expect(outcomeOnRestatement({ status, text: "Alice likes tea" }, { text, ownKey })).toBe(outcome);
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
    expect(reinforcedConfidence(met("pending", 0.4), 0.9)).toBeCloseTo(0.9);
    expect(reinforcedConfidence(met("shadow", 0.6), 0.9)).toBeCloseTo(0.6);
  });
});
