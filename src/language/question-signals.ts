import { endsOf } from "../domain/passages.ts";
import { type QuestionSignals, type QuestionTarget, TRAIT } from "../domain/relevance/relevance-index.ts";
import { chinese } from "./chinese/chinese.ts";
import { simple } from "./chinese/script.ts";
import { english } from "./english/english.ts";
import type { TraitSigns } from "./language.ts";
import { timesMeant } from "./languages.ts";
import { namedSpeakers } from "./person-names.ts";
import { terms } from "./terms.ts";

/** A question says what it means early; of a text that was pasted into it, dates and traits are read so far. */
const READ_CHARACTERS = 2_000;

/** Its words are read at both ends: a bot that asks with a whole conversation has the newest message last. */
const END_CHARACTERS = 3_000;

/** Chinese words that only ask: joined with their neighbours they make pairs that no text holds. */
const ASKING =
  /是?(?:什么|啥|谁|哪(?:里|儿|个|家|些|位)?|几|多少|怎么样?|为什么|为啥|干嘛)的?|来着|[吗呢吧嘛]/gu;

/** `now` is when it is asked; `offsetMinutes` the asker's distance from UTC, default 0. */
export function questionSignals(
  text: string,
  speakers: readonly (readonly string[])[],
  now: number,
  offsetMinutes = 0,
): QuestionSignals {
  const read = endsOf(text, END_CHARACTERS);
  const bare = [...new Set(terms(simple(read).replace(ASKING, " ")))];
  const all = bare.length > 0 ? bare : [...new Set(terms(simple(read)))];
  const namedAuthors = namedSpeakers(read, speakers);
  const anyNamed = namedAuthors.includes(true);
  const words = anyNamed ? withoutTermsOf(speakers.filter((_, i) => namedAuthors[i]).flat(), all) : all;
  return {
    words: words.length > 0 ? words : all,
    namedAuthors,
    anyNamed,
    question: questionTarget(text.slice(0, READ_CHARACTERS)),
    times: timesMeant(text.slice(0, READ_CHARACTERS), now, offsetMinutes),
  };
}

/** Names are a separate signal; as a word, a name mostly finds lines that address the person. */
function withoutTermsOf(names: readonly string[], words: readonly string[]): readonly string[] {
  const dropped = new Set(names.flatMap((name) => terms(simple(name))));
  return words.filter((word) => !dropped.has(word));
}

/** Whether a question asks for a time or means one: when, how long ago, last week, 昨天. */
export function asksForTime(text: string, now: number): boolean {
  const read = text.slice(0, READ_CHARACTERS);
  return (questionTarget(read).wants & TRAIT.time) !== 0 || timesMeant(read, now, 0).length > 0;
}

const TRAITS = Object.keys(TRAIT) as (keyof typeof TRAIT)[];
/** Han, and the marks that Chinese puts around a title. */
const CHINESE = /[\p{sc=Han}《]/u;

/** The kind of thing that a question asks for, in any of the languages. */
export function questionTarget(text: string): QuestionTarget {
  const straight = simple(text.replaceAll("’", "'"));
  const read = CHINESE.test(straight) ? [english, chinese] : [english];
  return {
    wants: traits(
      straight,
      read.map(({ asksFor }) => asksFor),
    ),
    you: read.some(({ asksYou }) => asksYou.test(straight)),
  };
}

/** The traits of a stored text. The long ones are read by their beginning and end only: these marks repeat. */
export function textTraits(text: string): number {
  const read =
    text.length > READ_CHARACTERS ? `${text.slice(0, READ_CHARACTERS - 400)} ${text.slice(-400)}` : text;
  const straight = simple(read.includes("’") ? read.replaceAll("’", "'") : read);
  return traits(straight, CHINESE.test(straight) ? [english.tells, chinese.tells] : [english.tells]);
}

function traits(text: string, languages: readonly TraitSigns[]): number {
  let mask = 0;
  for (const trait of TRAITS)
    if (languages.some((signs) => signs[trait]?.test(text) === true)) mask |= TRAIT[trait];
  return mask;
}
