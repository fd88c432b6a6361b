import { rule, thing } from "../../shared/claim.ts";
import { wordSet } from "../../shared/words.ts";
import { FREQUENT, steady } from "./about-taste.ts";
import { on, type Rule } from "./claim.ts";
import { INSTRUMENT_OR_SPORT } from "./lexicon.ts";
import { verbForm } from "./verbs.ts";

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
  if (
    rest.length > 110 ||
    /\b(?:you|your|it|this|that|them|him|her|there|here|stuff|one|any)\b|^to (?:relax|be|see|do)\b/i.test(
      rest,
    )
  )
    return undefined;
  // "We meet at the airport at 4:45 in the morning": once, before a journey.
  if (/\b(?:airport|terminal|departure|check-?in)\b/i.test(rest) && !REPEATED.test(rest)) return undefined;
  const often = FREQUENT.test(` ${rest}`) && !NO_HABIT.has(lemma);
  const up =
    /^(?:up|to (?:bed|sleep)|to (?:the )?(?:gym|church|mosque|temple|library|market|therapy|pool|park|office)|swimming|running|hiking|jogging|cycling|climbing|dancing|skiing|surfing|fishing|camping|shopping)\b/i.test(
      rest,
    ) &&
    (lemma === "get" || lemma === "go" || lemma === "wake");
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

export const PLAY_RULES: readonly Rule[] = [
  on("en/doing:plays", INSTRUMENT_OR_SPORT, (match, phrase) =>
    steady(phrase) || phrase.modal === "can"
      ? { topic: phrase.modal === "can" ? "skill" : "hobby", slot: `plays:${thing(match[1]!)}` }
      : undefined,
  ),
];

/** A tool by its name: with a capital, or one that people write without. */
const TOOL =
  /^(?:(?:mostly|mainly|only|an?|the) )?((?:(?:arch|ubuntu|debian|fedora) )?(?:linux|mac(?:os|book)?|windows|ubuntu|vim|neovim|emacs|vs ?code|iphone|android|firefox|chrome|postgres(?:ql)?|sqlite|notion|obsidian|tabs|spaces|dark mode|light mode|metric|imperial|celsius|fahrenheit|hearing aids?|wheelchair|cane|screen reader)|\p{Lu}[\p{L}\d.+#-]*(?: [\p{L}\d.+#-]+){0,2})(?=$| (?:for|as|at|on|every|daily|and|with|because|instead|mostly|in)\b|,)/u;

export const USE_RULES: readonly Rule[] = [
  on("en/doing:uses", TOOL, ([, tool], phrase) =>
    steady(phrase) && phrase.time !== "progressive"
      ? { topic: "habit", slot: `uses:${thing(tool!)}`, value: tool! }
      : undefined,
  ),
];

export const KEEP_RULES: readonly Rule[] = [
  on("en/doing:diet", /^(?:kosher|halal)\b/i, (_, { time, modal, negated }) =>
    modal === null && time === "present" && !negated ? { topic: "diet", slot: "diet" } : undefined,
  ),
];
