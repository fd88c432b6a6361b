import type { TimeRange } from "./calendar.ts";

/** Where a word stands: items in rising order, and how often in each. */
export interface WordPostings {
  /** Both in one number, which `itemIn` and `countIn` read; the first `size` are in use. */
  readonly entries: Uint32Array;
  readonly size: number;
  /** How many of them are of items that are still there. */
  readonly live: number;
}

/** Most words are in few items, and an array costs more than what it holds: so there is one array for a word, not two. */
const COUNT_BITS = 8;
/** Higher counts are capped at this number. */
const MAX_COUNTED = 2 ** COUNT_BITS - 1;

/** The other 24 bits number 16 million items, more than an index holds. */
export function packPosting(item: number, count: number): number {
  return ((item << COUNT_BITS) | Math.min(count, MAX_COUNTED)) >>> 0;
}

export function itemIn(entry: number): number {
  return entry >>> COUNT_BITS;
}

export function countIn(entry: number): number {
  return entry & MAX_COUNTED;
}

/**
 * The columns of a scope that relevance reads. Items are numbered from 0 in the order in which they happened; a column
 * holds one value for each. The scope index keeps these up to date as items come in; nothing here is computed for a
 * question.
 */
export interface RelevanceIndex {
  /** How many numbers are given out; some may belong to items since removed. */
  readonly size: number;
  /** How many items are there. */
  readonly documents: number;
  /** Terms in each item, repeats included. */
  readonly lengths: ArrayLike<number>;
  readonly averageLength: number;
  postings(word: string): WordPostings | undefined;

  /** Its items stand alone: nothing is said before or after them, and they have no sessions. */
  readonly alone: boolean;
  /** The item said just before and just after in the same session; -1 where there is none. */
  readonly previous: ArrayLike<number>;
  readonly next: ArrayLike<number>;
  /** The session (one sitting of one thread) of each item, numbered from 0. */
  readonly sessions: ArrayLike<number>;
  readonly sessionCount: number;
  /** Terms in each session. */
  readonly sessionLengths: ArrayLike<number>;

  /** The speaker, as a position in `speakers`. */
  readonly authors: ArrayLike<number>;
  /** The names by which each speaker may be called (`callNames`); empty for a bare role. */
  readonly speakers: readonly (readonly string[])[];
  /** 1 where the item is the assistant's. */
  readonly assistant: ArrayLike<number>;
  /** Whether there was one of those. */
  readonly hasAssistant: boolean;
  /** Epoch milliseconds. */
  readonly times: ArrayLike<number>;
  /** `textTraits` of each item. */
  readonly traits: ArrayLike<number>;
  /** The times an item's own text names, as seen from its time (`timesMeant`); undefined for most. */
  mentions(item: number): readonly TimeRange[] | undefined;
  /** Whether the item tells something, from −1 (small talk) to 1; 0 where nobody knows. */
  readonly worth: Float32Array;
  /** 1 where the item has a vector; one that came a moment ago may not have it yet. */
  readonly embedded: ArrayLike<number>;
  /** `pairScale` of each item with the one before it; not read where there is none. */
  readonly pairScales: ArrayLike<number>;
}

/** The target of a question, by its own words only. */
export interface QuestionTarget {
  /** The traits (see `TRAIT`) an answering line would have; 0 when the question does not say. */
  readonly wants: number;
  /** It asks what the other side said: "you recommended", 你说过. */
  readonly you: boolean;
}

/** All that a question's own words say, read once before any item is looked at. */
export interface QuestionSignals {
  /** The different words to look for; the names of speakers are not among them unless nothing else is left. */
  readonly words: readonly string[];
  /** For each speaker of the scope, whether the question names them. */
  readonly namedAuthors: readonly boolean[];
  readonly anyNamed: boolean;
  readonly question: QuestionTarget;
  /** The times it means; empty when none. */
  readonly times: readonly TimeRange[];
}

/**
 * The kinds of things a text holds or a question asks for, as bits, read once when the text is indexed. They are
 * surface marks, not grammar: a question that asks when is answered by a line that names a time more often than not.
 */
export const TRAIT = {
  /** Names a time: a date, a weekday, "last week", 昨天. */
  time: 1,
  /** Holds a number, in digits or words. */
  number: 2,
  /** Says where: a preposition of place before a capital, 在…市. */
  place: 4,
  /** Names somebody or something: a capital inside a sentence. */
  name: 8,
  /** Gives a reason: because, 因为. */
  reason: 16,
  /** Speaks of the speaker: I, my, 我. */
  self: 32,
} as const;
