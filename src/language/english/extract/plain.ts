import { leadReader, ruled } from "../../shared/claim.ts";
import { QUOTE } from "../../shared/mask.ts";
import type { Talk } from "../../shared/talk.ts";
import { regex } from "../../shared/words.ts";
import { withoutDates } from "../resolve-dates.ts";
import { FREQUENT } from "./about-taste.ts";
import type { Clause } from "./clauses.ts";
import { OCCASION, RELATION } from "./lexicon.ts";
import { isPast, verbForm } from "./verbs.ts";

/** Short forms as people type them, apostrophe or not, to the long ones that rules read. */
const SHORT_FORMS = `
  I am: i'm im i'am, I have: i've ive, I would: i'd, I will: i'll, we are: we're, we have: we've,
  we will: we'll, we would: we'd, you are: you're youre, you have: you've, they are: they're theyre,
  they have: they've, do not: don't dont, does not: doesn't doesnt, did not: didn't didnt,
  can not: can't cant cannot, will not: won't wont, is not: isn't isnt, are not: aren't arent,
  was not: wasn't wasnt, were not: weren't, have not: haven't havent, has not: hasn't hasnt, had not: hadn't,
  should not: shouldn't, would not: wouldn't wouldnt, could not: couldn't, must not: mustn't,
  am not: ain't aint, he will: he'll, she will: she'll, they will: they'll, it will: it'll, going to: gonna,
  want to: wanna, have to: gotta, you: u, your: ur, because: cuz coz cos 'cause, though: tho,
  birthday: bday b-day, favourite: fav fave, probably: prolly, really: rly, a lot: alot, that is: thats,
  he is: hes, she is: shes, what is: whats, tomorrow: tmrw tmr tomorow tommorow tommorrow, please: pls plz,
  right now: rn, at the moment: atm, with: w/, allergic: alergic, boyfriend: bf, girlfriend: gf`;
const SHORT: ReadonlyMap<string, string> = new Map(
  SHORT_FORMS.split(",").flatMap((line) => {
    const [long = "", shorts = ""] = line.trim().split(": ");
    return shorts.split(" ").map((short) => [short, long] as const);
  }),
);
const WORD = /(?<![a-zÀ-ɏ0-9])'?[a-z]+(?:['/-][a-z]*){0,4}(?![a-zÀ-ɏ0-9])/gi;

/** "She's" is "she is", but "she has" before what only that can stand before. */
const CLITIC_S =
  /\b(he|she|it|that|there|who|what|where|here|this|everyone|everybody|name|names)'s\b(?: (?=(been|got|had|gone|become|lived|worked|always been|never)\b))?/gi;
/** After a noun 's mostly owns; before these words it is "is". */
const NOUN_S =
  /(?<![\wÀ-ɏ])([a-zÀ-ɏ]+)'s (?=(?:an?|the|called|named|from|in|at|on|about|my|tomorrow|today|next|due|not|also|always|really|very|still|now|allergic|vegan|vegetarian|pregnant|turning|getting|coming|visiting|moving|living|working|studying|retired|married|afraid|\d{1,3}(?!\d|st|nd|rd|th|-))\b)/gi;

/** The clause in long forms, spaces single; a lone "i" gets its capital. */
export function plainEnglish(clause: string): string {
  const long = clause.replaceAll(QUOTE, "").replace(WORD, (word) => SHORT.get(word.toLowerCase()) ?? word);
  return long
    .replace(/\bw\/? (?=(?:my|the|an?|our|two|his|her)\b)/gi, "with ")
    .replace(CLITIC_S, (_, word: string, next: string | undefined) =>
      next === undefined ? `${word} is` : `${word} has `,
    )
    .replace(NOUN_S, "$1 is ")
    .replace(/(?<![\p{L}\p{N}.'-])i(?![\p{L}\p{N}.'-])/gu, "I")
    .replace(/\s+/g, " ")
    .trim();
}

export const readLead = leadReader({
  explicit:
    /^(?:(?:please|and|also|just|so|(?:can|could) you(?: please)?|i (?:want|need|would like) you to|you (?:should|must)|make sure (?:to|you)) ){0,4}(?:remember(?: this| these| the following)?(?! when| how| me\b| the time| to\b| that time)|do not (?:ever )?forget(?! to\b| about it)|never forget(?! to\b)|keep in mind|bear in mind|(?:make|take) (?:a )?(?:mental )?note|note to self(?: via you)?|note(?: down)?(?= that|:|,)|memori[sz]e(?: this)?|(?:save|store|record|log|write down|jot down)(?: this| the following| that)?(?=:| that| in)|add (?:this )?to (?:your |my )?(?:memory|notes)|commit (?:this )?to memory|for (?:future|your) reference|put (?:this )?in your (?:memory|notes))(?: (?:that|the fact that|this|the following|of the fact that|for me|for later|for next time|for future reference|about me)){0,4}(?:[\s,:–-]+|$)/i,
  corrects:
    /^(?:(?:no(?=[\s]*[,.!;:]|\s(?:i|my|it|that|wait|actually|sorry|we|the|our|his|her)\b)|nope|nah|wait|actually|oops|whoops|sorry|correction|my (?:bad|mistake)|scratch that|i misspoke|i was wrong|that is (?:wrong|not right|incorrect|not true|outdated)|not (?:true|quite|right)|i meant(?: to say)?|i made a mistake|let me correct (?:that|myself)|to correct myself|typo|in fact|rather|on second thought|update|i lied)\b[\s,:;.!…-]*)/i,
  lasting:
    /^(?:from now on|from here on(?: out)?|in (?:the )?future|going forward|moving forward|henceforth|from today(?: on)?|by default|as a (?:general )?rule|for all (?:future )?(?:answers|replies|responses|messages|conversations)|in all (?:your )?(?:answers|replies|responses))[\s,:]+/i,
  hedged:
    /^(?:(?:i (?:think|guess|believe|suppose|feel like|assume)|maybe|perhaps|probably|possibly|i am (?:pretty|fairly|quite|almost) sure|if i remember (?:correctly|right)|afaik|as far as i know|i might be wrong but|not sure but|it (?:seems|looks like|is possible)(?: that)?)(?: that)?[\s,]+)(?=(?:i|my|we|our|he|she|they|it)\b)/i,
  todo: /^(?:to-?dos?|tasks?|my to-?do list)(?: list)?(?: (?:for|is|today|tomorrow))?[\s:]+(?=\S)/i,
  introduces:
    /^(?:(?:i (?:should|want to|wanted to|need to|must|have to|would like to|just wanted to|forgot to|may have to|will|can) (?:mention|tell you|say|add|let you know|note|point out|confess|admit|clarify|inform you|introduce myself|remind you)|i (?:am|was) (?:happy|glad|excited|proud|sad|sorry|pleased|thrilled) to (?:say|announce|report)|let me (?:tell you|add|mention|introduce myself|clarify)|did i (?:mention|tell you|say)|have i (?:told you|mentioned)|you should know|i just wanted you to know|just to let you know|i (?:confess|admit)|i forgot to (?:mention|say)|know that|keep in mind|bear in mind|be aware|just know|i (?:told|already told|just told) you|i already (?:said|mentioned))(?: that)?[\s,:]+)(?=(?:i|my|we|our|he|she|they)\b)/i,
  fills:
    /^(?:(?:oh|ah|aw|aww|well|so|ok|okay|hey there|hi there|hey|hi|hello|yo|yes|yeah|yep|yup|ya|right|sure|anyway|anyways|also|and|but|plus|btw|by the way|fyi|in fact|honestly|technically|strictly speaking|in reality|to be honest|tbh|ngl|frankly|basically|literally|fun fact|random fact|quick (?:note|thing|update|one|fact)|one (?:more )?thing(?=[:,])|just so you know|jsyk|for context|for reference|some context(?: before i ask)?|context|background|for the record|as you (?:know|may know)|as i (?:said|mentioned)|like i (?:said|mentioned)|as mentioned|you know|you see|look|listen|hm+|um+|uh+|ugh|wow|omg|yay|haha|hehe|update|ps|p\.s\.|note|good news|bad news|great news|big news|guess what|turns out|it turns out(?: that)?|thanks|thank you|because|cause|since|although|though|first(?:ly)?|second(?:ly)?|then|nowadays|these days|lately|fortunately|unfortunately|sadly|luckily|personally|in general|generally|apparently|obviously|clearly|basically|long story short|good morning|good evening|morning|mind you|i mean|like|speaking of which|truth is|the truth is(?: that)?|the thing is(?: that)?|it is true that|about me|me(?! and\b)|true|same here|me too|nope|nah|the reason is(?: that)?|that is because|which is why|that is why|to clarify|to be clear|in short|in other words|heads up|just a heads up|just fyi|word of warning|friendly reminder|reminder|introducing myself|quick intro|a bit about me|a little about me|(?:right )?now|currently|at the moment|today i learned that|recently|for what it is worth|fwiw|ever since then|yes please)\b[\s,:;.!…-]*)/i,
});

/** How a statement about somebody begins. */
export const STATEMENT = /^(?:I|we|my|our|he|she|they|it|his|her|their|its)(?= |$)/i;
/** "Learning to cook is fun" is not about the one who says it. */
const GERUND_SUBJECT =
  /^\w+ing\b.*\b(?:is|are|was|can|has|helps?|makes?|takes?|sounds?|seems?|feels?|looks?)\b/i;
const VERB_FIRST =
  /^(?:(?:really |absolutely |also |just |still )?(?:need to|have to|must|want to|(?:love|hate|prefer|adore)(?! (?:is|the|and|of|for|his|her|that|this|it|you|how)\b)|can not (?:stand|do|have|eat|drink)|do not (?:like|eat|drink|smoke|have)|have (?:got )?(?:an?|two|three|no|my)|used to|am|was))\b/i;
/** "Childminder is called Bev". */
const CALLED = regex.u`^${RELATION} (?:is|are) (?:called|named) \p{Lu}`;
const NEXT_OCCASION = regex.i`\b${OCCASION}\b`;
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
  const plainWords = lower.replace(ADVERB_FIRST, "");
  const verb = plainWords.split(" ", 1)[0]!;
  // "Sat 14th June" is a day.
  const past =
    verbForm(verb)?.form === "past" &&
    isPast(verb) &&
    !SAID_OF_ANYTHING.test(verb) &&
    withoutDates(plainWords).startsWith(verb);
  return past || GOT.test(plainWords) ? ruled("en/left-out:past", `I ${lower}`) : undefined;
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

const CALENDAR_NAME =
  /^(?:[A-Z][a-z]+day|January|February|March|April|May|June|July|August|September|October|November|December)\b/;

export function lowered(words: string): string {
  return CALENDAR_NAME.test(words) ? words : words[0]!.toLowerCase() + words.slice(1);
}
