import {
  ahead,
  behind,
  type Finding,
  firstClaims,
  type Lead,
  made,
  ruled,
  spanOf,
} from "../../shared/claim.ts";
import type { Lean } from "../../shared/moments.ts";
import { speakOf, type Talk } from "../../shared/talk.ts";
import { withDates, withoutDates } from "../resolve-dates.ts";
import { LIVING_RULES } from "./about-living.ts";
import { SELF_RULES } from "./about-self.ts";
import { HABIT_RULE, TASTE_RULES } from "./about-taste.ts";
import { OCCASIONS, thingClaims } from "./about-things.ts";
import { happenedClaim, plannedClaim, planThing } from "./about-time.ts";
import { type Claim, predicate, type Rule } from "./claim.ts";
import { PET_WORD } from "./lexicon.ts";
import { type Phrase, startedPhrase, stoppedPhrase } from "./phrase.ts";
import { isClean, sentence, thirdPerson } from "./render.ts";

const BY_LEMMA: ReadonlyMap<string, readonly Rule[]> = new Map(
  Object.entries({ ...SELF_RULES, ...LIVING_RULES, ...TASTE_RULES }).flatMap(([verbs, rules]) =>
    verbs.split(" ").map((verb) => [verb, [rules].flat()] as const),
  ),
);

/** The result of the verb's own rules for a phrase. */
function claimsOf(phrase: Phrase): readonly Claim[] {
  const stopped = stoppedPhrase(phrase);
  if (stopped !== undefined)
    return claimsOf(stopped).map((claim) => ({
      ...claim,
      say: claim.say ?? [stopped.lemma, stopped.rest],
      affirmed: false,
    }));
  const started = startedPhrase(phrase);
  if (started !== undefined) return claimsOf(started).map(({ say: _, ...claim }) => claim);
  const rules = BY_LEMMA.get(phrase.lemma);
  return rules === undefined ? [] : firstClaims(rules, phrase);
}

/** The statements of a phrase that are worth keeping, as sentences about the speaker or people close to them. */
export function findingsOf(phrase: Phrase, lead: Lead, talk: Talk): Finding[] {
  const claims = claimsFor(phrase, talk.speaker.at).filter((claim) => !isPetsJob(claim, phrase));
  for (const claim of claims) note(claim, phrase, talk);
  return claims
    .map((claim) => findingOf(claim, phrase, lead, talk))
    .filter((finding) => finding !== undefined);
}

/** "My dog is the CEO here", "my toddler is a terrorist": neither has a job. */
function isPetsJob({ topic }: Claim, { who: { kin } }: Phrase): boolean {
  return (
    (topic === "work" || topic === "study" || topic === "partner") &&
    (PET_WORD.test(kin) || /^(?:baby|toddlers?|little one)$/i.test(kin))
  );
}

function claimsFor(phrase: Phrase, at: number): readonly Claim[] {
  const dated = withDates(phrase.rest, at, leanOf(phrase));
  const next = ahead(dated.ranges, at);
  const before = behind(dated.ranges, at);
  if (phrase.who.kind === "thing") {
    const claims = thingClaims(phrase);
    const noun = phrase.who.noun!;
    if (
      claims.length > 0 ||
      !OCCASIONS.test(noun) ||
      next === undefined ||
      phrase.negated ||
      phrase.rest.length > 120
    )
      return claims;
    return ruled("en/occasion", [{ topic: "plan", slot: `plan:${planThing(noun)}` }]) ?? [];
  }
  const planned =
    next === undefined ? undefined : ruled("en/plan", plannedClaim(phrase, dated.bare, next, at));
  const later = phrase.time === "future" || phrase.time === "modal";
  const own = claimsOf(phrase).filter(
    ({ topic }) =>
      !later || topic === "plan" || phrase.modal === "can" || (topic === "taste" && phrase.modal === "would"),
  );
  if (planned !== undefined && (later || own.length === 0)) return [planned];
  if (own.length > 0) return own;
  const happened =
    before === undefined ? undefined : ruled("en/happened", happenedClaim(phrase, dated.bare, before, at));
  return happened === undefined ? firstClaims([HABIT_RULE], stoppedPhrase(phrase) ?? phrase) : [happened];
}

/** Keeps in mind what later clauses may point at. */
function note(claim: Claim, { who }: Phrase, talk: Talk): void {
  if (claim.introduces !== undefined) speakOf(talk, claim.introduces, null);
  if (who.relation !== null && claim.value !== undefined && /name$|^=partner$/.test(claim.slot ?? "")) {
    speakOf(talk, who.kin, claim.value);
  }
}

function leanOf({ time, lemma, rest, who }: Phrase): Lean {
  if (
    lemma === "get" &&
    /\b(?:appointment|test|exam|interview|meeting|flight|date|call)\b/i.test(rest) &&
    !/\b(?:last|yesterday|ago)\b/i.test(rest)
  )
    return "future";
  if (who.kind === "thing" && lemma !== "be") return "future";
  return time === "past" || time === "perfect" ? "past" : "future";
}

const HEDGED = /\b(?:probably|possibly|maybe|perhaps|apparently|supposedly)\b/;
/** Topics whose dates come again every year or week, so that no year is added. */
const RECURS = new Set(["birthday", "habit", "taste", "favourite"]);
const RELATIVE = /\b(?:today|tomorrow|yesterday|tonight|next|this (?:week|month|year|\w+day))\b/i;

function findingOf(claim: Claim, phrase: Phrase, lead: Lead, talk: Talk): Finding | undefined {
  const { at } = talk.speaker;
  const name = talk.speaker.name ?? "the user";
  const { who } = phrase;
  const target = stoppedPhrase(phrase) ?? phrase;
  const say =
    claim.say ??
    (phrase.time === "progressive" && !phrase.formerly
      ? undefined
      : target.ended
        ? ([target.lemma, target.rest] as const)
        : undefined);
  const stopped = target !== phrase && withoutDates(phrase.rest) !== phrase.rest;
  const words = say === undefined || stopped ? `${phrase.verb} ${phrase.rest}` : predicate(say, target);
  const recurs = !stopped && RECURS.has(claim.topic) && !RELATIVE.test(words);
  const dated = recurs ? { text: words, ranges: [] } : withDates(words, at, leanOf(phrase));
  const spentText = dated.text.replace(/\bspent (?:in|on) (?=\w+ (?:of )?\d|the )/, "spent ");
  const text = sentence(`${claim.as ?? who.text} ${thirdPerson(spentText, name)}`);
  if (text === undefined || (!lead.explicit && !isClean(text, claim.as ?? who.text))) return undefined;
  if (/^(?:plan|todo)$/.test(claim.topic) && phrase.cut && dated.ranges.length === 0) return undefined;
  const hedged = lead.hedged || HEDGED.test(phrase.adverbs);
  return {
    ...made({ affirmed: !target.negated, ...claim }, who.relation, { ...lead, hedged }),
    ...spanOf(claim.topic, dated.ranges, at),
    text,
  };
}
