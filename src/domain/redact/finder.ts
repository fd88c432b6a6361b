/** What a piece was, for the counts. */
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

/** One rule about one sort of secret. */
export interface Finder {
  /** What a text must hold, in lower case, before it is worth a look: most texts are not, and are done with quickly. */
  readonly hint: RegExp;
  find(text: string): Iterable<Piece>;
}

/** A sticky pattern at one place: what a rule reads behind a word that it has found. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
