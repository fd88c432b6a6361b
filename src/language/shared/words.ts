export const HAN = /\p{sc=Han}/u;

/** A set of words, apart by spaces. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** Expressions that are put together from others, written as in a literal: regex.u`^${WORD}\b`. */
export const regex = {
  gi: regexTag("gi"),
  giu: regexTag("giu"),
  gu: regexTag("gu"),
  i: regexTag("i"),
  iu: regexTag("iu"),
  plain: regexTag(""),
  u: regexTag("u"),
};

function regexTag(flags: string): (parts: TemplateStringsArray, ...words: readonly string[]) => RegExp {
  return (parts, ...words) => new RegExp(String.raw(parts, ...words), flags);
}

/** The function of a word that is not content. */
export type MarkName =
  /** Says nothing here: articles, pronouns, degrees. */
  | "drop"
  /** "A dog" is one dog. */
  | "single"
  | "not"
  | "never"
  | "ended"
  /** It has ended; denied, it has not: "did not give up". */
  | "stopped"
  /** How far the speaker stands behind it. */
  | "wish"
  | "plan"
  | "maybe"
  | "must"
  | "can"
  | "past"
  /** A new clause; after "but" another one may hold. */
  | "clause"
  | "but"
  /** The words before it own the words after it: 的. */
  | "owner"
  /** Done to somebody by somebody else: 被. */
  | "passive"
  /** Narrows the claim: only, unless, 只. */
  | "limit";

/** The words of a language by what they do: for finding texts, and for telling two statements apart. */
export interface Words {
  /**
   * Words that say nothing about what a text is about, apart by spaces. The lists are small on purpose: a rare false
   * drop costs a memory, a common word costs only a low weight. Negations stay ("no emojis", 不吃辣), and so do words
   * that are also names, dates or places: may, will, us, mark. Of a Chinese word of three, its pairs are here too.
   */
  readonly stopWords: string;
  /**
   * Everyday words that mean the same, a line a concept, with what says the opposite after the slash. The list is small
   * on purpose: a pair that is missing costs a duplicate, a pair that is wrong costs a memory.
   */
  readonly meanings: string;
  /** Words that hold a part which means something else alone, apart by spaces: 会 in 机会, 爱 in 可爱. */
  readonly whole: string;
  /** Prepositions, by the relation in which what comes next stands. */
  readonly roles: Readonly<Record<string, string>>;
  /** All other words that are no content, apart by commas. */
  readonly marks: Readonly<Partial<Record<MarkName, string>>>;
}
