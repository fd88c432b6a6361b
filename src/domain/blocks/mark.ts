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
