import { BM25_MOST, ELSEWHERE, inverseFrequency, saturated } from "./word-match.ts";

/**
 * BM25 of some texts for some words, as a share of the most there could be, where the texts at hand are all there is to
 * tell how rare a word is. `words` are different from one another.
 */
export function wordScores(words: readonly string[], texts: readonly (readonly string[])[]): number[] {
  const average = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const counts = texts.map((text) => {
    const count = new Map<string, number>();
    for (const term of text) count.set(term, (count.get(term) ?? 0) + 1);
    return count;
  });
  const weights = words.map((word) =>
    inverseFrequency(texts.length + ELSEWHERE, counts.filter((count) => count.has(word)).length),
  );
  const most = weights.reduce((sum, weight) => sum + weight * BM25_MOST, 0);
  return texts.map((text, i) => {
    const relative = text.length / Math.max(1, average);
    const score = words.reduce((sum, word, w) => {
      const count = counts[i]!.get(word);
      return count === undefined ? sum : sum + weights[w]! * saturated(count, relative);
    }, 0);
    return most === 0 ? 0 : Math.min(1, score / most);
  });
}
