import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importanceFromLevel, importanceLevel } from "./memory.ts";

const LEVELS = [
  [1, 0.2],
  [2, 0.4],
  [3, 0.6],
  [4, 0.8],
  [5, 1],
] as const;

describe("importance", () => {
  it.each(LEVELS)("C5: level %d is %d, and back", (level, importance) => {
    expect(importanceFromLevel(level)).toBe(importance);
    expect(importanceLevel(importance)).toBe(level);
  });

  it.each([
    [0, 1],
    [-3, 1],
    [0.2 + 1e-12, 1],
    [0.1 + 0.2 + 0.3, 3],
    [0.6001, 4],
    [0.21, 2],
    [0.5, 3],
    [7, 5],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 5],
  ])("C5: %d is level %d", (importance, level) => {
    expect(importanceLevel(importance)).toBe(level);
  });

  it("C5: more important is never a lower level", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1 }), fc.double({ min: 0, max: 1 }), (a, b) => {
        expect(importanceLevel(Math.max(a, b))).toBeGreaterThanOrEqual(importanceLevel(Math.min(a, b)));
      }),
    );
  });
});
