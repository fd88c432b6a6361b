import { terms } from "../terms.ts";
import { type Question, readQuestion } from "./question.ts";
import { type WhenMeant, whenMeant } from "./when.ts";
import { namedSpeakers } from "./who.ts";

/** All that a question's own words say, read once before any item is looked at. */
export interface Asked {
  /** The different words to look for; the names of speakers are not among them unless nothing else is left. */
  readonly words: readonly string[];
  /** For each speaker of the scope, whether the question names them. */
  readonly named: readonly boolean[];
  readonly anyNamed: boolean;
  readonly question: Question;
  readonly when: WhenMeant;
}

/** `now` is when it is asked; `offsetMinutes` the asker's distance from UTC, default 0. */
export function readAsked(
  text: string,
  speakers: readonly (readonly string[])[],
  now: number,
  offsetMinutes = 0,
): Asked {
  const all = [...new Set(terms(text))];
  const named = namedSpeakers(text, speakers);
  const anyNamed = named.includes(true);
  const names = new Set(speakers.flatMap((speaker) => speaker.flatMap((name) => terms(name))));
  const words = all.filter((word) => !names.has(word));
  return {
    words: words.length > 0 ? words : all,
    named,
    anyNamed,
    question: readQuestion(text),
    when: whenMeant(text, now, offsetMinutes),
  };
}
