import { withoutDates } from "../absolute-dates.ts";
import { FREQUENT } from "./about-taste.ts";

const HEAD = /^((?:[\p{L}\d'-]+ ){0,5}[\p{L}\d'-]+),? (?=(?:I|we|my|our)\b)/u;
const ASIDE =
  /^(?:in (?:my|our) (?:free|spare) time|in the past|at home|at work|after work|before work|for fun|for work|on the side|for a living|during the (?:day|week|summer|winter)|by day|by night|at night|outside (?:of )?work|these days|nowadays|on (?:my )?days off|as a (?:kid|child|hobby)|for breakfast|for lunch|professionally)$/i;

/** Words that only say when or how often: "last Sunday", "on weekends", "in my free time". */
export function isWhen(words: string): boolean {
  if (words.split(" ").length > 6) return false;
  return ASIDE.test(words) || FREQUENT.test(` ${words}`) || (withoutDates(words) === "" && words !== "");
}

/** "Last Sunday I ran a marathon" → "I ran a marathon last Sunday". */
export function whenLast(text: string): string {
  const head = HEAD.exec(text)?.[1];
  if (head === undefined || !isWhen(head)) return text;
  return `${text.slice(head.length).replace(/^,? /, "")} ${lowered(head)}`;
}

export function lowered(words: string): string {
  return /^(?:[A-Z][a-z]+day|January|February|March|April|May|June|July|August|September|October|November|December)\b/.test(
    words,
  )
    ? words
    : words[0]!.toLowerCase() + words.slice(1);
}
