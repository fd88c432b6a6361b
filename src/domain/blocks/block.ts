/** How something that Memoir writes into a prompt is known again, and kept from being forged. */
export interface Trace {
  /** Some of this is in every copy of it (the source of an expression): what has none of it is not looked at. */
  readonly hint: string;
  /** Where a copy begins and ends, also one that was cut off, quoted, re-wrapped or forged (R295). */
  readonly marks: readonly Mark[];
  /** Lines that are of it wherever they stand. */
  readonly ownLines?: readonly RegExp[];
  /** Words that a remembered text must not contain unchanged, as the source of a regular expression. */
  readonly forged: {
    /** A name between square brackets. */
    readonly bracket?: string;
    /** A tag's name. */
    readonly tag?: string;
    /** A heading's words. */
    readonly heading?: string;
    /** A sentence by which it says what it is, and what is written instead. */
    readonly saying?: readonly [RegExp, string];
  };
}

/** A memory as a line shows it: every text in it is one harmless line already. */
export interface Fact {
  /** Its type, else its category, in brackets. */
  readonly label: string;
  /** Its category in brackets. */
  readonly category: string;
  readonly key: string;
  readonly words: string;
  /** Two decimals. */
  readonly confidence: string;
  /** The day of its last evidence. */
  readonly confirmed: string;
}

/** A format of the block that recalled memories are put into: all there is to say about it (docs/contributing.md). */
export interface Block extends Trace {
  /** Its name in the settings. */
  readonly name: string;
  /** For the settings' documentation. */
  readonly doc: string;
  /** Before the first line. */
  readonly head: string;
  /** Behind the last line. Default: nothing. */
  readonly foot?: string;
  /** One memory; begins with `- `. */
  line(fact: Fact): string;
}

/** How something of ours begins, and how it ends where it has an end. */
export interface Mark {
  readonly begin: RegExp;
  readonly end?: RegExp;
  /** Behind the beginning and a blank line only a list belongs to it, not just any words. */
  readonly listOnly?: boolean;
  /** A line that may stand between the beginning and the list. */
  readonly intro?: RegExp;
}

/** Between words that were re-wrapped, with the marks of a quotation. */
export const GAP = "[\\s>]+";

export const wrapped = (text: string): string => text.replaceAll(" ", GAP);

export const saying = (text: string): RegExp => new RegExp(wrapped(text), "gi");

/** A name between square brackets, with whatever else somebody wrote there. */
export const inBrackets = (name: string): RegExp =>
  new RegExp(`[[【]\\s*${wrapped(name)}[^\\]】\\n]{0,60}[\\]】]`, "gi");

/** For `forged`: what more than one of ours says. */
export const QUOTED_AS_DATA = [/(quoted as) (data)/gi, "$1 “$2”"] as const;
