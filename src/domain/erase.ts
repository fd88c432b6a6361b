/** The placeholder for erased words. */
export const ERASED = "[erased]";

export type Span = readonly [start: number, end: number];

/** Cuts a span out of a text, and says where any other span of the old text lies in the new one. */
export function cutSpan(text: string, span: Span): { text: string; move(other: Span): Span } {
  const start = Math.max(0, Math.min(span[0], text.length));
  const end = Math.max(start, Math.min(span[1], text.length));
  const shift = ERASED.length - (end - start);
  const place = (at: number): number => (at <= start ? at : at >= end ? at + shift : start + ERASED.length);
  return {
    text: text.slice(0, start) + ERASED + text.slice(end),
    move: ([from, to]) => {
      // A span that began inside what was cut begins behind the mark.
      const moved = from > start && from < end ? start + ERASED.length : place(from);
      return [moved, Math.max(moved, to > start && to < end ? start : place(to))];
    },
  };
}

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
