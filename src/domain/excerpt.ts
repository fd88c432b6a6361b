import type { Span } from "./text.ts";

/** Some words of a text by where they stand in it, with what is put between them: no word of it is kept here. */
export type Excerpt = readonly (Span | string)[];

/** All that may stand between two spans. */
export const BETWEEN = /^[ …"]{1,9}$/;

const WORDS = /[^ …"]+/g;

/** Where the words of an excerpt stand in a text; `null` where it is none of this text. */
export function excerptOf(text: string, visible: string): Excerpt | null {
  const parts: (Span | string)[] = [];
  let [from, to, after] = [0, 0, 0];
  const close = (between: string): boolean => {
    if (to > from) parts.push([from, to]);
    if (between !== "") parts.push(between);
    return between === "" || BETWEEN.test(between);
  };
  for (const { 0: word, index } of visible.matchAll(WORDS)) {
    const start = text.indexOf(word, to);
    if (start < 0) return null;
    const between = visible.slice(after, index);
    if (to === 0 || text.slice(to, start) !== between) {
      if (!close(between)) return null;
      from = start;
    }
    to = start + word.length;
    after = index + word.length;
  }
  return close(visible.slice(after)) ? parts : null;
}

/** The words of an excerpt. */
export function wordsOfExcerpt(text: string, excerpt: Excerpt): string {
  return excerpt.map((part) => (typeof part === "string" ? part : text.slice(part[0], part[1]))).join("");
}
