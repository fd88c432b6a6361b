import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bandEnds, reinforced, strengthAt } from "./strength.ts";

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
    expect(reinforced(0.6)).toBeCloseTo(0.68, 12);
    expect(reinforced(reinforced(0.6))).toBeCloseTo(0.744, 12);
  });

  it("R176: any number of hits converges to 1 and never passes it", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 500 }),
        (start, hits) => {
          let value = start;
          for (let i = 0; i < hits; i++) {
            const next = reinforced(value);
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
  expect(reinforced(strength, ceiling)).toBeCloseTo(expected, 12);
});
