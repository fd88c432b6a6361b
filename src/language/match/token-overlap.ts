import { once } from "../../domain/once.ts";
import { terms } from "../terms.ts";

const CJK = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

/** A longer text is a document, not a claim, and is compared by its beginning. */
const LONGEST_COMPARED = 4_000;

/** Of so many texts: the sets take more room than the words. */
const SETS_KEPT = 1_000;

/** The words of a text without repeats, Chinese by the character. */
const tokens = once((whole): ReadonlySet<string> => {
  const text = whole.slice(0, LONGEST_COMPARED);
  const words = terms(text).filter((term) => !CJK.test(term));
  return new Set([...words, ...Array.from(text).filter((character) => CJK.test(character))]);
}, SETS_KEPT);

/** The share of all words of two texts that both have (Jaccard): what stands in for the cosine without an embedder. */
export function tokenOverlap(a: string, b: string): number {
  const [aTokens, right] = [tokens(a), tokens(b)];
  let common = 0;
  for (const token of aTokens) if (right.has(token)) common += 1;
  const all = aTokens.size + right.size - common;
  return all === 0 ? 0 : common / all;
}
