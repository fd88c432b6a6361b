import { thing } from "../slot.ts";
import { items, on, type Rule } from "./claim.ts";
import { CODE_LANGUAGE } from "./lexicon.ts";
import { isTaste } from "./tastes.ts";

/** What somebody is into, afraid of, good at or new to. */
export const LEANING_RULES: readonly Rule[] = [
  on(
    "en/leanings:likes",
    /^(?:also |really |super |so |big |very |mostly |kind of |mainly )*(?:into|fond of|crazy about|mad about|nuts about|obsessed with|hooked on|addicted to|keen on|passionate about|partial to|big on) (.+)$/i,
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
  on(
    "en/leanings:likes-2",
    /^(?:not )?(?:an? |the )?(?:really |very |pretty |biggest |big |huge |massive |lifelong |avid |die-?hard |great |long-?time |such a |much of a |the biggest )*fan of (.+)$/i,
    ([, list]) =>
      isTaste(list!)
        ? items(list!).map((one) => ({
            topic: "taste",
            slot: `likes:${thing(one)}`,
            say: ["be", `a fan of ${one}`],
            value: one,
          }))
        : undefined,
  ),
  on(
    "en/leanings:likes-3",
    /^(?:an? )(?:really |very |big |huge |massive |lifelong |avid |die-?hard |total |real |true |bit of an? |serious )*([\w'&-]+(?: [\w'&-]+){0,2}) (?:fan|lover|enthusiast|nerd|buff|addict|geek|junkie|fanatic|supporter|aficionado)$/i,
    ([, what]) =>
      /^(?:big|huge|your|his|her|their|this|that)$/i.test(what!)
        ? undefined
        : { topic: "taste", slot: `likes:${thing(what!)}` },
  ),
  on("en/leanings:likes-4", /^more of an? (.+?) (?:person|guy|girl|man|woman)\b/i, ([, what]) => ({
    topic: "taste",
    slot: `likes:${thing(what!)}`,
  })),
  on("en/leanings:likes-5", /^(?:interested in|curious about) (.+)$/i, ([, what], { time }) =>
    isTaste(what!) &&
    time === "present" &&
    !/^(?:how|what|why|whether|if|knowing|seeing|hearing|learning more|buying|getting|going|the)\b/i.test(
      what!,
    )
      ? { topic: "taste", slot: `likes:${thing(what!)}` }
      : undefined,
  ),
  on(
    "en/leanings:fear",
    /^(?:really |very |so |quite |deathly |absolutely |pretty )*(?:afraid|scared|terrified|frightened) of (.+)$/i,
    ([, what]) =>
      isTaste(what!) && !/^(?:losing|failing|being|getting|making|what|the (?:future|result))\b/i.test(what!)
        ? { topic: "identity", slot: `fear:${thing(what!)}` }
        : undefined,
  ),
  on("en/leanings:fear-2", /^claustrophobic|^arachnophobic|^agoraphobic|^acrophobic/i, (match) => ({
    topic: "identity",
    slot: `fear:${match[0]}`,
  })),
  on(
    "en/leanings:skill",
    /^(?:really |pretty |quite |very |not )*(?:good|great|excellent|skilled|talented|bad|terrible|awful|hopeless) at (.+)$/i,
    ([, what]) => (isTaste(what!) ? { topic: "skill", slot: `skill:${thing(what!)}` } : undefined),
  ),
  on(
    "en/leanings:skill-2",
    /^(?:(?:completely|totally|pretty|fairly|relatively|brand|very|quite) )?new to (.+)$/i,
    ([, what]) =>
      new RegExp(
        `^${CODE_LANGUAGE}\\b|^(?:programming|coding|the (?:city|area|country)|cooking|running|gardening|photography|investing)`,
        "i",
      ).test(what!)
        ? { topic: "skill", slot: `skill:${thing(what!)}` }
        : undefined,
  ),
];
