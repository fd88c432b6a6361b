import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankScore, timeDecay } from "./ranking.ts";

const DAY = 86_400_000;
const NOW = new Date("2026-05-12T10:00:00Z");
/** R29's weights. */
const WEIGHTS = { similarityWeight: 0.3, importanceWeight: 0.4, recencyWeight: 0.3 };

function ago(days: number): Date {
  return new Date(NOW.getTime() - days * DAY);
}

describe("timeDecay", () => {
  it.each([
    [0, 1],
    [0.5, 1 / (1 + 0.5 / 30)],
    [1, 30 / 31],
    [15, 2 / 3],
    [30, 0.5],
    [60, 1 / 3],
    [90, 0.25],
    [120, 0.2],
    [-5, 1],
    [-50_000, 1],
  ])("R30: after %d days it is %d", (days, expected) => {
    expect(timeDecay(ago(days).getTime(), NOW.getTime())).toBeCloseTo(expected, 12);
  });

  it("R30: is in (0,1] and never grows with age", () => {
    const days = fc.double({ min: -1000, max: 100_000, noNaN: true });
    fc.assert(
      fc.property(days, days, (a, b) => {
        const [young, old] = [
          timeDecay(ago(Math.min(a, b)).getTime(), NOW.getTime()),
          timeDecay(ago(Math.max(a, b)).getTime(), NOW.getTime()),
        ];
        expect(old).toBeGreaterThan(0);
        expect(young).toBeLessThanOrEqual(1);
        expect(old).toBeLessThanOrEqual(young);
      }),
    );
  });
});

describe("rankScore", () => {
  it.each([
    ["a perfect one, 30 days old", 1, 0, 30, 0.3 + 0.3 * 0.5],
    ["a perfect one, 90 days old", 1, 0, 90, 0.3 + 0.3 * 0.25],
    ["a perfect old one of middling importance", 1, 0.5, 120, 0.56],
    ["a fresh, important, irrelevant one", 0, 0.8, 0, 0.62],
    ["the best there can be", 1, 1, 0, 1],
    ["R309: an opposite cosine counts as none", -1, 0, 0, 0.3],
    ["R309: a cosine a hair above 1 counts as 1", 1.0000001, 0, 0, 0.6],
    ["R309: no number counts as none", Number.NaN, 0, 0, 0.3],
  ])("R30: %s", (_what, similarity, importance, days, expected) => {
    const recency = timeDecay(ago(days).getTime(), NOW.getTime());
    expect(rankScore({ similarity, importance, recency }, WEIGHTS)).toBeCloseTo(expected, 12);
  });

  it("R30: each weight weighs its own part", () => {
    const parts = { similarity: 0.5, importance: 0.25, recency: 0.125 };
    const none = { similarityWeight: 0, importanceWeight: 0, recencyWeight: 0 };
    expect(rankScore(parts, { ...none, similarityWeight: 1 })).toBe(0.5);
    expect(rankScore(parts, { ...none, importanceWeight: 1 })).toBe(0.25);
    expect(rankScore(parts, { ...none, recencyWeight: 1 })).toBe(0.125);
  });
});
