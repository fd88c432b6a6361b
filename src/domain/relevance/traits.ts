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
