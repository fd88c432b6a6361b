import { ruled } from "../rule-watch.ts";
import type { Talk } from "../talk.ts";
import { FOOD } from "./about-having.ts";
import { ahead } from "./about-time.ts";
import type { Clause } from "./clauses.ts";
import { withDates } from "./dates.ts";
import { OCCASION } from "./lexicon.ts";
import { isPast, verbForm } from "./verbs.ts";

const ATTRIBUTE_LAST =
  /^(?!(?:it|this|that|he|she|they|what|who)\b)(.{2,40}?) (is|is not|are) my ((?:first|native|second|third|mother|home) (?:language|tongue)|hometown|home town|(?:real|first|middle|last|full|maiden) name)$/i;
const FAVOURITE_LAST =
  /^(?!(?:it|this|that|these|those|he|she|they|what|which|who|you|your)\b)([^,]{2,60}?) (is|are) (?:(?!not\b|no\b|never\b)\w+ )?my ((?:all[- ]time |absolute |new |current )?favou?rite [a-zÀ-ɏ ]{2,40})$/i;

const DAY_OF_MINE =
  /^(it|today|tomorrow) is my (?:[\w-]+ ){0,3}?(birthday|anniversary)(?: (today|tomorrow|on .+|next .+|this .+))?$/i;

const SWELLS =
  /^(?:eating |touching )?([\p{L} ]{3,30}?) (?:gives?|give) me (?:hives|a rash|rashes|an allergic reaction)$|^([\p{L} ]{3,30}?) makes? me (?:swell up|break out in hives)$/iu;

/** "Pizza is my favourite food" → "my favourite food is pizza". */
export function turned(text: string): string {
  return (
    ruled("en/turned:day", turnedDay(text)) ??
    ruled("en/turned:swells", turnedSwells(text)) ??
    ruled("en/turned:favourite", turnedBy(FAVOURITE_LAST, text)) ??
    ruled("en/turned:attribute", turnedBy(ATTRIBUTE_LAST, text)) ??
    text
  );
}

function turnedDay(text: string): string | undefined {
  const day = DAY_OF_MINE.exec(text);
  return day === null
    ? undefined
    : `my ${day[2]!} is ${/^it$/i.test(day[1]!) ? (day[3] ?? "today") : day[1]!.toLowerCase()}`;
}

function turnedSwells(text: string): string | undefined {
  const swells = SWELLS.exec(text);
  return swells === null ? undefined : `I am allergic to ${(swells[1] ?? swells[2])!.toLowerCase()}`;
}

function turnedBy(pattern: RegExp, text: string): string | undefined {
  const match = pattern.exec(text);
  return match === null ? undefined : `my ${match[3]!} ${match[2]!} ${match[1]!}`;
}

/** How a statement about somebody begins. */
export const STATEMENT = /^(?:I|we|my|our|he|she|they|it|his|her|their|its)(?= |$)/i;
const ADJECTIVE_FIRST =
  /^(?:(?:severely |also |super |deathly )?allergic to|not (?:really )?(?:an? )?(?:big |huge )?fan of|obsessed with|born (?:in|on)|based in|living in|working (?:as|at|for)|studying|currently (?:living|working|studying|based|learning)|originally from|from [a-zÀ-ɏ][a-zÀ-ɏ]+$|lactose intolerant|vegan (?:here|for)|vegetarian (?:here|for)|married (?:to|with)|learning (?:to )?\w+|training for|saving (?:up )?for|flying to|moving to|planning (?:to|on)|hoping to|trying to|looking for (?:an? )?(?:new )?(?:job|apartment|flat|place)|getting married|no longer (?:at|in|with|working|living|an?|vegan|vegetarian|single|married)|self[- ]?employed|retired|pregnant|engaged)\b/i;
/** "Learning to cook is fun" is not about the one who says it. */
const GERUND_SUBJECT =
  /^\w+ing\b.*\b(?:is|are|was|can|has|helps?|makes?|takes?|sounds?|seems?|feels?|looks?)\b/i;
const VERB_FIRST =
  /^(?:(?:really |absolutely |also |just |still )?(?:need to|have to|must|want to|(?:love|hate|prefer|adore)(?! (?:is|the|and|of|for|his|her|that|this|it|you|how)\b)|can not (?:stand|do|have|eat|drink)|do not (?:like|eat|drink|smoke|have)|have (?:got )?(?:an?|two|three|no|my)|used to|am|was))\b/i;
const BARE_KIN =
  /^(?:mom|mum|dad|grandma|grandpa|hubby|wife|husband|kids?|boyfriend|girlfriend|brother|sister|son|daughter)(?:'s [a-z]|\s(?:is|was|has|lives|works|loves|likes|goes|got|just|can)\b)/i;
const NEXT_OCCASION = new RegExp(`\\b${OCCASION}\\b`, "i");
const ADVERB_FIRST = /^(?:just|finally|recently|also|already|actually|literally|officially|totally|so) /i;
const GOT = /^got (?:an?|my|married|engaged|promoted|fired|laid|divorced|accepted|two|three|into)\b/i;

/** People leave "I" out: "just moved to Leeds", "need to call mum", "allergic to nuts". */
export function withSubject(text: string, { link, inherits }: Clause, talk: Talk): string {
  if (STATEMENT.test(text) || inherits !== "nothing" || !/^(?:|and|but|so|because)$/.test(link)) return text;
  if (talk.known.some(({ name }) => name !== null && text.startsWith(`${name} `))) return text;
  const lower = text[0]!.toLowerCase() + text.slice(1);
  if (/^(?:the )?name is [a-zÀ-ɏ]/i.test(text))
    return ruled("en/left-out:name", `my ${lower.replace(/^the /, "")}`) ?? text;
  if (BARE_KIN.test(text)) return ruled("en/left-out:kin", `my ${lower}`) ?? text;
  if (/^the (?:dog|cat|kids?|baby|puppy|kitten|twins) (?:is|are|has|have|loves?|likes?|can)\b/i.test(text))
    return ruled("en/left-out:the-dog", text.replace(/^the/i, "my")) ?? text;
  const pronouns =
    /^((?:he|she|they|ze|xe)\/(?:him|her|them|they|zir|xem)\S*)(?: pronouns)?(?: please)?$/i.exec(text)?.[1];
  if (pronouns !== undefined) return ruled("en/left-out:pronouns", `my pronouns are ${pronouns}`) ?? text;
  const without =
    /^no (?:more )?([a-z][a-z -]{2,20}) for (me|us)(?:,? (?:please|thanks|ever|at all))?$/i.exec(text)?.[1];
  if (without !== undefined && FOOD.test(without))
    return (
      ruled(
        "en/left-out:no-food",
        `I do not ${/coffee|alcohol|milk|caffeine|tea|wine|beer/i.test(without) ? "drink" : "eat"} ${without}`,
      ) ?? text
    );
  const beats = /^nothing (?:beats|is better than|compares to) (.+)$/i.exec(text)?.[1];
  if (beats !== undefined)
    return (
      ruled(
        "en/left-out:nothing-beats",
        `I love ${beats.replace(/^an? (?:good|nice|great|proper|strong) /i, "")}`,
      ) ?? text
    );
  if (/^(?:been|never been)\b/i.test(text)) return ruled("en/left-out:been", `I have ${lower}`) ?? text;
  if (/^(?:laid off|let go|fired|promoted|diagnosed with)\b/i.test(text))
    return ruled("en/left-out:was-done", `I was ${lower}`) ?? text;
  if (/^(?:big|huge|massive|lifelong) fan of /i.test(text))
    return ruled("en/left-out:fan", `I am a ${lower}`) ?? text;
  if (/^got (?:an?|my|another) /i.test(text) && NEXT_OCCASION.test(text))
    return ruled("en/left-out:got-occasion", `I have ${lower}`) ?? text;
  if (isBareOccasion(lower, talk)) return ruled("en/left-out:bare-occasion", `I have ${lower}`) ?? text;
  const soon =
    /^[a-z]+ing /i.test(text) &&
    !GERUND_SUBJECT.test(text) &&
    ahead(withDates(text, talk.speaker.at, "future").ranges, talk.speaker.at) !== undefined;
  if (soon) return ruled("en/left-out:soon", `I am ${lower}`) ?? text;
  if (ADJECTIVE_FIRST.test(text) && !GERUND_SUBJECT.test(text))
    return ruled("en/left-out:adjective", `I am ${lower}`) ?? text;
  if (VERB_FIRST.test(text)) return ruled("en/left-out:verb", `I ${lower}`) ?? text;
  if (GERUND_SUBJECT.test(text)) return text;
  const told = lower.replace(ADVERB_FIRST, "");
  const verb = told.split(" ", 1)[0]!;
  const past =
    verbForm(verb)?.form === "past" &&
    isPast(verb) &&
    !/^(?:had|was|read|put|set|cut|let|hit|hurt|quit|bet|thought|said|heard|felt|knew|made|found|meant|got)$/.test(
      verb,
    );
  return (past || GOT.test(told) ? ruled("en/left-out:past", `I ${lower}`) : undefined) ?? text;
}

/** "Jury duty next Monday": an occasion and a day, and no verb. */
function isBareOccasion(text: string, { speaker: { at } }: Talk): boolean {
  const words = text.split(" ");
  if (words.length > 8 || !NEXT_OCCASION.test(text) || verbForm(words[0]!) !== undefined) return false;
  if (
    words.some(
      (word) => /^(?:will|is|are)$/i.test(word) || /^(?:third|past)$/.test(verbForm(word)?.form ?? ""),
    )
  )
    return false;
  return ahead(withDates(text, at, "future").ranges, at) !== undefined;
}
