import { thing } from "../slot.ts";
import { on, type Rule, rule } from "./claim.ts";
import { withoutDates } from "./dates.ts";
import type { Phrase } from "./phrase.ts";

function isSteady({ time, modal, negated }: Phrase): boolean {
  return modal === null && time === "present" && !negated;
}

const TO_WORK: readonly Rule[] = [
  on("en/seldom:commute", /^to (?:work|school|uni|university|the office|college)\b/i, (_, phrase) =>
    isSteady(phrase) ? { topic: "habit", slot: "commute" } : undefined,
  ),
];

/** Verbs with a rule of their own that no other verb shares. */
export const SELDOM: Readonly<Record<string, readonly Rule[]>> = {
  want: [
    on(
      "en/seldom:instruction",
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
      "en/seldom:expecting",
      /^(?:an? |our |my |another |twins|triplets)(?:(?:first|second|third|baby|child|girl|boy|little) ?)*/i,
      ({ 0: what }, { time }) =>
        time === "progressive" && /baby|child|girl|boy|twins|triplets|first|second/i.test(what)
          ? { topic: "family", slot: "expecting" }
          : undefined,
    ),
  ],
  avoid: [
    on(
      "en/seldom:takes",
      /^((?:all )?(?:[\w-]+ )?(?:gluten|dairy|sugar|meat|pork|beef|alcohol|caffeine|nuts|lactose|carbs|red meat|seafood|shellfish|soy|spicy food|fried food|processed food|salt|milk|wheat))\b/i,
      ([, what]) => ({ topic: "diet", slot: `takes:${thing(what!)}`, affirmed: false }),
    ),
  ],
  drop: [
    on(
      "en/seldom:study",
      /^out of ((?:high |grad |law |med )?school|college|university|uni|.* program)\b/i,
      (_, { time }) =>
        time === "past" || time === "perfect"
          ? { topic: "study", slot: "study", affirmed: false }
          : undefined,
    ),
  ],
  cancel: [
    on("en/seldom:has", /^(?:my|our) ([\w ]{2,40})$/i, ([, what], { time }) =>
      time === "past" || time === "perfect"
        ? { topic: "habit", slot: `has:${thing(withoutDates(what!))}`, affirmed: false }
        : undefined,
    ),
  ],
  celebrate: [
    on(
      "en/seldom:celebrates",
      /^(christmas|easter|birthdays|halloween|ramadan|eid|diwali|hanukkah|thanksgiving|new year'?s?|valentine'?s day|lunar new year|holidays)\b/i,
      ([, what], { time, modal }) =>
        modal === null && time === "present"
          ? { topic: "identity", slot: `celebrates:${thing(what!)}` }
          : undefined,
    ),
  ],
  practice: [
    on(
      "en/seldom:hobby",
      /^(?:\w+ )?(?:law|medicine|dentistry|yoga|meditation|karate|judo|buddhism|islam|calligraphy|mindfulness|tai chi)\b/i,
      ({ 0: what }, { modal, time }) =>
        modal === null && time !== "past" ? { topic: "hobby", slot: `hobby:${thing(what)}` } : undefined,
    ),
  ],
  rent: [
    on("en/seldom:home", /^an? .*(?:apartment|flat|room|house|studio|place)\b.*$/i, ({ input }, { time }) =>
      time === "past"
        ? undefined
        : / in \p{Lu}/u.test(input)
          ? { topic: "home", slot: "home" }
          : { topic: "home", slot: "dwelling" },
    ),
  ],
  keep: [
    on("en/seldom:diet", /^(?:kosher|halal)\b/i, (_, phrase) =>
      isSteady(phrase) ? { topic: "diet", slot: "diet" } : undefined,
    ),
    on(
      "en/seldom:hobby-2",
      /^((?:\d+ |two |three |a few |some )?(?:bees|chickens|hens|ducks|goats|sheep|horses|pigeons|alpacas|reptiles|snakes|quails?|an? (?:diary|journal|aquarium|terrarium|beehive))s?)\b/i,
      ([, what], phrase) =>
        isSteady(phrase) ? { topic: "hobby", slot: `hobby:${thing(what!)}` } : undefined,
    ),
  ],
  get: [
    on(
      "en/seldom:health",
      /^(?:really |very |super |bad |regular |frequent |terrible )*(migraines|seasick|carsick|motion sick(?:ness)?|airsick|cluster headaches|panic attacks|nosebleeds|heartburn|cold sores|hay ?fever)\b/i,
      ([, what], phrase) =>
        isSteady(phrase) ? { topic: "health", slot: `health:${thing(what!)}` } : undefined,
    ),
  ],
  commute: [
    rule("en/seldom:commute", (phrase) =>
      isSteady(phrase) && phrase.rest !== "" ? { topic: "habit", slot: "commute" } : undefined,
    ),
  ],
  bike: TO_WORK,
  walk: TO_WORK,
  ride: [
    on(
      "en/seldom:has-2",
      /^(?:an? |my )((?:[\w-]+ ){0,3}?(?:bike|bicycle|motorbike|motorcycle|scooter|moped|vespa|horse))\b/i,
      ([, what], phrase) =>
        isSteady(phrase)
          ? { topic: "possession", slot: `has:${thing(what!.split(" ").at(-1)!)}`, value: what! }
          : undefined,
    ),
    ...TO_WORK,
  ],
  share: [
    on(
      "en/seldom:lives_with",
      /^(?:an? |my |our )(?:[\w-]+ )?(?:flat|apartment|house|room|place|studio) with .+$/i,
      (_, phrase) => (isSteady(phrase) ? { topic: "home", slot: "lives_with" } : undefined),
    ),
  ],
  owe: [
    on(
      "en/seldom:owes",
      /^(.{2,40}?) (?:[$€£¥] ?)?\d[\d.,]*(?: ?(?:[$€£¥]|\w+))?(?: .*)?$/i,
      ([, whom], phrase) =>
        isSteady(phrase) && !/^(?:you|it)\b/i.test(whom!)
          ? { topic: "todo", slot: `owes:${thing(whom!)}` }
          : undefined,
    ),
  ],
};
