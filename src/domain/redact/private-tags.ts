import type { Finder, Piece } from "./finder.ts";

const TAG = /<\s{0,4}(\/?)\s{0,4}private\b[^<>]{0,200}>/gi;

/**
 * What stands between `<private>` and `</private>`, tags and all. Tags may nest. One without its other half reaches to
 * the end, or to the beginning, of the text: long messages arrive in parts.
 */
export const privateTags: Finder = {
  far: true,
  words: ["private"],
  *find(text): Iterable<Piece> {
    let depth = 0;
    let start = 0;
    for (const tag of text.matchAll(TAG)) {
      const end = tag.index + tag[0].length;
      if (tag[1] === "") {
        if (depth === 0) start = tag.index;
        depth += 1;
      } else if (depth <= 1) {
        yield { start: depth === 0 ? 0 : start, end, kind: "private" };
        depth = 0;
      } else depth -= 1;
    }
    if (depth > 0) yield { start, end: text.length, kind: "private" };
  },
};
