import { once } from "../../domain/bounded-map.ts";
import { terms } from "../shared/terms.ts";

const HAN = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

/** A longer text is a document, not a claim, and is compared by its beginning. */
const LONGEST = 4_000;

/** The words of a text without repeats, Chinese by the character (C11). */
const tokens = once((whole): ReadonlySet<string> => {
  const text = whole.slice(0, LONGEST);
  const words = terms(text).filter((term) => !HAN.test(term));
  return new Set([...words, ...Array.from(text).filter((character) => HAN.test(character))]);
});

/** The share of all words of two texts that both have (Jaccard): what stands in for the cosine without an embedder. */
export function tokenOverlap(a: string, b: string): number {
  const [left, right] = [tokens(a), tokens(b)];
  let common = 0;
  for (const token of left) if (right.has(token)) common += 1;
  const all = left.size + right.size - common;
  return all === 0 ? 0 : common / all;
}
