import { rule } from "../../shared/claim.ts";
import { thing } from "../../shared/slot.ts";
import { haveRelations } from "./about-family.ts";
import { on, type Rule } from "./claim.ts";
import { items } from "./items.ts";
import { CONDITION } from "./lexicon.ts";

/** Objects of "I have …" that are worth keeping; questions, meetings and headaches are not. */
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
    "en/having:an-allergy",
    /^(?:an? )?(?:(?:severe|bad|mild|serious|life-threatening|deadly|really bad|nasty) ){0,4}([\w-]+(?: [\w-]+)?) allergy$/i,
    ([, what]) => ({
      topic: "allergy",
      slot: `allergy:${thing(what!)}`,
    }),
  ),
  on("en/having:health", CONDITION, (match, { rest, time }) =>
    rest.length < 90 && time !== "past" ? { topic: "health", slot: `health:${thing(match[1]!)}` } : undefined,
  ),
];

export const DRIVE_RULES: readonly Rule[] = [
  on("en/having:car", /^(?:an?|my) (.+)$/i, ([, what], { time, modal }) =>
    modal === null &&
    (time === "present" || time === "perfect") &&
    !/\b(?:hard bargain|crazy|nuts|to)\b/i.test(what!)
      ? { topic: "possession", slot: "has:car", value: what! }
      : undefined,
  ),
];

/** Bought, got, inherited: what is had since. */
export const GAIN_RULES: readonly Rule[] = [
  rule("en/having:gained", (phrase) =>
    phrase.time === "past" || phrase.time === "perfect" ? haveRelations(phrase) : undefined,
  ),
];
