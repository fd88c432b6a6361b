import { rule, thing } from "../../shared/claim.ts";
import { wordSet } from "../../shared/words.ts";
import { type Claim, on, type Rule, type VerbRules } from "./claim.ts";
import { INSTRUMENT_OR_SPORT } from "./lexicon.ts";
import { items, type Phrase } from "./phrase.ts";
import { verbForm } from "./verbs.ts";

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

/** Describes the current state. */
export function steady({ time, modal }: Phrase): boolean {
  return modal === null && (time === "present" || time === "perfect" || time === "progressive");
}

const DISLIKES = new Set(["hate", "dislike", "detest", "despise", "loathe"]);

const PASSING =
  /^(?:the stuff|any of|it|this|that|them|you|something|anything(?! (?:with|containing))|nothing|too much|more|less|a bit|lunch|dinner|breakfast|out|there|at (?:a|the)|with)\b/i;

/** How often something is done, so that doing it is a habit. */
export const FREQUENT =
  /(?:^|[ ,])(?:(?:almost |nearly |pretty much )?(?:every|each)(?: single)?(?: other)? (?:day|morning|afternoon|evening|night|week|weekend|weekday|month|year|summer|winter|spring|\w+day|time|\w+ (?:days|weeks|months))(?: \w+)?|daily|weekly|monthly|yearly|religiously|on (?:\w+days|weekends|weekdays|(?:\w+day) (?:mornings|evenings|nights))|(?:once|twice|(?:a few|two|three|four|five|six|\d+|several|\d+[-–]\d+) times|\d+x) (?:a|per|every) \w+|at weekends|in (?:my|our) (?:free|spare) time|in the (?:mornings?|evenings?)|before (?:bed|work|breakfast)|after (?:work|dinner|lunch|school)|(?:\w+ )?(?:a|per) (?:day|week|month|year)|at (?:\d{1,2}(?::\d\d)? ?(?:am|pm)?|noon|midnight|dawn) (?:every|on weekdays|sharp)|\w+day (?:mornings|evenings|nights))(?=$|[ ,.])/i;

const EVERY = new RegExp(FREQUENT, "gi");
const NO_HABIT = wordSet(
  "think know see forget feel say tell ask mean find try want need wonder remember hear seem agree understand lose wish hope guess make get have be say notice expect suppose doubt care matter appreciate love like enjoy hate miss regret look mind believe trust end start keep let bring give bear stand",
);
const DAILY = wordSet(
  "wake go work run cook bake eat drink take walk read sleep wear travel exercise train meditate drive cycle commute order listen watch play swim jog hike garden pray fast shop write journal stretch ride lift dance volunteer fly bank bike climb surf ski practice practise paint knit sing teach visit call do use",
);

/** To be said in the present, these are done again and again. */
const PLACES =
  /^go to (?:an?|the|my) (?:[\w'-]+ ){0,2}(?:gym|church|mosque|temple|synagogue|club|choir|studio|pool|book club|meetup|support group)\b|^play (?:in|for|with) (?:an?|the|my|our) (?:[\w'-]+ ){0,2}(?:club|team|band|orchestra|league|quartet|ensemble)\b|^sing in (?:an?|the|my|our) (?:[\w'-]+ ){0,2}(?:choir|band)\b|^drink (?:oat|soy|almond|coconut|rice|skim|whole|decaf|green|black|herbal|white|oolong|sparkling|still) (?:milk|tea|coffee|water)\b|^drink decaf\b|^sleep (?:with|on|in) (?:an? |my )?(?:ear ?plugs|eye mask|weighted blanket|floor|hammock|futon|cpap)\b/i;

const REPEATED = /\b(?:every|each|daily|weekly|usually|always|\w+days)\b/i;

const POINTS_ELSEWHERE =
  /\b(?:you|your|it|this|that|them|him|her|there|here|stuff|one|any)\b|^to (?:relax|be|see|do)\b/i;

/** Where one gets up to, or goes, again and again. */
const GOES =
  /^(?:up|to (?:bed|sleep)|to (?:the )?(?:gym|church|mosque|temple|library|market|therapy|pool|park|office)|swimming|running|hiking|jogging|cycling|climbing|dancing|skiing|surfing|fishing|camping|shopping)\b/i;

/** Any activity "every day" or "on Sundays"; "usually" alone counts only for everyday activities. */
export const HABIT_RULE: Rule = rule("en/habit", (phrase) => {
  const { lemma, rest, adverbs, modal, time, who } = phrase;
  if (
    modal !== null ||
    (time !== "present" && !(time === "perfect" && phrase.verb.endsWith("ing"))) ||
    who.kind === "thing" ||
    verbForm(lemma) === undefined
  )
    return undefined;
  if (rest.length > 110 || POINTS_ELSEWHERE.test(rest)) return undefined;
  // "We meet at the airport at 4:45 in the morning": once, before a journey.
  if (/\b(?:airport|terminal|departure|check-?in)\b/i.test(rest) && !REPEATED.test(rest)) return undefined;
  const often = FREQUENT.test(` ${rest}`) && !NO_HABIT.has(lemma);
  const up = GOES.test(rest) && (lemma === "get" || lemma === "go" || lemma === "wake");
  const usually =
    /\b(?:usually|always|often|normally|typically|regularly|rarely|generally|mostly)\b/.test(adverbs) &&
    (DAILY.has(lemma) || up);
  const never =
    phrase.negated &&
    /\bnever\b/i.test(phrase.verb) &&
    DAILY.has(lemma) &&
    rest !== "" &&
    !FREQUENT.test(rest);
  // A time of getting up is a habit.
  const clock = up && /^(?:up|to (?:bed|sleep)) (?:at|around|by|before) \d/i.test(rest) && time === "present";
  const regular = PLACES.test(`${lemma} ${rest}`) && time === "present" && !phrase.negated;
  const over = phrase.ended && (DAILY.has(lemma) || up) && rest !== "";
  if (
    !(
      over ||
      clock ||
      regular ||
      often ||
      (up && FREQUENT.test(` ${rest} ${adverbs}`)) ||
      (usually && rest !== "") ||
      never
    )
  )
    return undefined;
  const what = rest
    .replace(EVERY, " ")
    .replace(EVERY, " ")
    .replace(/ (?:at|around|before|by|until) \d.*/i, "");
  return { topic: "habit", slot: `habit:${thing(`${lemma} ${what}`)}` };
});

/** A tool by its name: with a capital, or one that people write without. */
const TOOL =
  /^(?:(?:mostly|mainly|only|an?|the) )?((?:(?:arch|ubuntu|debian|fedora) )?(?:linux|mac(?:os|book)?|windows|ubuntu|vim|neovim|emacs|vs ?code|iphone|android|firefox|chrome|postgres(?:ql)?|sqlite|notion|obsidian|tabs|spaces|dark mode|light mode|metric|imperial|celsius|fahrenheit|hearing aids?|wheelchair|cane|screen reader)|\p{Lu}[\p{L}\d.+#-]*(?: [\p{L}\d.+#-]+){0,2})(?=$| (?:for|as|at|on|every|daily|and|with|because|instead|mostly|in)\b|,)/u;

/** Likes, medicines, games and tools, by the verb. */
export const TASTE_RULES: VerbRules = {
  /** "Love hiking and tea": a claim for each, so that one may change without the other. */
  "like love enjoy adore hate dislike detest despise loathe": rule("en/taste:like", (phrase) => {
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
  /** Eats, drinks, smokes: what somebody does or does not take. */
  "eat drink smoke": rule("en/taste:eat", (phrase) => {
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
  play: on("en/doing:plays", INSTRUMENT_OR_SPORT, (match, phrase) =>
    steady(phrase) || phrase.modal === "can"
      ? { topic: phrase.modal === "can" ? "skill" : "hobby", slot: `plays:${thing(match[1]!)}` }
      : undefined,
  ),
  use: on("en/doing:uses", TOOL, ([, tool], phrase) =>
    steady(phrase) && phrase.time !== "progressive"
      ? { topic: "habit", slot: `uses:${thing(tool!)}`, value: tool! }
      : undefined,
  ),
  keep: on("en/doing:diet", /^(?:kosher|halal)\b/i, (_, { time, modal, negated }) =>
    modal === null && time === "present" && !negated ? { topic: "diet", slot: "diet" } : undefined,
  ),
};
