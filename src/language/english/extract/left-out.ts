import { ruled } from "../../shared/rule-watch.ts";
import type { Talk } from "../../shared/talk.ts";
import { withoutDates } from "../resolve-dates.ts";
import { FREQUENT } from "./about-taste.ts";
import type { Clause } from "./clauses.ts";
import { OCCASION, RELATION } from "./lexicon.ts";
import { isPast, verbForm } from "./verbs.ts";

/** How a statement about somebody begins. */
export const STATEMENT = /^(?:I|we|my|our|he|she|they|it|his|her|their|its)(?= |$)/i;
/** "Learning to cook is fun" is not about the one who says it. */
const GERUND_SUBJECT =
  /^\w+ing\b.*\b(?:is|are|was|can|has|helps?|makes?|takes?|sounds?|seems?|feels?|looks?)\b/i;
const VERB_FIRST =
  /^(?:(?:really |absolutely |also |just |still )?(?:need to|have to|must|want to|(?:love|hate|prefer|adore)(?! (?:is|the|and|of|for|his|her|that|this|it|you|how)\b)|can not (?:stand|do|have|eat|drink)|do not (?:like|eat|drink|smoke|have)|have (?:got )?(?:an?|two|three|no|my)|used to|am|was))\b/i;
/** "Childminder is called Bev". */
const CALLED = new RegExp(`^${RELATION} (?:is|are) (?:called|named) \\p{Lu}`, "u");
const NEXT_OCCASION = new RegExp(`\\b${OCCASION}\\b`, "i");
const ADVERB_FIRST = /^(?:just|finally|recently|also|already|actually|literally|officially|totally|so) /i;
const GOT = /^got (?:an?|my|married|engaged|promoted|fired|laid|divorced|accepted|two|three|into)\b/i;

const PRONOUNS = /^((?:he|she|they|ze|xe)\/(?:him|her|them|they|zir|xem)\S*)(?: pronouns)?(?: please)?$/i;
/** Verbs whose past is said of anything: "thought so", "found it". */
const SAID_OF_ANYTHING =
  /^(?:had|was|read|put|set|cut|let|hit|hurt|quit|bet|thought|said|heard|felt|knew|made|found|meant|got)$/;

/** People leave "I" out: "just moved to Leeds", "need to call mum", "love tea". */
export function withSubject(text: string, { link, inherits }: Clause, talk: Talk): string {
  if (STATEMENT.test(text) || inherits !== "nothing" || !/^(?:|and|but|so|because)$/.test(link)) return text;
  if (talk.known.some(({ name }) => name !== null && text.startsWith(`${name} `))) return text;
  return supplied(text) ?? text;
}

function supplied(text: string): string | undefined {
  const lower = text[0]!.toLowerCase() + text.slice(1);
  const pronouns = PRONOUNS.exec(text)?.[1];
  if (pronouns !== undefined) return ruled("en/left-out:pronouns", `my pronouns are ${pronouns}`);
  if (/^got (?:an?|my|another) /i.test(text) && NEXT_OCCASION.test(text))
    return ruled("en/left-out:occasion", `I have ${lower}`);
  if (CALLED.test(lower)) return ruled("en/left-out:called", `my ${lower}`);
  if (VERB_FIRST.test(text)) return ruled("en/left-out:verb", `I ${lower}`);
  if (GERUND_SUBJECT.test(text)) return undefined;
  const told = lower.replace(ADVERB_FIRST, "");
  const verb = told.split(" ", 1)[0]!;
  // "Sat 14th June" is a day.
  const past =
    verbForm(verb)?.form === "past" &&
    isPast(verb) &&
    !SAID_OF_ANYTHING.test(verb) &&
    withoutDates(told).startsWith(verb);
  return past || GOT.test(told) ? ruled("en/left-out:past", `I ${lower}`) : undefined;
}

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
