import fc from "fast-check";
import { expect, test } from "vitest";
import { Top } from "./top.ts";

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
