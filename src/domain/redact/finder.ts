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
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
}

/**
 * One rule about one sort of secret. Most texts hold none, and are to be done with quickly: a rule is asked only where
 * one of its words, or its shape, is in the text. Both are looked for in lower case.
 */
export type Finder = {
  find(text: string): Iterable<Piece>;
  /** Matches may span any distance, so it needs a long text as a whole. Default: parts are enough. */
  readonly far?: true;
} & ({ readonly words: readonly string[] } | { readonly shape: RegExp });

/** A sticky pattern at one place: what a rule reads behind a word that it has found. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
