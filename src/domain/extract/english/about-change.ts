import { thing } from "../slot.ts";
import { BE_RULES } from "./about-be.ts";
import { BECOME_TRADE } from "./about-work.ts";
import { firstClaims, on, type Rule, rule } from "./claim.ts";
import { CONDITION, LANGUAGE, namesTrade } from "./lexicon.ts";
import { isTaste } from "./tastes.ts";

/** "Turned 30", "turning 30": an age. */
export const TURN_RULES: readonly Rule[] = [
  on("en/change:age", /^(\d{1,3})\b/, ([, years], { time }) =>
    time === "past" || time === "perfect"
      ? { topic: "age", slot: "age", say: ["be", `${years!} years old`], value: years! }
      : time === "progressive" || time === "present" || time === "future"
        ? { topic: "plan", slot: "plan:turn" }
        : undefined,
  ),
  on("en/change:diet", /^(vegan|vegetarian)\b/i, () => ({ topic: "diet", slot: "diet" })),
];

/** "Became a nurse", "became vegan": what somebody is since. */
export const BECOME_RULES: readonly Rule[] = [
  rule("en/change:become", (phrase) =>
    phrase.time === "past" || phrase.time === "perfect" ? firstClaims(phrase, BE_RULES) : undefined,
  ),
  BECOME_TRADE,
];

/** "Goes by Mel", "went vegan", "has gone off sushi". */
export const GO_RULES: readonly Rule[] = [
  on("en/change:likes", /^off (.+)$/i, ([, what], { time }) =>
    (time === "perfect" || time === "past") && isTaste(what!) && !/^(?:to|the|on|at|with)\b/i.test(what!)
      ? { topic: "taste", slot: `likes:${thing(what!)}`, affirmed: false }
      : undefined,
  ),
  on("en/change:called", /^by (\p{Lu}[\p{L}'-]+)/u, ([, name]) => ({
    topic: "name",
    slot: "called",
    value: name!,
  })),
  on("en/change:diet-2", /^(vegan|vegetarian|keto|gluten[- ]free|sober|plant[- ]based)\b/i, (_, { time }) =>
    time === "past" || time === "perfect" ? { topic: "diet", slot: "diet" } : undefined,
  ),
  on(
    "en/change:study",
    /^to (?:[\w' ]*?)(?:school|university|college|uni|high school)\b(?! (?:today|tomorrow|yesterday))|^to (?:MIT|UCLA|Harvard|Stanford|Oxford|Cambridge|Yale|NYU|UBC)\b/,
    (_, { time, modal }) =>
      modal === null && time === "present"
        ? { topic: "study", slot: "study" }
        : time === "past"
          ? { topic: "past", slot: "education" }
          : undefined,
  ),
];

/** "Started at Netflix", "started kindergarten". */
export const START_RULES: readonly Rule[] = [
  on(
    "en/change:study-2",
    /^(?:kindergarten|preschool|daycare|school|(?:first|second|third|fourth|fifth|sixth|\d{1,2}(?:st|nd|rd|th)) grade|high school|middle school|college|university|uni)\b/i,
    (_, { time }) => (time === "past" || time === "perfect" ? { topic: "study", slot: "study" } : undefined),
  ),
  on("en/change:employer", /^(?:as .+ )?at ((?:the )?\p{Lu}.*)$/u, ([, where], { time }) =>
    time === "past" || time === "perfect" ? { topic: "work", slot: "employer", value: where! } : undefined,
  ),
  on("en/change:job", /^as (?:an? )?(.+)$/i, ([, what], { time }) =>
    (time === "past" || time === "perfect") && namesTrade(what!) ? { topic: "work", slot: "job" } : undefined,
  ),
];

/** "Got diagnosed with …", "can't get into podcasts", "can get by in Italian". */
export const GET_RULES: readonly Rule[] = [
  on("en/change:past", /^my first (?:\w+ )?job\b/i, (_, { time }) =>
    time === "past" ? { topic: "past", slot: null } : undefined,
  ),
  on("en/change:health", /^diagnosed with (.+)$/i, ([, what], { time }) =>
    time === "past" || time === "perfect"
      ? { topic: "health", slot: `health:${thing(CONDITION.exec(what!)?.[1] ?? what!)}` }
      : undefined,
  ),
  on("en/change:likes-2", /^into (.+)$/i, ([, what], { modal, negated }) =>
    modal === "can" && negated && isTaste(what!)
      ? { topic: "taste", slot: `likes:${thing(what!)}`, affirmed: false }
      : undefined,
  ),
  on("en/change:language", new RegExp(`^by in (${LANGUAGE})\\b`, "i"), ([, what], { modal }) =>
    modal === "can" ? { topic: "language", slot: `language:${thing(what!)}` } : undefined,
  ),
];
