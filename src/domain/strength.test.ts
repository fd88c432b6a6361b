import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandEnds, rankSum, reinforcedStrength, strengthAt, timeDecay } from "./strength.ts";

const anchor = new Date("2026-01-01T00:00:00Z");
const later = (days: number): Date => new Date(anchor.getTime() + days * 86_400_000);

describe("strength", () => {
  it.each([
    [0, 0.8],
    [7, 0.8],
    [7.99, 0.8],
    [8, 0.8 * 0.99],
    [12, 0.8 * 0.99 ** 5],
    [200, 0.8 * 0.99 ** 193],
  ])("R139, R177, R178: after %d days 0.8 is worth %d", (days, expected) => {
    expect(strengthAt(0.8, anchor, later(days))).toBeCloseTo(expected, 12);
  });

  it("C6: looking every day from 8 to 12 gives 0.761, not 0.688", () => {
    let seen = 0;
    for (let day = 8; day <= 12; day++) seen = strengthAt(0.8, anchor, later(day));
    expect(seen).toBeCloseTo(0.7608, 4);
  });

  it("a clock that runs backwards does not strengthen", () => {
    expect(strengthAt(0.5, anchor, later(-30))).toBe(0.5);
  });

  it("R138, R175: 0.6 → 0.68 → 0.744", () => {
    expect(reinforcedStrength(0.6)).toBeCloseTo(0.68, 12);
    expect(reinforcedStrength(reinforcedStrength(0.6))).toBeCloseTo(0.744, 12);
  });

  it("R176: any number of hits converges to 1 and never passes it", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 500 }),
        (start, hits) => {
          let value = start;
          for (let i = 0; i < hits; i++) {
            const next = reinforcedStrength(value);
            expect(next).toBeGreaterThanOrEqual(value);
            value = next;
          }
          expect(value).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe("bandEnds", () => {
  const BANDS = { archiveBelow: 0.2, removeBelow: 0.05 };
  const daysTo = (base: number, bands = BANDS): (number | null)[] => {
    const { archiveAt, removeAt } = bandEnds(base, anchor.getTime(), bands);
    return [archiveAt, removeAt].map((at) => (at === null ? null : (at - anchor.getTime()) / 86_400_000));
  };

  it.each([
    [0.8, 145, 283],
    [0.6, 117, 255],
    [0.4, 76, 214],
    [0.2, 8, 145],
    [0.19, 0, 140],
    [0.04, 0, 7],
  ])("R140, R141, R191, C7: %d is archived after %d days and removed after %d", (base, archived, removed) => {
    expect(daysTo(base)).toEqual([archived, removed]);
  });

  it("R191: agrees with strengthAt to the day, whatever the base", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 1, noNaN: true }), (base) => {
        const [, removed] = daysTo(base) as [number, number];
        expect(strengthAt(base, anchor, later(removed))).toBeLessThan(0.05);
        expect(strengthAt(base, anchor, later(removed - 1))).toBeGreaterThanOrEqual(0.05);
      }),
    );
  });

  it("without bands nothing ends", () => {
    expect(bandEnds(0, 0, { archiveBelow: null, removeBelow: null })).toEqual({
      archiveAt: null,
      removeAt: null,
    });
    expect(bandEnds(0, 0, { archiveBelow: 0, removeBelow: 0 })).toEqual({ archiveAt: null, removeAt: null });
  });
});

it.each([
  [0.6, 0.95, 0.68],
  [0.94, 0.95, 0.95],
  [0.99, 0.95, 0.99],
])("R318: a hit raises %d to no more than %d", (strength, ceiling, expected) => {
  expect(reinforcedStrength(strength, ceiling)).toBeCloseTo(expected, 12);
});

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

describe("rankSum", () => {
  const rankScore = (...addends: Parameters<typeof rankSum>): number =>
    rankSum(...addends).reduce((sum, [value, weight]) => sum + value * weight, 0);

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
