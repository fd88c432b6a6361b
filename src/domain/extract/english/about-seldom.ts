import { thing } from "../slot.ts";
import { on, type Rule } from "./claim.ts";
import { withoutDates } from "./dates.ts";

/** Verbs with a rule of their own that no other verb shares. */
export const SELDOM: Readonly<Record<string, readonly Rule[]>> = {
  want: [
    on(
      /^(?:(?:very|really|only|just) )?(?:[\w-]+ )?(?:answers|replies|responses|explanations)\b/i,
      ({ input }, { time, modal }) =>
        time === "present" && modal === null
          ? {
              topic: "instruction",
              slot: /short|long|brief|detailed|concise/i.test(input)
                ? "instruction:length"
                : `instruction:${thing(input)}`,
            }
          : undefined,
    ),
  ],
  expect: [
    on(
      /^(?:an? |our |my |another |twins|triplets)(?:(?:first|second|third|baby|child|girl|boy|little) ?)*/i,
      ({ 0: what }, { time }) =>
        time === "progressive" && /baby|child|girl|boy|twins|triplets|first|second/i.test(what)
          ? { topic: "family", slot: "expecting" }
          : undefined,
    ),
  ],
  avoid: [
    on(
      /^((?:all )?(?:[\w-]+ )?(?:gluten|dairy|sugar|meat|pork|beef|alcohol|caffeine|nuts|lactose|carbs|red meat|seafood|shellfish|soy|spicy food|fried food|processed food|salt|milk|wheat))\b/i,
      ([, what]) => ({ topic: "diet", slot: `takes:${thing(what!)}`, affirmed: false }),
    ),
  ],
  drop: [
    on(/^out of ((?:high |grad |law |med )?school|college|university|uni|.* program)\b/i, (_, { time }) =>
      time === "past" || time === "perfect" ? { topic: "study", slot: "study", affirmed: false } : undefined,
    ),
  ],
  cancel: [
    on(/^(?:my|our) ([\w ]{2,40})$/i, ([, what], { time }) =>
      time === "past" || time === "perfect"
        ? { topic: "habit", slot: `has:${thing(withoutDates(what!))}`, affirmed: false }
        : undefined,
    ),
  ],
  celebrate: [
    on(
      /^(christmas|easter|birthdays|halloween|ramadan|eid|diwali|hanukkah|thanksgiving|new year'?s?|valentine'?s day|lunar new year|holidays)\b/i,
      ([, what], { time, modal }) =>
        modal === null && time === "present"
          ? { topic: "identity", slot: `celebrates:${thing(what!)}` }
          : undefined,
    ),
  ],
  practice: [
    on(
      /^(?:\w+ )?(?:law|medicine|dentistry|yoga|meditation|karate|judo|buddhism|islam|calligraphy|mindfulness|tai chi)\b/i,
      ({ 0: what }, { modal, time }) =>
        modal === null && time !== "past" ? { topic: "hobby", slot: `hobby:${thing(what)}` } : undefined,
    ),
  ],
  rent: [
    on(/^an? .*(?:apartment|flat|room|house|studio|place)\b.*$/i, ({ input }, { time }) =>
      time === "past"
        ? undefined
        : / in \p{Lu}/u.test(input)
          ? { topic: "home", slot: "home" }
          : { topic: "home", slot: "dwelling" },
    ),
  ],
};
