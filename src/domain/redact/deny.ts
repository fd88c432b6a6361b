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
