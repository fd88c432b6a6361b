import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { METRICS, quantile, scoresOf } from "./metrics.ts";

const letters = (text: string): string[] => Array.from(text);
const gold = (text: string): Set<string> => new Set(letters(text));
const none = (): number => 0;

describe("scoresOf", () => {
  it.each([
    // ranking, gold, R@5, R@10, MRR, nDCG@10
    ["abcdefghijkl", "a", 1, 1, 1, 1],
    ["abcdefghijkl", "f", 0, 1, 1 / 6, 1 / Math.log2(7)],
    ["abcdefghijkl", "ax", 0.5, 0.5, 1, 1 / (1 + 1 / Math.log2(3))],
    ["abcdefghijkl", "bl", 0.5, 0.5, 0.5, 1 / Math.log2(3) / (1 + 1 / Math.log2(3))],
    ["abcdefghijkl", "x", 0, 0, 0, 0],
    ["", "x", 0, 0, 0, 0],
  ])("%s for %s", (ranking, right, r5, r10, mrr, ndcg10) => {
    const scores = scoresOf(letters(ranking), gold(right), none);
    expect(scores.r5).toBeCloseTo(r5, 9);
    expect(scores.r10).toBeCloseTo(r10, 9);
    expect(scores.mrr).toBeCloseTo(mrr, 9);
    expect(scores.ndcg10).toBeCloseTo(ndcg10, 9);
  });

  it("counts the tokens of the first ten", () => {
    expect(scoresOf(letters("abcdefghijkl"), gold("a"), () => 3).tokens10).toBe(30);
    expect(scoresOf(letters("ab"), gold("a"), () => 3).tokens10).toBe(6);
  });

  it("every share is between 0 and 1, and all right answers in front are 1", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { maxLength: 30 }),
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 }),
        (others, right) => {
          const set = new Set(right);
          const any = scoresOf([...others, ...right.filter((id) => !others.includes(id))], set, none);
          for (const metric of METRICS) expect(any[metric]).toBeGreaterThanOrEqual(0);
          for (const metric of METRICS) expect(any[metric]).toBeLessThanOrEqual(1);
          const best = scoresOf([...right, ...others.filter((id) => !set.has(id))], set, none);
          for (const metric of METRICS) expect(best[metric]).toBeCloseTo(1, 9);
        },
      ),
    );
  });
});

describe("quantile", () => {
  it.each([
    [[3, 1, 2], 0.5, 2],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95, 10],
    [[5], 0.025, 5],
  ])("%j at %d is %d", (values, share, expected) => {
    expect(quantile(values, share)).toBe(expected);
  });
});
