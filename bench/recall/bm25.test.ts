import { describe, expect, it } from "vitest";
import { terms } from "../../src/language/terms.ts";
import { Bm25 } from "./bm25.ts";
import { bigrams } from "./memdaily.ts";

describe("Bm25", () => {
  it.each([
    [
      "a rare word before a common one",
      ["tea tea tea", "tea and cake", "tea in Berlin"],
      "tea in Berlin?",
      2,
    ],
    [
      "a short text before a long one",
      ["Berlin is a city with many trains and parks", "Berlin", "Rome"],
      "Berlin",
      1,
    ],
    ["repetition counts, and saturates", ["rome", "rome rome paris", "paris"], "Rome", 0],
  ])("%s", (_, texts, question, first) => {
    expect(new Bm25(texts, terms).rank(question)[0]).toBe(first);
  });

  it("ranks every text, those without a word of the question last and in their order", () => {
    expect(new Bm25(["a1", "b2", "c3", "d4"], terms).rank("c3")).toEqual([2, 0, 1, 3]);
    expect(new Bm25([], terms).rank("anything")).toEqual([]);
  });

  it("finds Chinese by pairs of characters", () => {
    expect(bigrams("我住在北京，iPhone 5")).toEqual([
      "我住",
      "住在",
      "在北",
      "北京",
      "ip",
      "ph",
      "ho",
      "on",
      "ne",
      "5",
    ]);
    expect(new Bm25(["我喜欢喝茶", "我住在北京市"], bigrams).rank("北京")[0]).toBe(1);
  });
});
