import { describe, expect, it } from "vitest";
import { terms } from "../../language/shared/terms.ts";
import { wordScores } from "./word-scores.ts";

/** The order of the texts, best first; those that hold no word are left out. */
function order(question: string, texts: readonly string[]): string[] {
  const scores = wordScores(
    [...new Set(terms(question))],
    texts.map((text) => terms(text)),
  );
  for (const score of scores) {
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1);
  }
  return texts
    .map((text, i) => ({ text, score: scores[i]! }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);
}

describe("wordScores", () => {
  it.each<[string, string, string[], string[]]>([
    ["more words of the question", "green tea", ["Tea", "Green tea", "Bread"], ["Green tea", "Tea"]],
    [
      "a rare word before a common one",
      "tea cello",
      ["Tea at noon", "Tea at six", "Tea at nine", "Cello at six"],
      ["Cello at six", "Tea at noon", "Tea at six", "Tea at nine"],
    ],
    [
      "a short text before a long one",
      "tea",
      ["Tea with milk and bread and jam", "Tea"],
      ["Tea", "Tea with milk and bread and jam"],
    ],
    ["Chinese", "爵士乐", ["他喜欢茶", "她喜欢爵士乐"], ["她喜欢爵士乐"]],
    ["no word", "the", ["The tea"], []],
    ["no text", "tea", [], []],
  ])("%s", (_, question, texts, expected) => {
    expect(order(question, texts)).toEqual(expected);
  });
});
