import { thing } from "../slot.ts";
import { LEANING_RULES } from "./about-leanings.ts";
import { type Claim, items, on, type Rule, rule } from "./claim.ts";
import { BELIEF, CONDITION, DIET, IDENTITY, LANGUAGE, NATIONALITY, PARTNER_WORD } from "./lexicon.ts";
import { nounClaims } from "./nouns.ts";
import { possessive } from "./person.ts";
import { isPlace } from "./places.ts";
import { isTaste } from "./tastes.ts";

const NUMBER =
  "(?:\\d{1,3}|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen))";
const AGE = new RegExp(
  `^(?:only |just |already |almost |about |around |nearly |now |a |an )?(${NUMBER})(?:(?:[- ]years?[- ]old| ?y/?o|[- ]year[- ]old| years of age)(?: (.+))?|(?: and a half)?)$`,
  "i",
);

function age(value: string): Claim | undefined {
  const years = Number(value);
  if (Number.isFinite(years) && (years < 1 || years > 115)) return undefined;
  return { topic: "age", slot: "age", say: ["be", `${value} years old`], value };
}

/** What "I am …" can be followed by and is worth keeping. */
export const BE_RULES: readonly Rule[] = [
  on(
    "en/be:allergy",
    /^(?:(?:severely|deathly|mildly|highly|slightly|very|super|extremely|really|quite|super) )?allergic to (.+)$/i,
    ([, list]) =>
      items(list!).map((one) => ({
        topic: "allergy",
        slot: `allergy:${thing(one)}`,
        say: ["be", `allergic to ${one}`],
        value: one,
      })),
  ),
  on(
    "en/be:allergy-2",
    /^(?:(?:pretty|very|super|a bit|slightly|severely) )?(lactose|gluten|fructose|histamine|dairy)[- ]intolerant/i,
    ([, what]) => ({
      topic: "allergy",
      slot: `allergy:${thing(what!)}`,
    }),
  ),
  on("en/be:allergy-3", /^intolerant to (.+)$/i, ([, what]) => ({
    topic: "allergy",
    slot: `allergy:${thing(what!)}`,
  })),
  on("en/be:diet", DIET, () => ({ topic: "diet", slot: "diet" })),
  on("en/be:availability", /^on call (?:every|on|each|during|most)\b/i, () => ({
    topic: "limit",
    slot: "availability",
  })),
  on("en/be:sober", /^clean (?:for|since) .+$/i, () => ({ topic: "health", slot: "sober" })),
  on("en/be:diet-2", /^on (?:a|the) (?:\w+[- ])?(?:diet|cut)\b|^on (?:keto|paleo|whole30)\b/i, () => ({
    topic: "diet",
    slot: "diet",
  })),
  on("en/be:age", /^\d{1,2}(?:,? (?:and )?\d{1,2})+$/, (_, { who }) =>
    who.plural ? { topic: "age", slot: "age" } : undefined,
  ),
  on("en/be:likes", /^an? (?:huge |big |total |real |bit of an? )?(?:nerd|geek) about (.+)$/i, ([, what]) =>
    isTaste(what!) ? { topic: "taste", slot: `likes:${thing(what!)}` } : undefined,
  ),
  on(
    "en/be:age-2",
    /^in (?:my|his|her|their) (?:early |mid |late |mid-)?(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|[2-9]0s)$/i,
    () => ({
      topic: "age",
      slot: "age",
    }),
  ),
  on("en/be:rule", AGE, ([, value, more], phrase) => {
    const years = age(value!);
    if (years === undefined || phrase.time === "past") return undefined;
    const rest = more?.replace(/^(?:girl|boy|man|woman|male|female|guy|dude)\b ?/i, "") ?? "";
    const noun = rest === "" ? [] : nounClaims(`a ${rest}`);
    return [years, ...noun.map((claim): Claim => ({ say: ["be", `a ${rest}`], ...claim }))];
  }),
  on(
    "en/be:height",
    /^(?:(\d)'(\d{1,2})"?|\d(?:\.\d+)? ?m|\d{3} ?cm|\d(?:ft| feet| foot)(?: ?\d{1,2}(?:in| inches)?)?)(?: tall)?$/i,
    () => ({ topic: "identity", slot: "height" }),
  ),
  on(
    "en/be:grew_up",
    /^(?:originally |actually )?(?:born and raised|raised|born and bred) in (.+)$/i,
    () => ({
      topic: "origin",
      slot: "grew_up",
    }),
  ),
  on(
    "en/be:birthday",
    /^born (?:on|in) (?:.*\d.*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*.*)$/i,
    () => ({
      topic: "birthday",
      slot: "birthday",
    }),
  ),
  on("en/be:birthplace", /^born in (.+)$/i, () => ({ topic: "origin", slot: "birthplace" })),
  on("en/be:origin", /^(?:originally |actually |all the way )?from (.+)$/i, ([, place], { time }) =>
    isPlace(place!) && time === "present" ? { topic: "origin", slot: "origin", value: place! } : undefined,
  ),
  on(
    "en/be:home",
    /^(?:currently |now )?(?:based|located|stationed|living|residing) (?:in|out of|near|at|just outside(?: of)?) (.+)$/i,
    ([, place]) => ({
      topic: "home",
      slot: "home",
      value: place!,
    }),
  ),
  on(
    "en/be:partner",
    /^(?:happily |recently |newly |already |still |currently |legally |not yet )*(?:married|single|divorced|engaged|widowed|separated|a (?:widow|widower|newlywed|bachelor)|in (?:a|an) (?:[\w-]+ ){0,2}relationship|getting (?:married|divorced)|together with)\b/i,
    (_, { rest }) =>
      /^single[- ](?!and|now|since|for)\w/i.test(rest) ? undefined : { topic: "partner", slot: "partner" },
  ),
  on(
    "en/be:language",
    /^(?:an? )?(?:native|fluent|bilingual|heritage) (?:in |speaker of )?(.+?)(?: speaker)?(?: and .+)?$/i,
    ([, language]) =>
      new RegExp(`^${LANGUAGE}\\b`, "i").test(language!)
        ? { topic: "language", slot: `language:${thing(language!)}` }
        : undefined,
  ),
  on("en/be:language-2", /^(?:fluent|proficient|conversational|bilingual) in (.+)$/i, ([, list]) =>
    items(list!).map((one) => ({
      topic: "language",
      slot: `language:${thing(one)}`,
      say: ["be", `fluent in ${one}`],
    })),
  ),
  on("en/be:belief", BELIEF, () => ({ topic: "identity", slot: "belief" })),
  on("en/be:nationality", NATIONALITY, (match, { rest }) => {
    const after = rest.slice(match[0].length).trim();
    return after === "" || /^(?:citizen|national|by|and|but|living|from|guy|girl|woman|man)\b/i.test(after)
      ? { topic: "origin", slot: "nationality", value: match[0] }
      : nounClaims(`a ${rest}`)[0];
  }),
  on("en/be:is", IDENTITY, (match) => ({ topic: "identity", slot: `is:${thing(match[1]!)}` })),
  on(
    "en/be:health",
    /^(?:diagnosed with|suffering from|recovering from|in recovery|being treated for|prone to) (.+)$/i,
    ([, what]) => ({
      topic: "health",
      slot: `health:${thing(CONDITION.exec(what!)?.[1] ?? what!)}`,
    }),
  ),
  on("en/be:health-2", CONDITION, (match, { rest }) =>
    rest.length < 80 ? { topic: "health", slot: `health:${thing(match[1]!)}` } : undefined,
  ),
  on("en/be:health-3", /^(?:(?:\w+ )?(?:weeks|months) )?pregnant\b|^expecting (?:a|our|my|twins)/i, () => ({
    topic: "health",
    slot: "health:pregnant",
  })),
  on(
    "en/be:medication",
    /^on (?:[\w-]+ ){0,2}(?:medication|meds|insulin|antidepressants|blood thinners|ssris?|the pill|birth control|lithium|statins|beta blockers|steroids|metformin|chemo\w*|dialysis)\b/i,
    () => ({
      topic: "health",
      slot: "medication",
    }),
  ),
  on(
    "en/be:job",
    /^(?:happily |recently |semi-?|currently |still )*(?:retired|unemployed|self[- ]?employed|jobless|out of (?:work|a job)|between jobs|freelancing|on (?:maternity|paternity|parental|sick|medical) leave|on sabbatical)\b/i,
    () => ({
      topic: "work",
      slot: "job",
    }),
  ),
  on("en/be:job-2", /^(?:recently |just )?(?:laid off|fired|let go|made redundant|sacked)\b/i, () => ({
    topic: "work",
    slot: "job",
    affirmed: false,
  })),
  on("en/be:home-2", /^in (.+?)(?: (?:for|since) .+)?$/i, ([whole, place], { time, who, negated }) =>
    isPlace(place!) &&
    /^\p{Lu}|^the \p{Lu}/u.test(place!) &&
    !negated &&
    ((time === "perfect" && / (?:for|since) /.test(whole)) ||
      (who.kind === "other" && time === "present" && !/\d/.test(place!)))
      ? { topic: "home", slot: "home", value: place! }
      : undefined,
  ),
  on(
    "en/be:employer",
    /^at (\p{Lu}[\p{L}\d&.'-]*(?: \p{Lu}[\p{L}\d&.'-]*)*)(?: (?:since|as|for) .+)?$/u,
    ([whole, where], { ended, time }) =>
      ended || (time === "present" && / (?:since|as) /.test(whole))
        ? { topic: "work", slot: "employer", value: where! }
        : undefined,
  ),
  on("en/be:household", /^a family of (\w+)\b/i, ([, count], { who }) => ({
    topic: "family",
    slot: "household",
    as: `${possessive(who.owner)} family`,
    say: ["have", `${count!} members`],
  })),
  rule("en/be:not-much-of", ({ adverbs, rest, negated }) => {
    const what = /^an? ([\w-]+(?: [\w-]+)?)$/i.exec(rest)?.[1];
    return /\bmuch of$/.test(adverbs) && negated && what !== undefined
      ? { topic: "identity", slot: `is:${thing(what)}` }
      : undefined;
  }),
  on("en/be:habit", /^up (?:at|by|before) \d.*(?:every|each|daily|on weekdays)/i, () => ({
    topic: "habit",
    slot: "habit:get up",
  })),
  on("en/be:uses", /^on (android|ios|iphone|linux|windows|mac(?:os)?|ubuntu)$/i, ([, what]) => ({
    topic: "habit",
    slot: `uses:${thing(what!)}`,
  })),
  on("en/be:job-3", /^(?:recently |just )?promoted\b/i, () => ({ topic: "work", slot: "job" })),
  on("en/be:employer-2", /^(?:currently )?employed (?:at|by|with|as) (.+)$/i, ([, where]) => ({
    topic: "work",
    slot: "employer",
    value: where!,
  })),
  on(
    "en/be:study",
    /^(?:(?:currently|still|now) )?in (?:(?:my|his|her|their|the) )?(?:(?:first|second|third|fourth|final|last|1st|2nd|3rd|4th|freshman|sophomore|junior|senior) (?:year|semester)|(?:high|middle|primary|elementary|grad|graduate|med|medical|law|business|nursing|art) school|college|uni|university|(?:the )?\w+ grade|kindergarten|preschool|year \d+)\b/i,
    () => ({
      topic: "study",
      slot: "study",
    }),
  ),
  ...LEANING_RULES,
  on(
    "en/be:siblings",
    /^an? (?:.*?)?(?:only child)\b|^the (?:oldest|youngest|eldest|middle|second|third)(?: child)? of (?:\w+)\b|^(?:an? )?(?:identical |fraternal )?twin\b/i,
    () => ({
      topic: "family",
      slot: "siblings",
    }),
  ),
  on(
    "en/be:availability-2",
    /^(?:only |usually |generally |always )?(?:free|available|busy) (?:only )?(?:on|after|before|until|between|in the|every) (.+)$/i,
    (_, { rest, negated }) =>
      /\b(?:\w+days|every|evenings|mornings|weekends|\d ?(?:am|pm))\b/i.test(rest) && !negated
        ? { topic: "limit", slot: "availability" }
        : undefined,
  ),
  on("en/be:budget", /^on a (?:tight |small |limited |shoestring )budget|^(?:broke)$/i, (match) =>
    match[0] === "broke" ? undefined : { topic: "limit", slot: "budget" },
  ),
  on("en/be:partner-2", /^(?:called|named|known as|nicknamed) (.+)$/i, ([, name], { who }) =>
    who.noun !== null
      ? undefined
      : PARTNER_WORD.test(who.kin)
        ? { topic: "partner", slot: "=partner", value: name! }
        : { topic: who.kind === "self" ? "name" : "family", slot: "name", value: name! },
  ),
  on(
    "en/be:employer-3",
    /^at ((?!the\b|my\b|a\b|an\b|it\b|this\b|you\b|home|work|war|odds|ease|risk|least)[a-zÀ-ɏ\d][^,]*?) (?:for|since)\b.*$/i,
    ([, where], { time }) =>
      time === "perfect" ? { topic: "work", slot: "employer", value: where! } : undefined,
  ),
  on(
    "en/be:partner-3",
    /^(\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,2})(?: (?:with|spelled) .*)?$/u,
    ([, name], { who, negated }) =>
      who.kind === "other" && who.called === null && !negated && !NATIONALITY.test(name!)
        ? { topic: "family", slot: PARTNER_WORD.test(who.relation!) ? "=partner" : "name", value: name! }
        : undefined,
  ),
  (phrase) => nounClaims(phrase.rest, phrase.negated && !phrase.ended),
];
