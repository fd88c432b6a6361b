import fc from "fast-check";
import { expect, it } from "vitest";
import { inverseFrequency } from "./relevance/word-match.ts";

it("the rarer a word, the more it says; never less than nothing, also when counts disagree", () => {
  expect(inverseFrequency(100, 1)).toBeGreaterThan(inverseFrequency(100, 50));
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (documents, frequency) => {
      expect(inverseFrequency(documents, frequency)).toBeGreaterThan(0);
    }),
  );
});
