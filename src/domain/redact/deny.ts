import type { Finder, Piece } from "./finder.ts";

/** Patterns of a settings list, made once for each list. */
const compiled = new WeakMap<readonly (string | RegExp)[], Finder>();

/** A pattern from the settings: upper and lower case are one. */
export function denyPattern(source: string): RegExp {
  return new RegExp(source, "giu");
}

/** The caller's own patterns as one more rule. */
export function denyFinder(patterns: readonly (string | RegExp)[]): Finder {
  const known = compiled.get(patterns);
  if (known !== undefined) return known;
  const expressions = patterns.map((pattern) =>
    typeof pattern === "string"
      ? denyPattern(pattern)
      : new RegExp(pattern.source, `${pattern.flags.replace(/[gyuv]/g, "")}gu`),
  );
  const finder: Finder = {
    far: true,
    shape: /(?:)/,
    *find(text): Iterable<Piece> {
      for (const expression of expressions) {
        for (const { 0: found, index } of text.matchAll(expression)) {
          if (found !== "") yield { start: index, end: index + found.length, kind: "custom" };
        }
      }
    },
  };
  compiled.set(patterns, finder);
  return finder;
}

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
