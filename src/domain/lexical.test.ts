import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inverseFrequency, lexicalSimilarity } from "./lexical.ts";

const statistics = {
  documents: 100,
  frequencies: new Map([
    ["berlin", 1],
    ["live", 50],
    ["北京", 1],
  ]),
  averageLength: 4,
};

describe("lexicalSimilarity (R308)", () => {
  it.each<[string[], string[], (score: number) => boolean, string]>([
    [["berlin"], ["alice", "live", "berlin", "now"], (s) => s === 1, "all of a one-term query is 1"],
    [["berlin"], ["bob", "like", "tea", "much"], (s) => s === 0, "nothing is 0"],
    [
      ["live", "berlin"],
      ["alice", "like", "berlin", "zoo"],
      (s) => s > 0.7 && s < 1,
      "the rare term is most of it",
    ],
    [["live", "berlin"], ["bob", "live", "in", "rome"], (s) => s > 0 && s < 0.3, "the common term is little"],
    [["北京"], ["住", "北京", "朝阳", "区"], (s) => s === 1, "Chinese alike"],
  ])("%j in %j", (query, document, holds) => {
    expect(holds(lexicalSimilarity(query, document, statistics))).toBe(true);
  });

  it("stays between 0 and 1 whatever it is given", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", "berlin", "live"), { maxLength: 30 });
    fc.assert(
      fc.property(words, words, fc.nat(1000), (query, document, documents) => {
        const score = lexicalSimilarity(query, document, { ...statistics, documents });
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("a term in every document still weighs something, and never less than nothing", () => {
    expect(inverseFrequency(10, 10)).toBeGreaterThan(0);
    expect(inverseFrequency(0, 5)).toBeGreaterThan(0);
  });
});
