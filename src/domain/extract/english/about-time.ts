import { DAY, type TimeRange } from "../../relevance/calendar.ts";
import { thing } from "../slot.ts";
import type { Claim } from "./claim.ts";
import { OCCASION } from "./lexicon.ts";
import type { Phrase } from "./phrase.ts";

/** Verbs whose future or past is talk, not a plan or an event: "I'll tell you tomorrow", "I said yesterday". */
const TALK = new Set(
  "say tell ask think know mean mention talk speak hear see let try check look wait want wish hope guess forget remember feel sleep wonder suppose believe seem explain reply respond send show update thank be notice realize decide need happen keep promise like love hate enjoy have get".split(
    " ",
  ),
);
/** What is turned over in the mind is no plan yet. */
const MUSING = new Set(
  "feel think consider wonder worry struggle debate contemplate look try wish guess".split(" "),
);
const NOTHING_NAMED =
  /^(?:it|this|that|them|him|her|you|so|one|some|something|anything|nothing|again|back|home|out|over|up|there|here|well|fine|good|bad(?:ly)?|late|early|better)?$/i;
const OCCASIONS = new RegExp(`\\b${OCCASION}s?\\b`, "i");
const TO_YOU = /\b(?:you(?:r|rs)?|there|it|them)\b/i;

/** A date in a phrase told from the moment it was said: `undefined` when none fits. */
export function ahead(ranges: readonly TimeRange[], at: number): TimeRange | undefined {
  return ranges.find(({ to }) => to > at);
}

export function behind(ranges: readonly TimeRange[], at: number): TimeRange | undefined {
  return ranges.find(({ from }) => from <= at);
}

/** Verbs whose present tense with a date is a plan: "I fly to Rome on Friday". */
const SCHEDULED = new Set(
  "fly leave start begin arrive travel move land depart meet graduate retire turn return come go perform present defend compete race marry take finish end open launch close sign".split(
    " ",
  ),
);

const VISIT =
  /^(?:the |my )(?:dentist|vet|doctor|doctor's|gp|hairdresser|barber|therapist|optician|physio|plumber|electrician|movers|in-laws|kids)\b/i;

/** What will be done on a day that is named. `bare` is the rest without the date. */
export function plannedClaim(phrase: Phrase, bare: string, range: TimeRange, at: number): Claim | undefined {
  const { lemma, time, modal, rest } = phrase;
  const occasion = OCCASIONS.test(bare);
  if (/^(?:should|could|would|may|might)$/.test(modal ?? "") || phrase.ended) return undefined;
  const future =
    time === "future" ||
    time === "progressive" ||
    (time === "modal" && /^(?:have to|need to|must|can)$/.test(modal ?? "")) ||
    (time === "present" &&
      (SCHEDULED.has(lemma) ||
        (lemma === "have" && (occasion || VISIT.test(bare))) ||
        (lemma === "be" &&
          /^(?:off|away|on (?:vacation|holiday|leave)|out of (?:town|office|the office)|in \p{Lu}|due|at \p{Lu}|visiting|busy|free|expecting)/u.test(
            rest,
          )))) ||
    (lemma === "get" && time !== "modal" && occasion) ||
    ((time === "present" || time === "perfect" || time === "past") &&
      /^(?:book|schedule|plan|register|sign|reserve)$/.test(lemma));
  if (!future || MUSING.has(lemma) || TO_YOU.test(bare) || POINTS.test(bare)) return undefined;
  if (phrase.negated && modal !== "can") return undefined;
  if (modal === "can" && !phrase.negated) return undefined;
  const duty = modal === "have to" || modal === "need to" || modal === "must";
  if (
    TALK.has(lemma) &&
    !duty &&
    !occasion &&
    !VISIT.test(bare) &&
    !(lemma === "be" && time !== "modal" && bare !== "") &&
    !(lemma === "see" && /^(?:my|the|an?|our) /i.test(bare))
  )
    return undefined;
  if (NOTHING_NAMED.test(bare) && !SCHEDULED.has(lemma)) return undefined;
  const today = range.to - at <= DAY;
  if (today && !duty && !occasion) return undefined;
  if (
    /^(?:back|here|there|ready|late|sure|able|honest|fine|ok|careful|happy|sad|glad)\b/i.test(bare) &&
    lemma === "be"
  )
    return undefined;
  const intended = /^(?:plan|hope|intend|want|decide)$/.test(lemma)
    ? /^(?:to|on) (.+)$/i.exec(bare)?.[1]
    : undefined;
  const what =
    intended ??
    (occasion && lemma === "have"
      ? bare.replace(/^(?:got )?(?:an?|my|the|another) /i, "")
      : `${lemma === "be" ? "" : lemma} ${bare}`);
  return { topic: duty ? "todo" : "plan", slot: `plan:${planThing(what)}` };
}

/** "Dentist appointment at 3pm" and "dentist appointment" are one plan. */
export function planThing(words: string): string {
  return thing(
    words
      .replace(/ (?:at|from|until|till|before|after|by) (?:\d|noon|midnight).*$/i, "")
      .replace(/^(?:my|our|the|an?) /i, ""),
  )
    .split(" ")
    .slice(0, 6)
    .join(" ");
}

const EVERYDAY = new Set(
  "wake eat drink cook sleep shower shop clean wash drive walk order use read watch play work run buy get try use call email text".split(
    " ",
  ),
);
const BEEN =
  /^(?:in|at|to|on (?:a|vacation|holiday)|diagnosed|promoted|hired|fired|laid|accepted|elected|awarded|born|admitted|hospitali[sz]ed|robbed|vaccinated)\b/i;

const POINTS =
  /^(?:that|it|this|them|these|those|her|him|myself|ourselves|a few more|some more|more|one|all (?:that|these|those))\b|^(?:just )?at the (?:gym|store|shop|park|office|pool|mall)$/i;

/** What was done on a day that is named. */
export function happenedClaim(phrase: Phrase, bare: string, range: TimeRange, at: number): Claim | undefined {
  const { lemma, time, modal, negated } = phrase;
  if (modal !== null || (time !== "past" && time !== "perfect") || phrase.ended || TO_YOU.test(bare))
    return undefined;
  if (negated || bare.length > 160 || POINTS.test(bare) || /\b(?:been|was|were)\b.*ing$/.test(phrase.verb))
    return undefined;
  const been = lemma === "be" && BEEN.test(bare);
  const had =
    (lemma === "have" || lemma === "get") &&
    (OCCASIONS.test(bare) ||
      /\b(?:baby|surgery|operation|accident|heart attack|stroke|miscarriage|tattoo|haircut|vaccine|shot|job|offer|promotion|married|engaged|divorced|degree|license|licence|puppy|dog|cat|award|scholarship|fun|blast|great time)\b/i.test(
        bare,
      ));
  const saw =
    lemma === "see" &&
    /^(?:an?|the|my|\p{Lu})/u.test(bare) &&
    !/^(?:the|a) (?:news|email|message|post|photo|video|problem|error)/i.test(bare);
  if (TALK.has(lemma) && !been && !had && !saw) return undefined;
  if (NOTHING_NAMED.test(bare) && !/^(?:graduate|retire|marry|divorce)$/.test(lemma)) return undefined;
  if (
    /\b(?:tests?|scripts?|code|command|server|build|program|file|app|function|query|update|install|installer|npm|pip|docker|git|deploy\w*|migration|bug|error|logs?|pipeline|model)\b/i.test(
      bare,
    )
  )
    return undefined;
  const today = at - range.from < DAY && range.to - range.from <= DAY;
  if (today && EVERYDAY.has(lemma)) return undefined;
  return { topic: "event", slot: null };
}

const MILESTONE: readonly (readonly [RegExp, RegExp])[] = [
  [/^graduate$/, /./],
  [
    /^pass$/,
    /^(?:my|the|all my) (?:[\w-]+ ){0,3}?(?:exams?|tests?|bar|boards|finals|interview|course|class)\b/i,
  ],
  [/^win$/, /^(?:an?|the|my|first|second|gold|silver|bronze|our|\d) /i],
  [
    /^(?:publish|release|launch|record|complete|finish|write)$/,
    /^(?:my|our|an?) (?:\w+ ){0,3}?(?:book|novel|paper|album|song|single|app|thesis|dissertation|degree|masters?|phd|marathon|course|bootcamp|memoir|screenplay|website|startup|podcast|training|manuscript|triathlon)\b/i,
  ],
  [
    /^(?:run|climb|finish|complete|do)$/,
    /^(?:an?|my|the|our|mount|mt\.?|two|three|four|five|several|\d+|kilimanjaro|everest) ?(?:\w+ ){0,3}?(?:marathons?|half[- ]marathons?|ultra\w*|triathlons?|ironman|10k|5k|everest|kilimanjaro|mont blanc|fuji|rainier|camino|pct|appalachian trail)?\b.*(?:marathon|triathlon|ironman|10k|5k|everest|kilimanjaro|blanc|fuji|rainier|camino|pct|trail)/i,
  ],
  [
    /^(?:get|receive|earn)$/,
    /^(?:my|an?|the|into|accepted) (?:[\w'-]+ ){0,3}?(?:degree|license|licence|certificate|certification|phd|citizenship|visa|award|scholarship|grant|prize|diploma|promotion|harvard|mit|college|university|residency|patent)\b|^(?:accepted|admitted) (?:to|into) /i,
  ],
  [
    /^(?:break|fracture|sprain|injure|tear)$/,
    /^(?:my|both) (?:\w+ )?(?:legs?|arms?|wrists?|ankles?|foot|knees?|collarbone|ribs?|hips?|shoulders?|acl|hand|finger|nose|back)\b/i,
  ],
  [/^(?:give)$/, /^birth\b/i],
  [
    /^(?:have)$/,
    /^(?:a|our|my) (?:first |second |third )?(?:baby|(?:knee |hip |heart |back |eye )?(?:surgery|operation)|heart attack|stroke)\b/i,
  ],
];

/** What happened once and is worth telling without a date: a degree, a prize, a broken leg. */
export function milestoneClaim({ lemma, time, modal, negated, rest, who }: Phrase): Claim | undefined {
  if (
    (time !== "past" && time !== "perfect") ||
    modal !== null ||
    negated ||
    who.kind === "thing" ||
    rest.length > 160
  )
    return undefined;
  const met = MILESTONE.some(([verb, object]) => verb.test(lemma) && object.test(rest));
  const baby = /\bbaby(?: (girl|boy))?\b/i.exec(rest);
  if (met && baby !== null)
    return {
      topic: "family",
      slot: null,
      introduces: baby[1] === "girl" ? "daughter" : baby[1] === "boy" ? "son" : "baby",
    };
  return met ? { topic: "event", slot: null } : undefined;
}

/** "Have been to Japan", "have never tried sushi". */
export function experienceClaim({ lemma, time, rest, verb }: Phrase): Claim | undefined {
  if (time !== "perfect" || rest.length > 80) return undefined;
  const been =
    lemma === "be" &&
    /^(?:to|vegan|vegetarian|sober|married|together|single|skydiving|diving|bungee)\b/i.test(rest) &&
    !/^to (?:it|that|the (?:store|shop|gym|bathroom)|this|a lot)\b/i.test(rest) &&
    !/\b(?:something|anything|anywhere|there|one|such|like that)\b/i.test(rest);
  const tried =
    (lemma === "visit" || lemma === "travel") && /^(?:to )?(?:\p{Lu}|over|all|many|\d+)/u.test(rest);
  const never =
    /\bnever\b/.test(verb) &&
    /^(?:try|eat|ride|fly|see|drive|own|smoke|drink|visit)$/.test(lemma) &&
    /^\p{L}/u.test(rest) &&
    !TO_YOU.test(rest) &&
    !/^(?:it|that|this|them|such|anything|one|so)\b|\bone$/i.test(rest);
  return been || tried || never
    ? { topic: "past", slot: `experience:${thing(`${lemma} ${rest}`)}` }
    : undefined;
}

const LIFE =
  /^(?:to )?(?:(?:learn|visit|move|become|be an?|buy|open|retire|travel|adopt|emigrate|relocate|graduate|quit|stop (?:smoking|drinking|eating)|lose weight|get (?:married|pregnant|fit|in shape|a (?:dog|cat|puppy|job|phd|degree|tattoo|licen[sc]e)|into|my|better)|have (?:kids|a baby|children)|start (?:a|my|our) |write (?:a|my) (?:book|novel|memoir|screenplay)|run (?:a|my|the|another) |climb|study (?:abroad|\w+ at|in)|go (?:to [a-zÀ-ɏ]|back to school|vegan|skydiving)|build (?:a|my|our) (?:house|home|cabin|startup|company)|publish|save (?:up|for|money)|pay off|see (?:the northern lights|[a-zÀ-ɏ]))\b)/i;
const FAR =
  /\b(?:someday|some day|one day|eventually|in the future|this year|next year|before I turn|by the time|always wanted)\b/i;
const GENERAL = /^to learn (?:more|how|about)\b/i;

/** What somebody means to do with their life; what they want from the assistant now is none of it. */
export function goalClaim(phrase: Phrase): Claim | undefined {
  const { lemma, rest, time, modal, negated, adverbs } = phrase;
  if (modal !== null || negated || time === "past" || rest.length > 140 || TO_YOU.test(rest))
    return undefined;
  const goal = (what: string): Claim => ({
    topic: "goal",
    slot: `goal:${thing(what).split(" ").slice(0, 6).join(" ")}`,
  });
  if (
    /^(?:save|train|prepare|practice|practise)$/.test(lemma) &&
    (time === "progressive" || time === "perfect")
  ) {
    const what = /^(?:up )?(?:money )?(?:for|to) (.+)$/i.exec(rest)?.[1];
    return what === undefined || /^(?:it|this|that)\b/i.test(what) ? undefined : goal(what);
  }
  if (lemma === "look" && time === "progressive")
    return /^for (?:an? )?(?:new )?(?:job|apartment|flat|house|roommate|work|place to live|internship)\b/i.test(
      rest,
    )
      ? goal(rest.slice(4))
      : undefined;
  if (lemma === "try" && (time === "progressive" || time === "perfect")) {
    if (/^for (?:an?|another|our) (?:baby|child|kid)/i.test(rest)) return goal("baby");
    return /^to (?:lose|quit|stop (?:smoking|drinking|eating)|get pregnant|eat (?:less|more|healthier|better)|cut (?:down|back|out)|save (?:money|up|for)|gain|learn (?!how|more)|conceive|sleep (?:more|better)|be more|drink (?:less|more)|go vegan|get (?:fit|in shape|healthy|sober)|read more|walk more|reduce|give up)\b/i.test(
      rest,
    )
      ? goal(rest)
      : undefined;
  }
  if (
    /^(?:write|build|renovate|restore|develop|make|create|start|launch)$/.test(lemma) &&
    (time === "progressive" || (time === "perfect" && phrase.verb.endsWith("ing")))
  ) {
    return /^(?:an?|my|our) (?:[\w'-]+ ){0,3}?(?:book|novel|memoir|thesis|dissertation|screenplay|house|home|cabin|kitchen|bathroom|boat|car|startup|company|business|game|album|podcast|phd|family|app|website|screenplay|garden|shed|non-?profit|film|documentary)\b/i.test(
      rest,
    )
      ? goal(rest)
      : undefined;
  }
  if (lemma === "dream" || lemma === "think")
    return lemma === "dream" && /^(?:of|about) \w+ing\b/i.test(rest) ? goal(rest) : undefined;
  if (!/^(?:plan|hope|aim|intend|want|wish|decide)$/.test(lemma)) return undefined;
  if (/^on \w+ing\b/i.test(rest) && lemma === "plan")
    return LIFE.test(rest.replace(/^on (\w+?)ing\b/i, "$1")) ||
      /^on (?:mov|travel|visit|becom|buy|study|gett|adopt|retir|learn)/i.test(rest)
      ? goal(rest.slice(3))
      : undefined;
  if (!LIFE.test(rest) || GENERAL.test(rest)) return undefined;
  if (
    (lemma === "want" || lemma === "wish") &&
    !FAR.test(`${rest} ${adverbs}`) &&
    !/^to (?:become|be an? |have (?:kids|children)|retire|adopt|move to \p{Lu})/u.test(rest)
  )
    return undefined;
  return goal(rest);
}
