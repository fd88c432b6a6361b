import { describe, expect, it } from "vitest";
import { interval } from "./bootstrap.ts";

describe("interval", () => {
  it("is the mean over questions, whatever conversation they are of", () => {
    expect(interval([[1, 1, 1], [0]]).mean).toBe(0.75);
  });

  it("is a point where all conversations agree, and wide where they do not", () => {
    expect(interval([[0.5, 0.5], [0.5]])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
    const { low, high } = interval([[1], [0], [1], [0], [1], [0]]);
    expect(low).toBeLessThan(0.2);
    expect(high).toBeGreaterThan(0.8);
  });

  it("draws conversations, not questions: one conversation has no spread", () => {
    const { mean, low, high } = interval([[1, 0, 1, 0]]);
    expect([mean, low, high]).toEqual([0.5, 0.5, 0.5]);
  });

  it("gives the same interval each time, and leaves conversations without a question out", () => {
    const values = [[0.1, 0.9], [0.4], [0.7, 0.2, 0.6]];
    expect(interval(values)).toEqual(interval([...values, []]));
  });
});
