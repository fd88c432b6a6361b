import { DAY, type TimeRange } from "../../../domain/relevance/calendar.ts";
import { thing } from "../../shared/claim.ts";
import { regex, wordSet } from "../../shared/words.ts";
import type { Claim } from "./claim.ts";
import { OCCASION } from "./lexicon.ts";
import type { Phrase } from "./phrase.ts";

/** Verbs whose future or past is talk, not a plan or an event: "I'll tell you tomorrow", "I said yesterday". */
const TALK = wordSet(
  "say tell ask think know mean mention talk speak hear see let try check look wait want wish hope guess forget remember feel sleep wonder suppose believe seem explain reply respond send show update thank be notice realize decide need happen keep promise like love hate enjoy have get",
);
/** A thought about doing something is not a plan. */
const MUSING = wordSet("feel think consider wonder worry struggle debate contemplate look try wish guess");
const NOTHING_NAMED =
  /^(?:it|this|that|them|him|her|you|so|one|some|something|anything|nothing|again|back|home|out|over|up|there|here|well|fine|good|bad(?:ly)?|late|early|better)?$/i;
const OCCASIONS = regex.i`\b${OCCASION}s?\b`;
const TO_YOU = /\b(?:you(?:r|rs)?|there|it|them)\b/i;

/** Verbs whose present tense with a date is a plan: "I fly to Rome on Friday". */
const SCHEDULED = wordSet(
  "fly leave start begin arrive travel move land depart meet graduate retire turn return come go perform present defend compete race marry take finish end open launch close sign",
);

const VISIT =
  /^(?:the |my )(?:dentist|vet|doctor|doctor's|gp|hairdresser|barber|therapist|optician|physio|plumber|electrician|movers|in-laws|kids)\b/i;

const AWAY =
  /^(?:off|away|on (?:vacation|holiday|leave)|out of (?:town|office|the office)|in \p{Lu}|due|at \p{Lu}|visiting|busy|free|expecting)/u;

/** A plan for a named day. `bare` is the rest without the date. */
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
        (lemma === "be" && AWAY.test(rest)))) ||
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
  if (NOTHING_NAMED.test(bare) && !/^(?:graduate|retire|move|fly)$/.test(lemma)) return undefined;
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
      .replace(/ (?:at|from|until|till|before|after|by) (?:\d|noon|midnight).*/i, "")
      .replace(/^(?:my|our|the|an?) /i, ""),
  )
    .split(" ")
    .slice(0, 6)
    .join(" ");
}

const EVERYDAY = wordSet(
  "wake eat drink cook sleep shower shop clean wash drive walk order use read watch play work run buy get try use call email text",
);
const BEEN =
  /^(?:in|at|to|on (?:a|vacation|holiday)|diagnosed|promoted|hired|fired|laid|accepted|elected|awarded|born|admitted|hospitali[sz]ed|robbed|vaccinated)\b/i;

const POINTS =
  /^(?:that|it|this|them|these|those|her|him|myself|ourselves|a few more|some more|more|one|all (?:that|these|those))\b|^(?:both|another|two|three|four|five|six|\d{1,3})(?: (?:back|already|too|again|of (?:them|those)))?$|^(?:just )?at the (?:gym|store|shop|park|office|pool|mall)$/i;

/** "Had a baby", "got a job": worth keeping. */
const GOT =
  /\b(?:baby|surgery|operation|accident|heart attack|stroke|miscarriage|tattoo|haircut|vaccine|shot|job|offer|promotion|married|engaged|divorced|degree|license|licence|puppy|dog|cat|award|scholarship|fun|blast|great time)\b/i;
const OF_COMPUTERS =
  /\b(?:tests?|scripts?|code|command|server|build|program|file|app|function|query|update|install|installer|npm|pip|docker|git|deploy\w*|migration|bug|error|logs?|pipeline|model)\b/i;

/** An event on a named day in the past. */
export function happenedClaim(phrase: Phrase, bare: string, range: TimeRange, at: number): Claim | undefined {
  const { lemma, time, modal, negated } = phrase;
  if (modal !== null || (time !== "past" && time !== "perfect") || phrase.ended || TO_YOU.test(bare))
    return undefined;
  if (
    negated ||
    bare.length > 160 ||
    POINTS.test(bare) ||
    /\b(?:been|was|were)\b.{0,60}ing$/.test(phrase.verb)
  )
    return undefined;
  // An event that was moved to a day did not happen on it.
  if (/^(?:move|push|postpone|reschedule|delay|shift|bump|change)$/.test(lemma)) return undefined;
  const been = lemma === "be" && BEEN.test(bare);
  const had = (lemma === "have" || lemma === "get") && (OCCASIONS.test(bare) || GOT.test(bare));
  const saw =
    lemma === "see" &&
    /^(?:an?|the|my|\p{Lu})/u.test(bare) &&
    !/^(?:the|a) (?:news|email|message|post|photo|video|problem|error)/i.test(bare);
  if (TALK.has(lemma) && !been && !had && !saw) return undefined;
  if (NOTHING_NAMED.test(bare) && !/^(?:graduate|retire|marry|divorce)$/.test(lemma)) return undefined;
  if (OF_COMPUTERS.test(bare)) return undefined;
  const today = at - range.from < DAY && range.to - range.from <= DAY;
  if (today && EVERYDAY.has(lemma)) return undefined;
  return { topic: "event", slot: null };
}
