import { rule, thing } from "../../shared/claim.ts";
import type { Claim, Rule } from "./claim.ts";
import { items } from "./items.ts";
import type { Phrase } from "./phrase.ts";

/** Specific things, moments and people: liked now, here, by the way. */
const SPECIFIC =
  /^(?:you|your|yours|how|what|when|where|why|who|if|that|one|ones|so|both|each other|everything|every (?:minute|second|bit|moment|single)|all|to (?:know|see|hear|say|ask|think|thank|help|be able|get|have|make sure|add|point|note|understand|do (?:that|this|it)|tell|share|talk|chat|start|use|try|check|find|be|confirm|discuss|focus|schedule|book|order|go ahead|proceed)|being able|being (?:here|with)|seeing|hearing|talking|chatting|getting to|knowing|having you|my (?:wife|husband|girlfriend|boyfriend|partner|kids|son|daughter|mom|mum|dad|family|friends|life|mother|father)|nothing|anything|something|someone|somebody|me|myself|us|here|there|such|a good|a great|some|any of|another|more|most|people like|each|either|neither|no one|way|is|are|was|today|tomorrow|tonight|now|option \w|(?:the )?(?:first|second|third|last|former|latter|other) (?:one|option|version|idea|draft|answer))\b/i;
const POINTS =
  /\b(?:it|this|these|those|them|him|her|hers|his|their|they|he|she|you|your|yours|that (?:idea|song|movie|photo|one|way)|like that)\b/i;
/** "The sea" can be liked in general, "the necklace" cannot. */
const THE =
  /^the (?!ocean|sea|beach|mountains?|outdoors|countryside|city|rain|snow|cold|heat|sun|winter|summer|spring|autumn|forest|woods|gym|theat(?:re|er)|cinema|opera|smell of|sound of (?!that)|taste of|guitar|piano|violin|colou?rs? \w+|internet|sauna|desert|north|south|morning|night|weekend|old|classics|arts|\p{Lu})/u;

/** Whether words name something that can be liked in general; "it", "your idea" and "the necklace" do not. */
export function isTaste(words: string): boolean {
  return (
    words !== "" && words.length <= 90 && !SPECIFIC.test(words) && !POINTS.test(words) && !THE.test(words)
  );
}

const REASON =
  /,? (?:because|since|as it|as they|but|so that|so i|which|when you|if you|though|although|even though|even if|unless|until|than anything|more than anything|ever since|whenever|when|while|except|due to|given|considering|as opposed|aiming|in order)\b.*/i;

/** Said of what is so by now. */
export function steady({ time, modal }: Phrase): boolean {
  return modal === null && (time === "present" || time === "perfect" || time === "progressive");
}

const DISLIKES = new Set(["hate", "dislike", "detest", "despise", "loathe"]);

/** "Love hiking and tea": a claim for each, so that one may change without the other. */
export const LIKE_RULES: readonly Rule[] = [
  rule("en/taste:like", (phrase) => {
    const words = phrase.rest
      .replace(REASON, "")
      .replace(/^me some /i, "")
      .replace(/^(?:the most|most|mostly|especially|both|only) /i, "")
      .replace(/,? (?:especially|particularly|mostly|mainly)(?: (?:while|when|if|on|in)\b.*|$)/i, "");
    if (!steady(phrase) || words === "" || !isTaste(words) || words === "to") return undefined;
    const dislikes = DISLIKES.has(phrase.lemma);
    const affirmed = dislikes ? phrase.negated : !phrase.negated;
    const list = items(words);
    return list.map(
      (one): Claim => ({
        topic: "taste",
        slot: `likes:${thing(one.replace(/^to /i, ""))}`,
        affirmed,
        value: one,
        ...(list.length === 1 && words === phrase.rest ? {} : { say: [phrase.lemma, one] as const }),
      }),
    );
  }),
];

const PASSING =
  /^(?:the stuff|any of|it|this|that|them|you|something|anything(?! (?:with|containing))|nothing|too much|more|less|a bit|lunch|dinner|breakfast|out|there|at (?:a|the)|with)\b/i;

/** Eats, drinks, smokes: what somebody does or does not take. */
export const EAT_RULES: readonly Rule[] = [
  rule("en/taste:eat", (phrase) => {
    const { rest, lemma, modal, negated, time } = phrase;
    if (lemma === "smoke" && rest === "" && steady(phrase)) return { topic: "habit", slot: "takes:smok" };
    if (lemma === "drink" && rest === "" && negated && time === "present")
      return { topic: "diet", slot: "takes:alcohol", say: ["drink", "alcohol"] };
    if (time === "perfect" && /\bnever\b/.test(phrase.verb)) return undefined;
    if (PASSING.test(rest) || rest === "" || time === "past" || time === "future" || time === "progressive")
      return undefined;
    const able = modal === "can" && negated;
    if (modal !== null && !able) return undefined;
    const words = rest.replace(REASON, "");
    if (
      !negated &&
      !FREQUENT.test(` ${words} ${phrase.adverbs}`) &&
      !/\b(?:only|mostly|again|black|decaf)\b/i.test(`${words} ${phrase.adverbs}`)
    )
      return undefined;
    const what = words
      .replace(
        /^(?:anything (?:with|containing)|any|much|a lot of|lots of|(?:a|one|two|three|four|\d+) (?:cups?|glass(?:es)?|bottles?|packs?) of|only|mostly) /i,
        "",
      )
      .replace(FREQUENT, "")
      .trim();
    const list = negated ? items(what) : [what];
    return list.map(
      (one): Claim => ({
        topic: negated ? "diet" : "habit",
        slot: `takes:${thing(one)}`,
        value: one,
        ...(list.length > 1 ? { say: [lemma, one] as const } : {}),
      }),
    );
  }),
];

/** How often something is done, so that doing it is a habit. */
export const FREQUENT =
  /(?:^|[ ,])(?:(?:almost |nearly |pretty much )?(?:every|each)(?: single)?(?: other)? (?:day|morning|afternoon|evening|night|week|weekend|weekday|month|year|summer|winter|spring|\w+day|time|\w+ (?:days|weeks|months))(?: \w+)?|daily|weekly|monthly|yearly|religiously|on (?:\w+days|weekends|weekdays|(?:\w+day) (?:mornings|evenings|nights))|(?:once|twice|(?:a few|two|three|four|five|six|\d+|several|\d+[-–]\d+) times|\d+x) (?:a|per|every) \w+|at weekends|in (?:my|our) (?:free|spare) time|in the (?:mornings?|evenings?)|before (?:bed|work|breakfast)|after (?:work|dinner|lunch|school)|(?:\w+ )?(?:a|per) (?:day|week|month|year)|at (?:\d{1,2}(?::\d\d)? ?(?:am|pm)?|noon|midnight|dawn) (?:every|on weekdays|sharp)|\w+day (?:mornings|evenings|nights))(?=$|[ ,.])/i;
