import { thing } from "../slot.ts";
import { FOOD } from "./about-having.ts";
import { on, type Rule } from "./claim.ts";

export const IDENTIFY_RULES: readonly Rule[] = [
  on("en/body:identifies", /^as (.+)$/i, () => ({ topic: "identity", slot: "identifies" })),
];
export const WEIGH_RULES: readonly Rule[] = [
  on("en/body:weight", /^(?:about |around )?\d+/i, ({ input }, { time }) =>
    time === "present" && input.length < 40 ? { topic: "identity", slot: "weight" } : undefined,
  ),
];
export const SLEEP_RULES: readonly Rule[] = [
  on("en/body:habit", /^(?:about |around |only )?\d+ hours (?:a|per) night\b/i, () => ({
    topic: "habit",
    slot: "habit:sleep",
  })),
];
export const CARRY_RULES: readonly Rule[] = [
  on("en/body:carries", /^an? (?:epi-?pen|inhaler|insulin pen)\b/i, ({ 0: what }) => ({
    topic: "health",
    slot: `carries:${thing(what)}`,
  })),
];

/** "Can't do dairy." */
export const CAN_NOT_DO: Rule = on("en/body:takes", FOOD, ([, what], { modal, negated }) =>
  modal === "can" && negated ? { topic: "diet", slot: `takes:${thing(what!)}`, affirmed: false } : undefined,
);

export const RECOVER_RULES: readonly Rule[] = [
  on(
    "en/body:health",
    /^from (.*(?:surgery|operation|injury|stroke|cancer|addiction|accident|transplant|burnout|covid)\b.*)$/i,
    ([, what], { time, modal }) =>
      modal === null && time === "progressive"
        ? { topic: "health", slot: `health:${thing(what!)}` }
        : undefined,
  ),
];
