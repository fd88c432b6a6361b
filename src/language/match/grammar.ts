import { isParticiple, isPast } from "../english/roots.ts";
import type { TimeRead } from "../shared/moments.ts";
import { wordSet } from "../shared/words.ts";
import type { Modal } from "./meanings.ts";
import type { TextUnit } from "./units.ts";

/** One thing that a sentence says. */
export interface ParsedFact {
  /** The concept, in a form that its synonyms share. */
  readonly concept: string;
  /** -1 for the opposite of the concept: hate is not liking. */
  readonly sign: 1 | -1;
  /** `soft` may be left out: a job is worked, a name is borne. */
  readonly kind: "word" | "name" | "number" | "time" | "manner" | "limit" | "soft";
  /** The preposition's group before it; `owner` with 's; empty for subject and object. */
  readonly role: string;
  /** "A" stands before it. */
  readonly single: boolean;
  /** Its place; in a passive sentence as if the doer stood first. */
  readonly at: number;
  readonly time?: TimeRead;
  /** A verb that is done to the subject. */
  readonly undergone?: boolean;
  /** The words as they stand, written together. */
  readonly surface: string;
}

export type Polarity = "yes" | "not" | "ended" | "never";

/** A parsed claim, in as much detail as comparing two claims needs. */
export interface ParsedClaim {
  readonly facts: readonly ParsedFact[];
  readonly polarity: Polarity;
  /** The negated concepts: the one right after each negation. */
  readonly denied: readonly string[];
  readonly contrast: boolean;
  readonly modal: Modal;
  readonly tense: "past" | "present" | "open";
  /** A past state: "lived", "was a nurse". The result of an event ("moved", "turned 31") may still hold. */
  readonly formerly: boolean;
  /** Somebody has it done to them, and who does it could not be read: 被. */
  readonly passive: boolean;
  /** "Is a …" and "has a …": the word after. */
  readonly isA: string | null;
  readonly hasA: string | null;
  readonly subject: readonly string[];
  /** Places of prepositions, by their group: what stands on either side of one may not trade places. */
  readonly turns: readonly { readonly key: string; readonly at: number }[];
}

/** Forms of be, do and have, which help other verbs. */
export const AUXILIARY: ReadonlySet<string> = wordSet(
  "am is are was were be been being do does did have has had having",
);
const BE: ReadonlySet<string> = wordSet("am is are was were be been being");
const HAVE: ReadonlySet<string> = wordSet("have has had having");
const PRESENT: ReadonlySet<string> = wordSet("am is are do does");
const WAS: ReadonlySet<string> = wordSet("was were did had");
/** Done, and so ever since. */
const LASTING: ReadonlySet<string> = wordSet("moved relocated settled based named called married");
const BETWEEN = /^(?:not|never|also|now|still|always|already|just|being|been)$/;

/** The verb that stands for itself: "is a nurse", "has two cats"; `null` where it only helps another. */
export function mainVerb(all: readonly TextUnit[], i: number): "be" | "have" | null {
  const { text } = all[i]!;
  let next = i + 1;
  while (BETWEEN.test(all[next]?.text ?? "")) next += 1;
  const word = all[next]?.text ?? "";
  if (HAVE.has(text)) return isParticiple(word) || word === "to" || BE.has(word) ? null : "have";
  if (!BE.has(text) || BE.has(word) || all[i - 1]?.text === "there") return null;
  return isParticiple(word) || word.endsWith("ing") ? null : "be";
}

/** The tense, as far as the verbs show it. "Has been" may still hold, and Chinese mostly does not mark it. */
export function tenseOf(all: readonly TextUnit[]): ParsedClaim["tense"] {
  let [present, was, perfect, past, english] = [false, false, false, false, false];
  for (const [i, { text, kind, capital }] of all.entries()) {
    if (kind !== "word" || capital) continue;
    english = true;
    if (HAVE.has(text) && text !== "had") {
      if (mainVerb(all, i) === "have") present = true;
      else perfect = true;
    } else if (PRESENT.has(text)) present = true;
    else if (WAS.has(text)) was = true;
    else if (isPast(text) && !LASTING.has(text) && !AUXILIARY.has(all[i - 1]?.text ?? "")) past = true;
  }
  if (was) return "past";
  if (perfect) return "open";
  if (present) return "present";
  if (past) return "past";
  return english ? "present" : "open";
}

const LASTED: ReadonlySet<string> = wordSet(
  "lived worked resided liked loved enjoyed hated preferred owned wanted studied",
);

/** Whether it tells of a state that was, rather than of a step that led to what is. */
export function wasSo(all: readonly TextUnit[]): boolean {
  return all.some(({ text }, i) => {
    if (LASTED.has(text)) return !/^(?:has|have|been)$/.test(all[i - 1]?.text ?? "");
    return /^(?:was|were|had)$/.test(text) && mainVerb(all, i) !== null && all[i + 1]?.text !== "born";
  });
}

/** Where something is done to the subject: the places of "is" and of the verb. */
function passiveOf(all: readonly TextUnit[]): { be: number; verb: number } | null {
  for (const [be, { text }] of all.entries()) {
    if (!BE.has(text)) continue;
    let verb = be + 1;
    while (BETWEEN.test(all[verb]?.text ?? "") || /ly$/.test(all[verb]?.text ?? "")) verb += 1;
    if (isParticiple(all[verb]?.text ?? "")) return { be, verb };
  }
  return null;
}

/**
 * Whom or what a claim is about: those who own it and the first thing that stands by itself. A Chinese name is as many
 * characters as the dictionary holds together, and at least two.
 */
export function parsedSubject(facts: readonly ParsedFact[], all: readonly TextUnit[]): string[] {
  const out: string[] = [];
  let characters = 0;
  for (const { concept, role, kind, at } of facts) {
    if ((kind !== "word" && kind !== "name") || (role !== "" && role !== "owner")) continue;
    out.push(concept);
    if (role === "owner") continue;
    const unit = all[at];
    if (unit?.kind !== "han" || concept.startsWith("~")) break;
    characters += 1;
    if (characters >= 2 && unit.ends) break;
  }
  return out;
}

/** A fact while its sentence is read. */
export type Draft = { -readonly [K in keyof ParsedFact]: ParsedFact[K] };

/** "The dog is brushed by the monkey" tells of a monkey that brushes: the doer first. Returns the subject then. */
export function turnPassive(
  facts: readonly Draft[],
  turns: ParsedClaim["turns"],
  all: readonly TextUnit[],
): string[] | undefined {
  const passive = passiveOf(all);
  if (passive === null) return undefined;
  const { be, verb } = passive;
  const by = turns.find((turn) => turn.key === "by" && turn.at > verb)?.at ?? null;
  const done = facts.find(({ at }) => at === verb);
  if (done === undefined) return undefined;
  const end = turns.find((turn) => by !== null && turn.at > by && turn.key !== "of")?.at ?? all.length;
  const agents = facts.filter(({ at }) => by !== null && at > by && at < end);
  if (agents.length === 0) {
    done.undergone = true;
    return undefined;
  }
  for (const fact of agents) if (fact.role === "by") fact.role = "";
  const subject = parsedSubject(agents, all);
  for (const fact of facts) {
    fact.at += agents.includes(fact) ? -1_000_000 : fact.at < be ? 1_000_000 : fact.at > end ? 2_000_000 : 0;
  }
  return subject;
}

/** "Likes tea more than coffee" is "prefers tea", and "prefers tea" alone is "likes tea". */
export function preferring(facts: readonly Draft[]): readonly ParsedFact[] {
  const than = facts.some(({ role }) => role === "than");
  const verb = facts.find(({ concept }) => concept === (than ? "~like" : "~prefer"));
  const more = facts.find(({ concept, sign }) => sign > 0 && (concept === "~more" || concept === "~better"));
  if (verb === undefined || (than && more === undefined)) return facts;
  verb.concept = than ? "~prefer" : "~like";
  return than ? facts.filter((fact) => fact !== more) : facts;
}
