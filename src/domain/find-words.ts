import type { Span } from "./erase.ts";

/** Scripts that put spaces between their words. */
const SPACED = "\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{N}";
const BEGINS_SPACED = new RegExp(`^[${SPACED}]`, "u");
const ENDS_SPACED = new RegExp(`[${SPACED}]$`, "u");

/** Where some words stand in a text, in upper or lower case, in order; "Al" is not in "also", 小明 is in 我叫小明. */
export function findWords(text: string, words: string): Span[] {
  const wanted = words.trim();
  if (wanted === "") return [];
  const pattern =
    (BEGINS_SPACED.test(wanted) ? `(?<![${SPACED}])` : "") +
    wanted.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&") +
    (ENDS_SPACED.test(wanted) ? `(?![${SPACED}])` : "");
  return [...text.matchAll(new RegExp(pattern, "giu"))].map(({ 0: found, index }) => [
    index,
    index + found.length,
  ]);
}
