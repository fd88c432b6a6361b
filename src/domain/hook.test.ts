import { describe, expect, it } from "vitest";
import { nextAttempt } from "./hook.ts";

const HOUR = 3_600_000;
const PATIENCE = { backoffMs: 10_000, backoffMaxMs: HOUR, giveUpHours: 24 };

describe("when a failed delivery is tried again", () => {
  it.each([
    [1, 0, 0, 10_000],
    [2, 10_000, 0, 30_000],
    [9, 0, 0, 2_560_000],
    [10, 0, 0, HOUR],
    [1_000, 0, 0, HOUR],
    [1, 0, 0.999_999, 7_500],
    [30, 23 * HOUR, 0, 24 * HOUR],
    [30, 23 * HOUR + 1, 0, null],
    [30, 48 * HOUR, 0, null],
  ])("after %d failures, %d ms after the first, with chance %d: %s", (attempts, at, random, next) => {
    expect(nextAttempt({ attempts, firstAt: 0, at }, PATIENCE, random)).toBe(next);
  });
});
