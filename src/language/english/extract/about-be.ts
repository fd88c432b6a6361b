import { thing } from "../../shared/claim.ts";
import { ruled } from "../../shared/rule-watch.ts";
import { isPlace } from "./about-home.ts";
import { isTaste } from "./about-taste.ts";
import { type Claim, on, type Rule } from "./claim.ts";
import { items } from "./items.ts";
import { CONDITION, DIET, namesTrade } from "./lexicon.ts";

const ARTICLE = /^(?:an?|the|one of the|now an?) /i;
const TITLE =
  /^(?:head|chief|vp|vice president|president|ceo|cto|cfo|coo|co-?founder|founder|senior|lead|director|captain|owner)\b/i;
const AT =
  /\b(?:at|for|with|of) (?!\d|many|over|about|almost|several|two|three|ten|years)(?:the |a |an )?[\p{L}\d]/u;

/** "A nurse at a clinic", "the founder of X": who somebody is by their trade. */
function nounClaims(rest: string, denied = false): readonly Claim[] {
  const noun = rest.replace(ARTICLE, "");
  if (denied || (noun === rest && !TITLE.test(rest)) || !namesTrade(noun)) return [];
  const claim: Claim = { topic: "work", slot: AT.test(noun) ? "employer" : "job" };
  return ruled("en/be:trade", [claim]) ?? [];
}

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

/** Complements of "I am …" that are worth keeping. */
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
    "en/be:intolerant",
    /^(?:(?:pretty|very|super|a bit|slightly|severely) )?(lactose|gluten|fructose|histamine|dairy)[- ]intolerant/i,
    ([, what]) => ({ topic: "allergy", slot: `allergy:${thing(what!)}` }),
  ),
  on("en/be:diet", DIET, () => ({ topic: "diet", slot: "diet" })),
  on("en/be:age", AGE, ([, value, more], phrase) => {
    const years = age(value!);
    if (years === undefined || phrase.time === "past") return undefined;
    const rest = more?.replace(/^(?:girl|boy|man|woman|male|female|guy|dude)\b ?/i, "") ?? "";
    const noun = rest === "" ? [] : nounClaims(`a ${rest}`);
    return [years, ...noun.map((claim): Claim => ({ say: ["be", `a ${rest}`], ...claim }))];
  }),
  on("en/be:origin", /^(?:originally |actually |all the way )?from (.+)$/i, ([, place], { time }) =>
    isPlace(place!) && time === "present" ? { topic: "origin", slot: "origin", value: place! } : undefined,
  ),
  on("en/be:health", CONDITION, (match, { rest }) =>
    rest.length < 80 ? { topic: "health", slot: `health:${thing(match[1]!)}` } : undefined,
  ),
  on(
    "en/be:likes",
    /^(?:(?:also|really|super|so|big|very|mostly|kind of|mainly) ){0,2}(?:into|fond of|crazy about|mad about|nuts about|obsessed with|hooked on|addicted to|keen on|passionate about|partial to|big on) (.+)$/i,
    ([match, list], { rest }) => {
      if (!isTaste(list!)) return undefined;
      const lead = rest.slice(0, match.length - list!.length).trim();
      return items(list!).map((one) => ({
        topic: "taste",
        slot: `likes:${thing(one)}`,
        say: ["be", `${lead} ${one}`],
        value: one,
      }));
    },
  ),
  (phrase) => nounClaims(phrase.rest, phrase.negated && !phrase.ended),
];
