import { endsOf } from "../domain/ends-of.ts";
import type { Asked } from "../domain/relevance/asked.ts";
import { timesMeant } from "./dates.ts";
import { namedSpeakers } from "./names.ts";
import { terms } from "./shared/terms.ts";
import { readQuestion } from "./traits.ts";

/** A question says what it means early; of a text that was pasted into it, dates and traits are read so far. */
const READ_CHARACTERS = 2_000;

/** Its words are read at both ends: a bot that asks with a whole conversation has the newest message last. */
const END_CHARACTERS = 3_000;

/** `now` is when it is asked; `offsetMinutes` the asker's distance from UTC, default 0. */
export function readAsked(
  text: string,
  speakers: readonly (readonly string[])[],
  now: number,
  offsetMinutes = 0,
): Asked {
  const read = endsOf(text, END_CHARACTERS);
  const all = [...new Set(terms(read))];
  const named = namedSpeakers(read, speakers);
  const anyNamed = named.includes(true);
  const words = anyNamed ? withoutTermsOf(speakers.filter((_, i) => named[i]).flat(), all) : all;
  return {
    words: words.length > 0 ? words : all,
    named,
    anyNamed,
    question: readQuestion(text.slice(0, READ_CHARACTERS)),
    times: timesMeant(text.slice(0, READ_CHARACTERS), now, offsetMinutes),
  };
}

/** Who is named is a signal of its own; as a word, a name mostly finds the lines said to its bearer. */
function withoutTermsOf(names: readonly string[], words: readonly string[]): readonly string[] {
  const dropped = new Set(names.flatMap((name) => terms(name)));
  return words.filter((word) => !dropped.has(word));
}
