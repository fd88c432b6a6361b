import type { TimeRange } from "./calendar.ts";

/** What a question asks for, by its own words only. */
export interface Question {
  /** The traits (see `TRAIT`) an answering line would have; 0 when the question does not say. */
  readonly wants: number;
  /** It asks what the other side said: "you recommended", 你说过. */
  readonly you: boolean;
}

/** All that a question's own words say, read once before any item is looked at. */
export interface Asked {
  /** The different words to look for; the names of speakers are not among them unless nothing else is left. */
  readonly words: readonly string[];
  /** For each speaker of the scope, whether the question names them. */
  readonly named: readonly boolean[];
  readonly anyNamed: boolean;
  readonly question: Question;
  /** The times it means; empty when none. */
  readonly times: readonly TimeRange[];
}

/**
 * What kind of thing a text holds or a question asks for, as bits, read once when the text is indexed. They are
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
