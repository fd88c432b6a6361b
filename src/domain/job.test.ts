import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "./job.ts";

const R300 = { baseMs: 30_000, maxMs: 1_800_000, jitter: 0.25 };

describe("backoffMs", () => {
  it.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [4, 240],
    [5, 480],
    [6, 960],
    [7, 1_800],
    [8, 1_800],
    [2_000, 1_800],
  ])("R300: failure %i waits %i s", (attempt, seconds) => {
    expect(backoffMs(attempt, R300, 0)).toBe(seconds * 1_000);
  });

  it.each([
    [0, 30_000],
    [0.5, 26_250],
    [1, 22_500],
  ])("chance %f makes the first wait %i ms", (random, ms) => {
    expect(backoffMs(1, R300, random)).toBe(ms);
  });

  it("is a whole number between the shortest and the longest wait, whatever the attempt", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, r) => {
        const ms = backoffMs(n, R300, r);
        expect(Number.isSafeInteger(ms)).toBe(true);
        expect(ms).toBeGreaterThanOrEqual(22_500);
        expect(ms).toBeLessThanOrEqual(1_800_000);
      }),
    );
  });
});
