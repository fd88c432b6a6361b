import { root } from "../english/roots.ts";
import { timeText } from "../shared/moments.ts";
import { type Alignment, align } from "./align.ts";
import { readClaim } from "./facts.ts";
import type { ParsedClaim, ParsedFact } from "./grammar.ts";
import type { Modal } from "./meanings.ts";
import { entails, otherRole, tradedPlaces } from "./roles.ts";
import { isLabelled, isSingle, SET_FOR, sameQuestion } from "./single-valued.ts";
import { tokenOverlap } from "./token-overlap.ts";

/**
 * How two claims of one scope stand to each other:
 * - `same`: one fact, perhaps in other words
 * - `update`: the same question about the same subject with another answer: a new number, date, place
 * - `contradiction`: one denies what the other says
 * - `related`: about the same thing; both can stand
 * - `different`
 */
export type ClaimRelation = "same" | "update" | "contradiction" | "related" | "different";

export interface ClaimComparison {
  readonly relation: ClaimRelation;
  /** The claim that says all the other does and more, `same` or `related`; `null` when neither does. */
  readonly richer: "a" | "b" | null;
  /** Whether `a`, said later, may take the place of `b`: a wish does not undo a fact, nor what was what is. */
  readonly replaces: boolean;
  /** Both give a value of one attribute: all but that value is the same. Another value may stand beside it or not. */
  readonly oneAttribute: boolean;
  /** It is an update by plain words alone, no number and no time: who knows more may know that both say the same. */
  readonly byWords?: boolean;
  /** Numbers, names, a denial or who does what to whom tell them apart, however near they are. */
  readonly apart: boolean;
  readonly reason: string;
}

/** Below this an embedder sees nothing in common, and words that look the same are taken for others. */
const LEAST_SIMILARITY = 0.3;
/** Longer than any sentence, in UTF-16 units: such texts are the same only when they are equal. */
const LONGEST = 400;
/** From here up two claims touch the same thing; the second for the share of words, without an embedder. */
const RELATED_SIMILARITY = 0.6;
const RELATED_OVERLAP = 0.35;

/**
 * Compares two third-person sentences. Similarity (calibrated, 0–1; `null` without an embedder) never decides "same" by
 * itself: every word of both sides must be accounted for, and numbers, times, names, denials and who does what to whom
 * must agree.
 */
export function compareClaims(a: string, b: string, similarity: number | null): ClaimComparison {
  return comparing(a)(b, similarity);
}

/** The same for one claim against many: it is read once. */
export function comparing(a: string): (b: string, similarity: number | null) => ClaimComparison {
  const claim = readClaim(a.slice(0, LONGEST));
  return (b, similarity) => {
    const close =
      similarity === null ? tokenOverlap(a, b) >= RELATED_OVERLAP : similarity >= RELATED_SIMILARITY;
    if (a.length > LONGEST || b.length > LONGEST)
      return {
        ...applySimilarity(compareLong(a, b), similarity, close),
        replaces: true,
        oneAttribute: false,
        apart: digits(a) !== digits(b),
      };
    const other = readClaim(b);
    const alignment = align(claim, other);
    const read = compareRead(claim, other, alignment);
    const another = isAnother(read, a, b);
    // Task 2 is no news about task 1.
    const comparison = another ? verdict("related", read.reason) : read;
    return {
      ...applySimilarity(comparison, similarity, close),
      replaces: mayReplace(claim, other),
      oneAttribute: !another && isOneAttribute(claim, other, alignment),
      apart:
        digits(a) !== digits(b) ||
        denies(claim) !== denies(other) ||
        [alignment.onlyA, alignment.onlyB].every((facts) => facts.some(({ kind }) => kind === "name")) ||
        tradedPlaces(claim, other, alignment) !== null,
    };
  };
}

/** Whether neither claim says anything that the other does not: certain enough to make one of two known ones. */
export function saysTheSame({ relation, richer }: Pick<ClaimComparison, "relation" | "richer">): boolean {
  return relation === "same" && richer === null;
}

type Draft = Omit<ClaimComparison, "replaces" | "oneAttribute" | "apart">;

/** Where numbers only tell one thing from the next, another number, or another order of them, is another thing. */
function isAnother({ relation }: Draft, a: string, b: string): boolean {
  if (!isLabelled(a) || !isLabelled(b)) return false;
  return relation === "update" || (relation === "same" && digits(a) !== digits(b));
}

function digits(text: string): string {
  return (text.match(/\d+/g) ?? []).join(" ");
}

/** Combines the similarity with the verdict of the words. */
function applySimilarity(comparison: Draft, similarity: number | null, close: boolean): Draft {
  if (comparison.relation === "related" && comparison.richer === null && !close)
    return { ...comparison, relation: "different" };
  if (comparison.relation === "same" && similarity !== null && similarity < LEAST_SIMILARITY) {
    return verdict("different", "the same words, but not the same thing to the embedder");
  }
  return comparison;
}

/** How settled a matter is. An obligation is a separate matter. */
const SETTLED: Readonly<Record<Modal, number>> = { is: 3, can: 3, must: 3, plan: 2, wish: 1, maybe: 0 };

function mayReplace(a: ParsedClaim, b: ParsedClaim): boolean {
  return a.formerly === b.formerly && SETTLED[a.modal] >= SETTLED[b.modal];
}

function compareLong(a: string, b: string): Draft {
  return a.trim() === b.trim() ? verdict("same", "the same text") : verdict("related", "too long to compare");
}

/** The verdict of the words alone; `related` may still turn out to be different. */
function compareRead(a: ParsedClaim, b: ParsedClaim, alignment: Alignment): Draft {
  const { onlyA, onlyB, softA, softB } = alignment;
  if (a.facts.length === 0 || b.facts.length === 0) return verdict("related", "says too little to compare");
  const traded = tradedPlaces(a, b, alignment);
  if (traded !== null) return verdict("related", `"${traded[0]}" and "${traded[1]}" trade places`);
  if (onlyA.length > 0 && (onlyB.length > 0 || softB.length > 0)) return otherValue(a, b, alignment);
  if (onlyB.length > 0 && softA.length > 0) return otherValue(a, b, alignment);

  const richer = onlyA.length > 0 ? "a" : onlyB.length > 0 ? "b" : null;
  const early = countConflict(a, b, alignment) ?? denial(a, b, alignment, richer);
  if (early !== null) return early;
  const extra = richer === "a" ? onlyA : onlyB;
  const adds = richer === "a" ? entails(a, b, extra, alignment) : entails(b, a, extra, alignment);
  if (richer !== null && !adds) return verdict("related", `only one says ${factsText(extra)}`);
  const other = otherwise(a, b, alignment);
  if (other !== null) return other;
  if (richer === null) return verdict("same", "the same words or their synonyms");
  const manner = extra.every(({ kind }) => kind === "manner");
  return { relation: manner ? "same" : "related", richer, reason: `one adds ${factsText(extra)}` };
}

function verdict(relation: ClaimRelation, reason: string): Draft {
  return { relation, richer: null, reason };
}

function factsText(facts: readonly ParsedFact[]): string {
  return facts.map(({ surface, time }) => `"${time === undefined ? surface : timeText(time)}"`).join(", ");
}

const sameSubject = (a: ParsedClaim, b: ParsedClaim): boolean => a.subject.join() === b.subject.join();
const denies = ({ polarity }: ParsedClaim): boolean => polarity !== "yes";

/** "A dog" and "two dogs" are not one with more detail. */
function countConflict(a: ParsedClaim, b: ParsedClaim, { onlyA, onlyB }: Alignment): Draft | null {
  const [extra, poorer] = onlyA.length > 0 ? [onlyA, b] : [onlyB, a];
  const number = extra.find(({ kind }) => kind === "number");
  if (number === undefined || !poorer.facts.some(({ single }) => single)) return null;
  return verdict(
    sameSubject(a, b) && !denies(a) && !denies(b) ? "update" : "related",
    `one is not ${number.surface}`,
  );
}

/** Where one denies what the other says; `null` where both say it or both deny it. */
function denial(
  a: ParsedClaim,
  b: ParsedClaim,
  alignment: Alignment,
  richer: "a" | "b" | null,
): Draft | null {
  const against = (reason: string): Draft => verdict(sameSubject(a, b) ? "contradiction" : "related", reason);
  const place = otherRole(alignment);
  if (place !== null) {
    const reason = `"${place.fact.surface}" stands in another relation`;
    return place.denies ? against(reason) : verdict("related", reason);
  }
  const flips = alignment.pairs.filter(([x, y]) => x.sign !== y.sign);
  const [opposite] = flips;
  if (denies(a) !== denies(b)) {
    // "Hates" and "does not like": the opposite of a denial.
    if (flips.length === 1) return null;
    const denier = denies(a) ? "a" : "b";
    if (flips.length > 1 || richer === denier) return verdict("related", "a denial of something narrower");
    return against("one denies the other");
  }
  if (opposite !== undefined)
    return against(`"${opposite[0].surface}" is the opposite of "${opposite[1].surface}"`);
  if (!denies(a)) return null;
  const kinds = [a.polarity, b.polarity];
  if (kinds.includes("ended") && kinds.includes("never")) return against("what has ended has been");
  const elsewhere = (a.contrast || b.contrast) && a.denied.join() !== b.denied.join();
  if (elsewhere || a.denied.length !== b.denied.length) return verdict("related", "another part is denied");
  return null;
}

/** All words are accounted for and none is denied, and still it is not the same. */
function otherwise(a: ParsedClaim, b: ParsedClaim, alignment: Alignment): Draft | null {
  const { pairs } = alignment;
  if (a.isA !== null && a.isA === b.hasA) return verdict("related", `to be "${a.isA}" is not to have it`);
  if (b.isA !== null && b.isA === a.hasA) return verdict("related", `to be "${b.isA}" is not to have it`);
  const done = pairs.some(
    ([x, y]) => x.undergone !== y.undergone && x.surface !== y.surface && root(x.surface) === root(y.surface),
  );
  if (a.passive !== b.passive || (done && sameSubject(a, b)))
    return verdict("related", "to do is not to undergo");
  const [x, y] = [weight(a), weight(b)];
  if (x !== y)
    return verdict(
      sameSubject(a, b) && x !== "must" && y !== "must" ? "update" : "related",
      `"${x}" is not "${y}"`,
    );
  const tenses = new Set(isTimeless(alignment) ? [] : [a.tense, b.tense]);
  return tenses.has("past") && tenses.has("present") ? verdict("related", "then is not now") : null;
}

/** Once so, always so. */
const TIMELESS = new Set(["~birthday", "~生日", "~出生", "born", "~name", "~叫"]);

function isTimeless({ pairs }: Alignment): boolean {
  return pairs.some(([fact]) => TIMELESS.has(fact.concept));
}

/** "Can play the guitar" counts as "plays the guitar". */
function weight({ modal }: ParsedClaim): string {
  return modal === "can" ? "is" : modal;
}

/** "Alice's home is in Oslo", "Alice lives in Rome": what is asked may be part of the subject or its verb. */
function asksOfOne(a: ParsedClaim, b: ParsedClaim, { pairs }: Alignment): boolean {
  const singleConcepts = new Set(pairs.flatMap(([x]) => (isSingle(x) ? [x.concept] : [])));
  const of = ({ subject }: ParsedClaim): string =>
    subject.filter((concept) => !singleConcepts.has(concept)).join();
  return of(a) === of(b);
}

/** Both sides say something that the other does not: another value of one thing, or two things. */
function otherValue(a: ParsedClaim, b: ParsedClaim, alignment: Alignment): Draft {
  const { pairs, onlyA, onlyB } = alignment;
  if (onlyB.length === 0) return verdict("related", `it also says ${factsText(onlyA)}`);
  if (onlyA.length === 0) return verdict("related", `the known one also says ${factsText(onlyB)}`);
  const reason = `${factsText(onlyA)} is not ${factsText(onlyB)}`;
  const beside = verdict("related", reason);
  if (!asksOfOne(a, b, alignment) || denies(a) || denies(b) || pairs.some(([x, y]) => x.sign !== y.sign))
    return beside;
  const rest = [...onlyA, ...onlyB];
  const all = (kind: ParsedFact["kind"]): boolean => rest.every((fact) => fact.kind === kind);
  const single = sameQuestion(a, b, alignment);
  const happened = a.tense === "past" && b.tense === "past";
  if ((a.formerly || b.formerly) && !isTimeless(alignment)) return beside;
  if (all("number")) return single || !happened ? verdict("update", reason) : beside;
  if (all("time")) {
    const set = single || a.modal === "plan" || pairs.some(([x]) => SET_FOR.test(x.surface));
    return set ? verdict("update", "another time") : beside;
  }
  const comparable = rest.every(({ role, kind }) => role === rest[0]!.role && kind === rest[0]!.kind);
  return single && comparable && onlyA.length <= 3 && onlyB.length <= 3
    ? { ...verdict("update", reason), byWords: true }
    : beside;
}

/** How much must be shared besides the subject, so that a differing word is a new value and not another topic. */
const LEAST_SHARED = 2;

/**
 * Whether two claims say the same of one subject but for one value: football on Mondays, football on Thursdays; a red
 * car, a blue car. A shared verb is not enough: who buys milk may buy bread too.
 */
function isOneAttribute(a: ParsedClaim, b: ParsedClaim, { pairs, onlyA, onlyB }: Alignment): boolean {
  if (!sameSubject(a, b) || denies(a) || denies(b) || pairs.some(([x, y]) => x.sign !== y.sign)) return false;
  if (a.modal !== b.modal || a.passive !== b.passive || a.formerly !== b.formerly) return false;
  const [x, y] = [onlyA[0], onlyB[0]];
  if (onlyA.length !== 1 || onlyB.length !== 1 || x!.kind !== y!.kind || x!.role !== y!.role) return false;
  const beside = pairs.filter(([fact]) => !a.subject.includes(fact.concept)).length;
  if (x!.kind === "time" || x!.kind === "number") return beside > 0 || a.subject.length > 1;
  return beside >= LEAST_SHARED || a.subject.length > 1;
}
