import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { bestOf, type ScoreColumn, Top } from "./top.ts";

test("keeps and sorts as sorting would, the later of equals first", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }), fc.nat(20), (scores, limit) => {
      const top = new Top(limit);
      scores.forEach((score, item) => {
        top.offer(item, score);
      });
      const expected = scores
        .map((score, item) => ({ item, score }))
        .sort((a, b) => b.score - a.score || b.item - a.item)
        .slice(0, limit);
      expect(new Set(top.items())).toEqual(new Set(expected.map(({ item }) => item)));
      const sorted = top.sorted();
      expect([...sorted.items]).toEqual(expected.map(({ item }) => item));
      expect([...sorted.scores]).toEqual(expected.map(({ score }) => score));
    }),
  );
});

/** The same by asking about every item. */
function slowly(scores: Float64Array, limit: number, eligible: (item: number) => boolean): number[] {
  return Array.from(scores, (score, item) => ({ score, item }))
    .filter(({ item }) => eligible(item))
    .sort((a, b) => b.score - a.score || b.item - a.item)
    .slice(0, limit)
    .map(({ item }) => item)
    .sort((a, b) => a - b);
}

/** The column with its least and its greatest score; it may be longer than there are items. */
function column(scores: Float64Array): ScoreColumn {
  const padded = Float64Array.from([...scores, 1e9, -1e9]);
  return { scores: padded, size: scores.length, low: Math.min(...scores), high: Math.max(...scores) };
}

const spread = Float64Array.from({ length: 3_000 }, (_, i) => Math.sin(i * 12.9898) * 3);
const skewed = Float64Array.from({ length: 3_000 }, (_, i) => (i === 77 ? 1e6 : (i * 7919) % 13));

describe("the best of a column", () => {
  it.each<[string, Float64Array, (item: number) => boolean]>([
    ["of all", spread, () => true],
    ["where some may not be shown", spread, (item) => item % 3 !== 0],
    ["where most of the best may not be shown", spread, (item) => spread[item]! < 0],
    ["where hardly any may be shown", spread, (item) => item % 500 === 0],
    ["where none may be shown", spread, () => false],
    ["with many equals beside one far above", skewed, (item) => item % 2 === 0],
    ["where all are equal", new Float64Array(900).fill(2), () => true],
    ["of fewer than are wanted", spread.subarray(0, 40), () => true],
    ["of none", new Float64Array(0), () => true],
  ])("is that of a full look: %s", (_, scores, eligible) => {
    const found = [...bestOf(column(scores), 200, eligible)].sort((a, b) => a - b);
    expect(found).toEqual(slowly(scores, 200, eligible));
  });

  it("asks about few more than are wanted", () => {
    let asked = 0;
    bestOf(column(spread), 200, () => {
      asked += 1;
      return true;
    });
    expect(asked).toBeLessThan(300);
  });
});
