import { thing } from "../slot.ts";
import { type Claim, items, on, type Rule, rule } from "./claim.ts";
import { CODE_LANGUAGE, CONDITION, INSTRUMENT_OR_SPORT, LANGUAGE } from "./lexicon.ts";
import type { Phrase } from "./phrase.ts";
import { isTaste } from "./tastes.ts";

const LANGUAGES = new RegExp(
  `^(?:(?:a bit of|a little(?: bit of)?|some|fluent|basic|conversational|broken|decent|good|native|both|only|mostly|enough) )*${LANGUAGE}\\b`,
  "i",
);
const LEARNABLE = new RegExp(
  `^(?:(?:how to )(?:drive|swim|cook|code|program|play .+|dance|surf|ski|sail|sew|knit|paint|draw|read music|ride .+)|to (?:drive|swim|cook|code|program|play .+|dance|surf|ski|sail|sew|knit|paint|draw|ride .+|speak .+|fly|sing|bake|crochet)|(?:some |the |a bit of |basic )?(?:${LANGUAGE}|${CODE_LANGUAGE}|guitar|piano|violin|drums|ukulele|chess|calligraphy|photography|pottery|woodworking|machine learning|data science|web development|programming|coding|cooking|origami|sign language|martial arts|ballet|salsa|tango)(?:\\b|$))`,
  "i",
);

function steady({ time, modal }: Phrase): boolean {
  return modal === null && (time === "present" || time === "perfect" || time === "progressive");
}

export const SPEAK_RULES: readonly Rule[] = [
  on(
    "en/doing:languages",
    /^(?:\w+ )?(?:two|three|four|five|six|seven|several|\d) languages\b/i,
    (_, { time, modal }) =>
      modal === null && time === "present" ? { topic: "language", slot: "languages" } : undefined,
  ),
  rule("en/doing:speak", (phrase) => {
    const able = phrase.modal === "can" || phrase.modal === null;
    if (!LANGUAGES.test(phrase.rest) || !able || phrase.time === "past" || phrase.time === "future")
      return undefined;
    const where =
      / (?:at (?:home|work|school)|with .+|fluently|natively|to my .+)$/i.exec(phrase.rest)?.[0] ?? "";
    const bare = where === "" ? phrase.rest : phrase.rest.slice(0, -where.length);
    const list = items(bare);
    if (!list.every((one) => LANGUAGES.test(one)))
      return { topic: "language", slot: `language:${thing(list[0]!)}` };
    return list.map((one) => ({
      topic: "language",
      slot: `language:${thing(one)}`,
      say: ["speak", one + where] as const,
      value: one,
    }));
  }),
];

export const KNOW_RULES: readonly Rule[] = [
  on(
    "en/doing:skill",
    /^(?:a (?:bit|little)(?: bit)? of|some|basic) ([a-z]+(?:ry|ing|ics|ology|guage|phy|work))$/i,
    ([, what], phrase) => (steady(phrase) ? { topic: "skill", slot: `skill:${thing(what!)}` } : undefined),
  ),
  on(
    "en/doing:skill-2",
    new RegExp(
      `^(?:(?:some|a bit of|a little|basic) )?(?:${CODE_LANGUAGE}|${LANGUAGE})(?:\\b|$)(?:(?:,| and| but| or).*)?$`,
      "i",
    ),
    (match, phrase) =>
      steady(phrase)
        ? items(match[0]).map((one) => ({
            topic: "skill",
            slot: `skill:${thing(one)}`,
            say: ["know", one] as const,
          }))
        : undefined,
  ),
  on(
    "en/doing:skill-3",
    /^how to (drive|swim|cook|code|program|play .+|dance|surf|ski|sail|sew|knit|ride .+|fly .+|sign)$/i,
    ([, what], phrase) => (steady(phrase) ? { topic: "skill", slot: `skill:${thing(what!)}` } : undefined),
  ),
];

export const LEARN_RULES: readonly Rule[] = [
  on("en/doing:learns", LEARNABLE, (match, phrase) => {
    if (!steady(phrase) || (phrase.time === "present" && phrase.adverbs === "" && !phrase.negated))
      return undefined;
    return { topic: "skill", slot: `learns:${thing(match[0].replace(/^(?:how )?to /i, ""))}` };
  }),
];

export const PLAY_RULES: readonly Rule[] = [
  on("en/doing:plays", /^(?:[a-z]+ )?for (?:the )?\p{Lu}[\p{L}\d .-]+$/u, (_, phrase) =>
    steady(phrase) ? { topic: "hobby", slot: "plays:team" } : undefined,
  ),
  on("en/doing:plays-2", INSTRUMENT_OR_SPORT, (match, phrase) =>
    steady(phrase) || phrase.modal === "can"
      ? { topic: phrase.modal === "can" ? "skill" : "hobby", slot: `plays:${thing(match[1]!)}` }
      : undefined,
  ),
];

/** "Can swim", "can't drive", "can read music". */
export const ABLE_RULE: Rule = rule("en/doing:able", (phrase) => {
  if (phrase.modal !== "can" || phrase.who.kind === "thing") return undefined;
  const able =
    /^(?:drive|swim|cook|whistle|juggle|sing|dance|ski|surf|sew|knit|ride|read|code|program|type|dive|fly)$/.test(
      phrase.lemma,
    );
  if (
    !able ||
    !/^(?:|well|(?:a )?(?:bike|bicycle|horse|motorbike|car|stick(?: shift)?|manual|plane|music|sheet music|minds|cyrillic|arabic|chinese|kanji|braille|professionally|at night|at all)\b.*)$/i.test(
      phrase.rest,
    )
  )
    return undefined;
  return { topic: "skill", slot: `skill:${thing(`${phrase.lemma} ${phrase.rest}`)}` };
});

export const CODE_RULES: readonly Rule[] = [
  on(
    "en/doing:skill-4",
    /^(?:mostly |mainly |primarily |only |professionally |everything )?in (.+)$/i,
    ([, list], phrase) =>
      steady(phrase) && new RegExp(`^${CODE_LANGUAGE}`, "i").test(list!)
        ? { topic: "skill", slot: `skill:${thing(list!)}` }
        : undefined,
  ),
];

const TOOL =
  /^(?:mostly |mainly |only |both |a |an |the )?((?:arch |ubuntu |debian |fedora |kali )?(?:linux|mac(?:os|book(?: pro| air)?)?|windows(?: \d+)?|ubuntu|debian|fedora|nixos|vim|neovim|emacs|vs ?code|visual studio|intellij|pycharm|iphone|android|firefox|chrome|safari|brave|postgres(?:ql)?|mysql|sqlite|mongodb|aws|azure|gcp|docker|kubernetes|git|github|gitlab|notion|obsidian|todoist|slack|discord|telegram|whatsapp|signal|spotify|netflix|excel|google (?:docs|sheets|calendar|drive)|tabs|spaces|dark mode|light mode|metric|imperial|celsius|fahrenheit|dvorak|colemak|hearing aids?|wheelchair|cane|screen reader|voiceover|[a-zÀ-ɏ][a-zÀ-ɏ\d.+#-]*(?: [a-zÀ-ɏ][a-zÀ-ɏ\d.+#-]*){0,2}))(?=$| (?:for|as|at|on|every|daily|and|with|because|instead|mostly|in)\b|,)/i;

export const USE_RULES: readonly Rule[] = [
  on(
    "en/doing:pronouns",
    /^((?:he|she|they|ze|xe|it)\/(?:him|her|them|they|zir|xem|its)\S*)(?: pronouns)?/i,
    () => ({
      topic: "identity",
      slot: "pronouns",
    }),
  ),
  on("en/doing:uses", TOOL, (match, phrase) => {
    if (
      !steady(phrase) ||
      phrase.time === "progressive" ||
      !/^(?:(?:mostly|mainly|only|both|an?|the) )?[\p{Lu}a-z]/u.test(phrase.rest)
    )
      return undefined;
    const proper =
      /^\p{Lu}/u.test(match[1]!) ||
      /^(?:linux|mac|windows|ubuntu|vim|neovim|emacs|vs ?code|iphone|android|firefox|chrome|postgres|sqlite|tabs|spaces|dark|light|metric|imperial|celsius|fahrenheit|hearing|wheelchair|cane|screen|arch|notion|obsidian)/i.test(
        match[1]!,
      );
    return proper ? { topic: "habit", slot: `uses:${thing(match[1]!)}`, value: match[1]! } : undefined;
  }),
];

/** "Switched from tea to coffee", "changed to decaf": the new one holds, the old one no longer. */
export const SWITCH_RULES: readonly Rule[] = [
  on(
    "en/doing:uses-2",
    /^(?:(?:jobs|careers|majors|companies|phones|cars|gyms|banks|doctors|schools|back|over|again|completely|recently) )*(?:my [\w ]{2,20}? )?(?:from (.+?) )?(?:back |over )?to (.+)$/i,
    ([, from, to], phrase) => {
      if ((phrase.time !== "past" && phrase.time !== "perfect") || phrase.negated) return undefined;
      const now = to!.replace(/ (?:because|since|for|in|last|after|as|due|from) .*$/i, "");
      const before = from ?? / from (.+)$/i.exec(to!)?.[1];
      if (
        !isTaste(now) ||
        now.split(" ").length > 5 ||
        /^(?:a new (?:topic|subject)|plan b|english)$/i.test(now)
      )
        return undefined;
      const claims: Claim[] = [
        { topic: "habit", slot: `uses:${thing(now)}`, say: ["have", `switched to ${now}`], value: now },
      ];
      if (before !== undefined && before.split(" ").length <= 4) {
        claims.push({
          topic: "habit",
          slot: `uses:${thing(before)}`,
          say: ["have", `switched away from ${before}`],
          affirmed: false,
        });
      }
      return claims;
    },
  ),
];

export const COLLECT_RULES: readonly Rule[] = [
  on(
    "en/doing:hobby",
    /^(?!data\b|information\b|my\b|the\b|it\b|dust\b|all\b|feedback\b|them\b)(.+)$/i,
    ([, what], phrase) =>
      steady(phrase) && isTaste(what!)
        ? { topic: "hobby", slot: `hobby:${thing(`collecting ${what!}`)}` }
        : undefined,
  ),
];

export const HEALTH_RULES: readonly Rule[] = [
  on("en/doing:health", /^(?:from |with )(.+)$/i, ([, what], { lemma, time, modal }) =>
    modal === null && time !== "past" && (lemma === "suffer" || CONDITION.test(what!)) && what!.length < 80
      ? { topic: "health", slot: `health:${thing(what!)}` }
      : undefined,
  ),
];

export const WEAR_RULES: readonly Rule[] = [
  on(
    "en/doing:wears",
    /^(?:reading |prescription )?(glasses|contacts|contact lenses|hearing aids?|an? (?:hijab|turban|brace|prosthetic|pacemaker)|braces|size .+)\b/i,
    ([, what], phrase) => (steady(phrase) ? { topic: "identity", slot: `wears:${thing(what!)}` } : undefined),
  ),
];

export const TAKE_RULES: readonly Rule[] = [
  on(
    "en/doing:takes",
    /^(?:my |an? |the |some )?(?:\w+ ){0,2}?(medication|meds|medicine|insulin|antidepressants?|blood thinners?|ssris?|the pill|birth control|lithium|statins?|beta blockers?|steroids|metformin|ibuprofen|adderall|ritalin|vitamins?|supplements|antihistamines?|thyroxine|levothyroxine|warfarin|\w+(?:pril|statin|sartan|olol|azole|oxetine|azepam))\b.*$/i,
    (match, phrase) => (steady(phrase) ? { topic: "health", slot: `takes:${thing(match[1]!)}` } : undefined),
  ),
  on(
    "en/doing:hobby-2",
    /^((?:[\w-]+ )?(?:guitar|piano|violin|singing|dance|dancing|swimming|driving|language|spanish|french|german|japanese|cooking|pottery|ceramics|salsa|tango|ballet|painting|drawing|art|yoga|pilates|karate|judo|boxing|sewing|drumming|drum|cello|acting|improv|climbing|riding|sailing|surf|ski|tennis|golf) (?:lessons|classes))\b/i,
    ([, what], phrase) => (steady(phrase) ? { topic: "hobby", slot: `hobby:${thing(what!)}` } : undefined),
  ),
];

export const SUPPORT_RULES: readonly Rule[] = [
  on("en/doing:likes", /^((?:the )?\p{Lu}[\p{L}\d'. -]+)$/u, ([, what], phrase) =>
    steady(phrase) ? { topic: "taste", slot: `likes:${thing(what!)}` } : undefined,
  ),
];

export const BELIEVE_RULES: readonly Rule[] = [
  on(
    "en/doing:believes",
    /^in (god|karma|astrology|ghosts|reincarnation|fate|destiny|allah|jesus|buddha|heaven|an afterlife|aliens|magic)\b/i,
    ([, what], phrase) =>
      steady(phrase) ? { topic: "identity", slot: `believes:${thing(what!)}` } : undefined,
  ),
];

/** Stops, quits, gives up: what comes after it is no longer so. */
export const STOPPED_THING: Rule = on(
  "en/doing:takes-2",
  /^(?:up )?(?:on )?((?!my\b|the (?:job|company)|trying|here|there|it\b|this\b|that\b|and\b|by\b|at\b|to\b).+)$/i,
  ([, what], phrase) => {
    const { time, lemma, rest } = phrase;
    if (time !== "past" && time !== "perfect") return undefined;
    if (lemma === "give" && !/^up /i.test(rest)) return undefined;
    if (lemma === "stop" || !isTaste(what!) || what!.split(" ").length > 4) return undefined;
    return {
      topic: "habit",
      slot: `takes:${thing(what!.replace(/ (?:for|because|since|after|due|in|on|at) .*$/i, ""))}`,
      affirmed: false,
    };
  },
);

/** What people do again and again, said in the present: "I coach soccer". */
export const DOES_RULES: readonly Rule[] = [
  on(
    "en/doing:hobby-3",
    /^(?!it\b|this\b|that\b|my (?!own)|you\b|them\b|the\b|him\b|her\b|so\b|if\b|when\b)(.*)$/i,
    ([, what], { lemma, time, modal, negated, rest }) =>
      modal === null && time === "present" && !negated && rest.length < 60
        ? { topic: "hobby", slot: `hobby:${thing(`${lemma} ${what!}`)}` }
        : undefined,
  ),
];
