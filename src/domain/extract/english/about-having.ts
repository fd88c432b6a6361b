import { thing } from "../slot.ts";
import { haveRelations } from "./about-family.ts";
import { items, on, type Rule, rule } from "./claim.ts";
import { withoutDates } from "./dates.ts";
import { CONDITION, POSSESSION } from "./lexicon.ts";
import { isTaste } from "./tastes.ts";

/** "Can't have gluten", "can't do dairy". */
export const FOOD =
  /^((?:any |much )?(?:gluten|dairy|lactose|nuts|peanuts|tree nuts|milk|cow's milk|eggs?|soy|shellfish|seafood|fish|meat|red meat|pork|beef|sugar|alcohol|caffeine|coffee|spicy food|spicy|wheat|bread|cheese|mushrooms|tomatoes|onions|garlic|carbs|shrimp|chocolate|strawberries|kiwi|citrus|nightshades|cilantro))\b/i;

/** Capitals that are no brand of something one owns. */
const NO_THING =
  /^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|German|French|Spanish|Italian|English|Chinese|Japanese|British|American|Zoom|Teams|Google|Question|Christmas|Easter|PhD|MRI|CT|I)\b/;

/** What "I have …" can be followed by and is worth keeping; questions, meetings and headaches are not. */
export const HAVE_RULES: readonly Rule[] = [
  rule("en/having:relations", (phrase) => (phrase.time === "past" ? undefined : haveRelations(phrase))),
  on(
    "en/having:allergy",
    /^(?:an? |some |any |no )?(?:\w+ )?allerg(?:y|ies) to (.+)$/i,
    ([, list], { time }) =>
      time === "past"
        ? undefined
        : items(list!).map((one) => ({
            topic: "allergy",
            slot: `allergy:${thing(one)}`,
            say: ["be", `allergic to ${one}`],
            value: one,
          })),
  ),
  on(
    "en/having:allergy-2",
    /^(?:an? )?(?:(?:severe|bad|mild|serious|life-threatening|deadly|really bad|nasty) )*([\w-]+(?: [\w-]+)?) allergy$/i,
    ([, what]) => ({
      topic: "allergy",
      slot: `allergy:${thing(what!)}`,
    }),
  ),
  on(
    "en/having:children",
    /^(?:an? )?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven)[- ](?:month|week|year)s?[- ]olds?\b(?! (?:car|house|phone|laptop|dog|cat))/i,
    () => ({ topic: "family", slot: "children" }),
  ),
  on(
    "en/having:uses",
    /^(instagram|facebook|whatsapp|tiktok|twitter|linkedin|netflix|spotify|discord|snapchat|social media)$/i,
    ([, what], { time, modal }) =>
      time === "present" && modal === null ? { topic: "habit", slot: `uses:${thing(what!)}` } : undefined,
  ),
  on("en/having:takes", FOOD, ([, what], { modal, negated }) =>
    modal === "can" && negated
      ? { topic: "diet", slot: `takes:${thing(what!)}`, affirmed: false }
      : undefined,
  ),
  on("en/having:allergies", /^no (?:known )?(?:food )?allergies|^any (?:known )?allergies/i, () => ({
    topic: "allergy",
    slot: "allergies",
    affirmed: false,
  })),
  on("en/having:health", CONDITION, (match, { rest, time }) =>
    rest.length < 90 && time !== "past" ? { topic: "health", slot: `health:${thing(match[1]!)}` } : undefined,
  ),
  on(
    "en/having:has",
    /^an? ((?:[\w'&+-]+ ){1,3}?(?:subscription|membership|season ticket|library card))\b/i,
    ([, what], { time, modal, negated }) =>
      time === "present" && modal === null
        ? { topic: "possession", slot: `has:${thing(what!)}`, affirmed: !negated }
        : undefined,
  ),
  on(
    "en/having:has-2",
    /^an? ((?:holiday|summer|second|vacation|weekend) (?:home|house|cottage|cabin|place)|cottage|cabin|allotment|vegetable garden) (?:in|by|on|near) .+$/i,
    ([, what], { time }) =>
      time === "present" ? { topic: "possession", slot: `has:${thing(what!)}` } : undefined,
  ),
  on("en/having:children-2", /^(?:twins|triplets)\b/i, (_, { time }) =>
    time === "present" ? { topic: "family", slot: "children" } : undefined,
  ),
  on(
    "en/having:has-3",
    /^an? (?:(?:old|new|red|blue|white|black|grey|silver|used) )?(\p{Lu}[\p{L}-]{2,}(?: [\p{Lu}\d][\p{L}\d-]*)?)$/u,
    ([, what], phrase) =>
      phrase.time === "present" &&
      phrase.modal === null &&
      phrase.who.kind === "self" &&
      !NO_THING.test(what!)
        ? { topic: "possession", slot: `has:${thing(what!)}`, value: what! }
        : undefined,
  ),
  on(
    "en/having:fear",
    /^an? (?:(?:crippling|huge|real|big|irrational) )?(?:phobia|fear) of (.+)$/i,
    ([, what]) => ({
      topic: "identity",
      slot: `fear:${thing(what!)}`,
    }),
  ),
  on(
    "en/having:likes",
    /^an? (?:huge |big |real |terrible |massive )?(?:sweet tooth|soft spot for .+|thing for .+|weakness for .+|passion for .+)$/i,
    ({ 0: match }) => ({
      topic: "taste",
      slot: `likes:${thing(match.replace(/^.* for /i, ""))}`,
    }),
  ),
  on(
    "en/having:education",
    /^(?:an? |my |two )?(?:[\w'-]+ ){0,2}?(?:degree|ph\.?d\.?|master'?s?|bachelor'?s?|doctorate|diploma|mba|background|certificate|certification)\b(?: (?:in|from|of|on) .+)?$/i,
    ({ 0: match }) =>
      / (?:in|from|of) /.test(match) || /\b(?:phd|ph\.d|mba|doctorate)/i.test(match)
        ? { topic: "study", slot: "education" }
        : undefined,
  ),
  on(
    "en/having:experience",
    /^(?:over |about |more than |almost |around )?(?:\d+\+?|two|three|four|five|six|seven|eight|nine|ten|twenty|several|many) years(?:'| of)? (?:of )?(?:[\w-]+ ){0,2}?experience\b/i,
    () => ({ topic: "work", slot: "experience" }),
  ),
  on(
    "en/having:employer",
    /^(?:an? )?(?:[\w-]+ )?(?:job|position|role) (?:at|with|as|in) (.+)$/i,
    ([, where], { time }) =>
      time === "past" ? undefined : { topic: "work", slot: "employer", value: where! },
  ),
  on(
    "en/having:looks",
    /^(?:(?:long|short|curly|straight|thick|naturally|bright|dark|light|dyed|really|very) )*(?:blue|brown|green|hazel|grey|gray|blond|blonde|red|black|ginger|dark|curly|long|short|straight)(?: and \w+)? (?:eyes?|hair)\b|^(?:a beard|a moustache|freckles|dimples|braces|dreadlocks)\b/i,
    (match) => ({
      topic: "identity",
      slot: `looks:${thing(match[0])}`,
    }),
  ),
  on(
    "en/having:has-4",
    /^(?:an? |dual |double |my )?(?:\w+ )?(?:citizenship|nationality|passport|green card|residency|work permit)\b/i,
    ({ 0: match }, { time }) =>
      time === "present" ? { topic: "origin", slot: `has:${thing(match)}` } : undefined,
  ),
  on("en/having:has-5", POSSESSION, (match, { time }) =>
    time === "present" ? { topic: "possession", slot: `has:${thing(match[1]!)}` } : undefined,
  ),
];

export const OWN_RULES: readonly Rule[] = [
  rule("en/having:relations-2", (phrase) => haveRelations(phrase)),
  on(
    "en/having:has-6",
    /^((?:an?|two|three|four|\d+|my|our|several|some|the) .+|\d{2,} .+|(?:many|lots of|a lot of) .+)$/i,
    ({ 0: what }, { time, modal }) =>
      modal === null && time !== "past" && isTaste(what)
        ? { topic: "possession", slot: `has:${thing(POSSESSION.exec(what)?.[1] ?? what)}` }
        : undefined,
  ),
];

export const DRIVE_RULES: readonly Rule[] = [
  on("en/having:has-7", /^(?:an?|my) (.+)$/i, ([, what], { time, modal }) =>
    modal === null &&
    (time === "present" || time === "perfect") &&
    !/\b(?:hard bargain|crazy|nuts|to)\b/i.test(what!)
      ? { topic: "possession", slot: "has:car", value: what! }
      : undefined,
  ),
];

const BRAND = /^(?:an?|my|the|our) (?:new |used |second-hand )?(\p{Lu}[\p{L}\d]+(?: [\p{L}\d]+){0,3})$/u;

/** Bought, got, inherited: what is had since. */
export const GAIN_RULES: readonly Rule[] = [
  rule("en/having:relations-3", (phrase) =>
    phrase.time === "past" || phrase.time === "perfect" ? haveRelations(phrase) : undefined,
  ),
  on("en/having:has-8", POSSESSION, (match, { time, modal, rest, negated }) => {
    if ((time !== "past" && time !== "perfect") || modal !== null || negated) return undefined;
    if (!/^(?:an?|my|our|the|one|two|three|\d) /i.test(rest)) return undefined;
    return { topic: "possession", slot: `has:${thing(match[1]!)}` };
  }),
  on("en/having:has-9", BRAND, ([, what], { time, negated }) =>
    (time === "past" || time === "perfect") &&
    !negated &&
    !/^(?:I|Christmas|Starbucks|Uber|God|Zoom)\b/.test(what!)
      ? { topic: "possession", slot: `has:${thing(withoutDates(what!))}` }
      : undefined,
  ),
];

/** Sold, lost, gave away: what is no longer had. */
export const LOSE_RULES: readonly Rule[] = [
  on(
    "en/having:has-10",
    /^(?:my|our|the) (?:old |beloved |trusty |first )?(.+)$/i,
    ([, what], { time, lemma }) => {
      if (time !== "past" && time !== "perfect") return undefined;
      const owned = POSSESSION.exec(`a ${what!}`);
      if (owned === null || (lemma === "lose" && !/^(?:house|home|car|business|company)\b/i.test(what!)))
        return undefined;
      return { topic: "possession", slot: `has:${thing(owned[1]!)}`, affirmed: false };
    },
  ),
];

export const AWAY_RULES: readonly Rule[] = [
  on("en/having:has-11", /^(?:away|rid of) (?:my|our) (.+)$/i, ([, what], { time }) =>
    time === "past" || time === "perfect"
      ? {
          topic: "possession",
          slot: `has:${thing(POSSESSION.exec(`a ${what!}`)?.[1] ?? what!)}`,
          affirmed: false,
        }
      : undefined,
  ),
];
