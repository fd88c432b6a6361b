import type { TimeRange } from "./calendar.ts";

/** What a question asks for, told by its own words only. */
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
