import type { Question } from "../domain/relevance/asked.ts";
import { TRAIT } from "../domain/relevance/traits.ts";
import { chinese } from "./chinese/chinese.ts";
import { english } from "./english/english.ts";
import type { TraitSigns } from "./language.ts";

const TRAITS = Object.keys(TRAIT) as (keyof typeof TRAIT)[];
const LONGEST = 2_000;
/** Han, and the marks that Chinese puts around a title. */
const CHINESE = /[\p{sc=Han}《]/u;

/** What kind of thing a question asks for, in whichever of the languages its words are. */
export function readQuestion(text: string): Question {
  const straight = text.replaceAll("’", "'");
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
  const read = text.length > LONGEST ? `${text.slice(0, LONGEST - 400)} ${text.slice(-400)}` : text;
  const straight = read.includes("’") ? read.replaceAll("’", "'") : read;
  return traits(straight, CHINESE.test(straight) ? [english.tells, chinese.tells] : [english.tells]);
}

function traits(text: string, languages: readonly TraitSigns[]): number {
  let found = 0;
  for (const trait of TRAITS)
    if (languages.some((signs) => signs[trait]?.test(text) === true)) found |= TRAIT[trait];
  return found;
}
