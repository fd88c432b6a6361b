import { ruled } from "../../shared/rule-watch.ts";
import type { Talk } from "../../shared/talk.ts";
import type { Clause } from "./clauses.ts";
import { OCCASION } from "./lexicon.ts";
import { isPast, verbForm } from "./verbs.ts";

/** How a statement about somebody begins. */
export const STATEMENT = /^(?:I|we|my|our|he|she|they|it|his|her|their|its)(?= |$)/i;
/** "Learning to cook is fun" is not about the one who says it. */
const GERUND_SUBJECT =
  /^\w+ing\b.*\b(?:is|are|was|can|has|helps?|makes?|takes?|sounds?|seems?|feels?|looks?)\b/i;
const VERB_FIRST =
  /^(?:(?:really |absolutely |also |just |still )?(?:need to|have to|must|want to|(?:love|hate|prefer|adore)(?! (?:is|the|and|of|for|his|her|that|this|it|you|how)\b)|can not (?:stand|do|have|eat|drink)|do not (?:like|eat|drink|smoke|have)|have (?:got )?(?:an?|two|three|no|my)|used to|am|was))\b/i;
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
  if (VERB_FIRST.test(text)) return ruled("en/left-out:verb", `I ${lower}`);
  if (GERUND_SUBJECT.test(text)) return undefined;
  const told = lower.replace(ADVERB_FIRST, "");
  const verb = told.split(" ", 1)[0]!;
  const past = verbForm(verb)?.form === "past" && isPast(verb) && !SAID_OF_ANYTHING.test(verb);
  return past || GOT.test(told) ? ruled("en/left-out:past", `I ${lower}`) : undefined;
}
