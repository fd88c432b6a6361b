import { rule, ruled, thing } from "../../shared/claim.ts";
import { regex } from "../../shared/words.ts";
import { withoutDates } from "../resolve-dates.ts";
import { isPlace } from "./about-living.ts";
import { isTaste } from "./about-taste.ts";
import { type Claim, on, type VerbRules } from "./claim.ts";
import {
  CONDITION,
  DIET,
  KIN_WORD,
  namesTrade,
  PARTNER_WORD,
  PET_WORD,
  RELATION,
  topicOf,
} from "./lexicon.ts";
import { items, type Phrase } from "./phrase.ts";

const COUNT = String.raw`(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|some|several|twin|both|no|a couple of|a few|lots of|many|any|the)`;
const ADJECTIVES = String.raw`(?:(?!(?:and|for|of|with|my|our|to|from|at|on|in|the|her|his|their|your|than|like|about)\b)[a-zÀ-ɏ'-]+,? ){0,4}?`;
const HAVE_RELATION = regex.i`^(?:got )?(${COUNT}) (${ADJECTIVES})(${RELATION})(?=$|[ ,.(])(.*)$`;
const NAMED =
  /^, ([a-zÀ-ɏ][a-zÀ-ɏ-]+)(?=,|$)|^,? ?(?:who is |who are |whose name is |which is )?(?:called|named|by the name of) ([a-zÀ-ɏ][a-zÀ-ɏ'-]*(?: [a-zÀ-ɏ][a-zÀ-ɏ'-]*)?)/i;
const MORE = regex.gi` and (?=${COUNT} ${ADJECTIVES}(?:${RELATION})(?=$|[ ,.(]))`;

/** "Dog food", "a friend of mine": not the dog, not a friend. */
const OF_THEM = /^ (?:food|bowl|photo|picture|of mine|question|problem|name|allergy|person|video|costume)\b/i;

/** "A son named Max", "two cats and a dog": each with its own slot. */
function haveRelations({ rest, lemma, negated, time }: Phrase): readonly Claim[] | undefined {
  if (time === "future" || time === "modal") return undefined;
  const claims: Claim[] = [];
  const dated = withoutDates(rest) !== rest;
  for (const part of rest.split(MORE)) {
    const match = HAVE_RELATION.exec(part);
    if (match === null) continue;
    const [, count, adjectives, noun, after] = match as unknown as [string, string, string, string, string];
    const relation = noun.toLowerCase();
    if (relation === "family" || (/^the$/i.test(count) && !negated)) continue;
    if (!KIN_WORD.test(relation) && !PET_WORD.test(relation) && !NAMED.test(after)) continue;
    if (/\b(?:hot|rubber|stuffed|toy|teddy|sick|of my|few)\b/i.test(adjectives) || OF_THEM.test(after))
      continue;
    const none = count.toLowerCase() === "no";
    const pet = PET_WORD.test(relation);
    claims.push({
      topic: topicOf(relation),
      slot: slotOf(relation, nameIn(after), pet),
      ...(dated ? {} : { say: [said(lemma), oneThought(part.replace(/^got /i, ""), after)] as const }),
      ...(NAMED.test(after) ? {} : { introduces: relation }),
      affirmed: !negated && !none,
    });
  }
  return claims.length === 0 ? undefined : claims;
}

/** "A dog, Rex, a bit of a mutt" → "a dog named Rex". */
function oneThought(words: string, after: string): string {
  if (!/,|\b(?:who|which|that|and|but|so|because)\b/i.test(after)) return words;
  const name = nameIn(after);
  return `${words.slice(0, words.length - after.length)}${name === undefined ? "" : ` named ${name}`}`;
}

function nameIn(after: string): string | undefined {
  const match = NAMED.exec(after);
  return match?.[1] ?? match?.[2];
}

function said(lemma: string): string {
  return /^(?:get|adopt|buy|raise|keep|own|foster)$/.test(lemma) ? "have" : lemma;
}

function slotOf(relation: string, name: string | undefined, pet: boolean): string {
  if (PARTNER_WORD.test(relation)) return "partner";
  if (name !== undefined) return `${pet ? "pet" : "family"}:${name.toLowerCase()}`;
  if (/^(?:\w+ )?(?:kids?|child(?:ren)?|baby|twins?)$/.test(relation)) return "children";
  if (/siblings?$/.test(relation)) return "siblings";
  return `${pet ? "pet" : "family"}:${thing(relation)}`;
}

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

const NUMBER = String.raw`(?:\d{1,3}|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen))`;
const AGE = regex.i`^(?:only |just |already |almost |about |around |nearly |now |a |an )?(${NUMBER})(?:(?:[- ]years?[- ]old| ?y/?o|[- ]year[- ]old| years of age)(?: (.+))?|(?: and a half)?)$`;

function age(value: string): Claim | undefined {
  const years = Number(value);
  if (Number.isFinite(years) && (years < 1 || years > 115)) return undefined;
  return { topic: "age", slot: "age", say: ["be", `${value} years old`], value };
}

/** A claim for each thing of a list, so that one may change without the other. */
export function allergies(list: string): Claim[] {
  return items(list).map((one) => ({
    topic: "allergy",
    slot: `allergy:${thing(one)}`,
    say: ["be", `allergic to ${one}`],
    value: one,
  }));
}

/** Identity, relations and possessions, by the verb. */
export const SELF_RULES: VerbRules = {
  /** Complements of "I am …" that are worth keeping. */
  be: [
    on(
      "en/be:allergy",
      /^(?:(?:severely|deathly|mildly|highly|slightly|very|super|extremely|really|quite|super) )?allergic to (.+)$/i,
      ([, list]) => allergies(list!),
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
  ],
  /** Objects of "I have …" that are worth keeping; questions, meetings and headaches are not. */
  have: [
    rule("en/having:relations", (phrase) => (phrase.time === "past" ? undefined : haveRelations(phrase))),
    on(
      "en/having:allergy",
      /^(?:an? |some |any |no )?(?:\w+ )?allerg(?:y|ies) to (.+)$/i,
      ([, list], { time }) => (time === "past" ? undefined : allergies(list!)),
    ),
    on(
      "en/having:an-allergy",
      /^(?:an? )?(?:(?:severe|bad|mild|serious|life-threatening|deadly|really bad|nasty) ){0,4}([\w-]+(?: [\w-]+)?) allergy$/i,
      ([, what]) => ({ topic: "allergy", slot: `allergy:${thing(what!)}` }),
    ),
    on("en/having:health", CONDITION, (match, { rest, time }) =>
      rest.length < 90 && time !== "past"
        ? { topic: "health", slot: `health:${thing(match[1]!)}` }
        : undefined,
    ),
  ],
  /** Bought, got, inherited: what is had since. */
  "adopt foster buy get": rule("en/having:gained", (phrase) =>
    phrase.time === "past" || phrase.time === "perfect" ? haveRelations(phrase) : undefined,
  ),
  drive: on("en/having:car", /^(?:an?|my) (.+)$/i, ([, what], { time, modal }) =>
    modal === null &&
    (time === "present" || time === "perfect") &&
    !/\b(?:hard bargain|crazy|nuts|to)\b/i.test(what!)
      ? { topic: "possession", slot: "has:car", value: what! }
      : undefined,
  ),
};
