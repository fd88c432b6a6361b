/** The kind of a redacted piece, for the counts. */
export type SecretKind =
  | "private"
  | "private_key"
  | "token"
  | "password"
  | "code"
  | "card"
  | "iban"
  | "national_id"
  | "custom";

/** A piece of a text that must not be stored. */
export interface SensitiveSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
}

/**
 * One rule about one sort of secret. Most texts hold none, and are to be done with quickly: a rule is asked only where
 * one of its words, or its shape, is in the text. Both are looked for in lower case.
 */
export type Finder = {
  find(text: string): Iterable<SensitiveSpan>;
  /** Matches may span any distance, so it needs a long text as a whole. Default: parts are enough. */
  readonly far?: true;
} & ({ readonly words: readonly string[] } | { readonly shape: RegExp });

/** A sticky pattern at one place: what a rule reads behind a word that it has found. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The matches of a pattern; `is` checks a match where the shape alone would also match harmless words. */
export function* piecesIn(
  text: string,
  pattern: RegExp,
  kind: SecretKind,
  is: (match: string) => boolean = () => true,
): Iterable<SensitiveSpan> {
  for (const { 0: match, index } of text.matchAll(pattern))
    if (is(match)) yield { start: index, end: index + match.length, kind };
}

/** Patterns of a settings list, made once for each list. */
const compiled = new WeakMap<readonly (string | RegExp)[], Finder>();

/** A pattern from the settings: upper and lower case are one. */
export function denyPattern(source: string): RegExp {
  return new RegExp(source, "giu");
}

/** The caller's own patterns as one more rule. */
export function denyFinder(patterns: readonly (string | RegExp)[]): Finder {
  const cached = compiled.get(patterns);
  if (cached !== undefined) return cached;
  const expressions = patterns.map((pattern) =>
    typeof pattern === "string"
      ? denyPattern(pattern)
      : new RegExp(pattern.source, `${pattern.flags.replace(/[gyuv]/g, "")}gu`),
  );
  const finder: Finder = {
    far: true,
    shape: /(?:)/,
    *find(text): Iterable<SensitiveSpan> {
      for (const expression of expressions) {
        yield* piecesIn(text, expression, "custom", (found) => found !== "");
      }
    },
  };
  compiled.set(patterns, finder);
  return finder;
}

const TAG = /<\s{0,4}(\/?)\s{0,4}private\b[^<>]{0,200}>/gi;

/**
 * The text between `<private>` and `</private>`, with the tags. Tags may nest. One without its other half reaches to
 * the end, or to the beginning, of the text: long messages arrive in parts.
 */
export const privateTags: Finder = {
  far: true,
  words: ["private"],
  *find(text): Iterable<SensitiveSpan> {
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
