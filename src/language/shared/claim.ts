import type { TimeRange } from "../../domain/relevance/calendar.ts";
import { type Finding, PLAIN, SURE, type Topic } from "./finding.ts";
import { ruled } from "./rule-watch.ts";
import { terms } from "./terms.ts";
import { HAN } from "./words.ts";

/** A clause without the words that only lead to it, and what those words said about it. */
export interface Lead extends Readonly<Record<Says, boolean>> {
  readonly text: string;
}

/** "From now on" is lasting: it holds for all that comes. What is explicit asks to be remembered. */
type Says = "corrects" | "hedged" | "explicit" | "lasting" | "todo";

/** Words at the beginning, and what they say; `null`: nothing. */
export type LeadWords = readonly [pattern: RegExp, says: Says | null];

/** More in a row than anybody says. */
const MOST = 8;

/** Takes the words that lead to a clause off it, the first pattern that fits first. */
export function readLeadBy(words: readonly LeadWords[], clause: string): Lead {
  const said = { corrects: false, hedged: false, explicit: false, lasting: false, todo: false };
  let text = clause;
  for (let i = 0; i < MOST; i += 1) {
    const next = words.find(([pattern]) => pattern.exec(text)?.[0]);
    if (next === undefined) break;
    const [pattern, says] = next;
    text = text.replace(pattern, "");
    if (says !== null) said[says] = true;
  }
  return { text: text.trim(), ...said };
}

/** The result of a rule about a person; `Say` is the language's own form of the statement. */
export interface ClaimBy<Say> {
  readonly topic: Topic;
  /** Gets the relation before it when it is about somebody else, unless it begins with `=`. */
  readonly slot: string | null;
  /** The statement about them. Default: the original words. */
  readonly say?: Say;
  /** Whom or what the sentence begins with. Default: the clause's subject. */
  readonly as?: string;
  /** Default: whether nothing is denied. */
  readonly affirmed?: boolean;
  /** Somebody it speaks of for the first time: "a puppy", 猫. */
  readonly introduces?: string;
  /** The words that a correction would replace. Default: none. */
  readonly value?: string;
}

export type RuleBy<Said extends unknown[], Claim> = (...said: Said) => Claim | readonly Claim[] | undefined;

/** A rule with its id: its language, where it stands and the slot it fills. */
export function rule<Said extends unknown[], Claim>(
  id: string,
  make: RuleBy<Said, Claim>,
): RuleBy<Said, Claim> {
  return (...said) => ruled(id, make(...said));
}

/** The claims of the first rule that makes one. */
export function firstClaims<Said extends unknown[], Claim>(
  rules: readonly RuleBy<Said, Claim>[],
  ...said: Said
): readonly Claim[] {
  for (const one of rules) {
    const made = one(...said);
    if (made !== undefined) return Array.isArray(made) ? made : [made as Claim];
  }
  return [];
}

/** A date in what was said, told from the moment it was said: `undefined` when none fits. */
export function ahead(ranges: readonly TimeRange[], at: number): TimeRange | undefined {
  return ranges.find(({ to }) => to > at);
}

export function behind(ranges: readonly TimeRange[], at: number): TimeRange | undefined {
  return ranges.find(({ from }) => from <= at);
}

/** A claim as a finding that has no words yet; `relation` is whose it is, `null` for the speaker's. */
export function made(
  { topic, slot, affirmed = true, value = null }: Omit<ClaimBy<unknown>, "value"> & { value?: string | null },
  relation: string | null,
  lead: Pick<Lead, "explicit" | "hedged" | "corrects">,
): Finding {
  const own = slot?.startsWith("=") === true;
  return {
    ...asked(lead),
    topic,
    slot: own ? slot.slice(1) : slot === null || relation === null ? slot : `${relation}/${slot}`,
    text: "",
    about: own ? null : relation,
    affirmed,
    value,
  };
}

/** How sure it is by the words that lead to it. */
export function asked({
  explicit,
  hedged,
  corrects,
}: Pick<Lead, "explicit" | "hedged" | "corrects">): typeof PLAIN {
  const confidence = explicit ? SURE.explicit : hedged ? SURE.hedged : SURE.plain;
  return { ...PLAIN, explicit, corrects, confidence };
}

/** When a finding begins and ends to be so, by the dates it names. */
export function spanOf(
  topic: Topic,
  ranges: readonly TimeRange[],
  at: number,
): Pick<Finding, "validFrom" | "expiresAt"> {
  const plan = topic === "plan" || topic === "todo";
  return plan
    ? { validFrom: null, expiresAt: ahead(ranges, at)?.to ?? null }
    : { validFrom: behind(ranges, at)?.from ?? null, expiresAt: null };
}

const DETERMINERS =
  /^(?:(?:a lot of|lots of|a bit of|a little bit of|a little|kind of|pair of|too much|a|an|the|my|our|your|his|her|their|some|any|all|both|this|that|these|those|most|every|each|really|very|super|so|such|good|great|nice|new|used|own|\d+|one|two|three|four|five|six) ){1,4}/;
const CHINESE_COUNT =
  /^(?:[一二两三四五六七八九十几\d]+)?(?:[个只条辆台部匹头位名种款件份杯]|很多|一些|各种|所有|任何)/u;
const NOT_WORD = /[^\p{L}\p{N}]+/gu;

/**
 * The thing inside a slot, so that different forms of one thing agree: "Peanuts" and "peanut", 一只猫 and 猫.
 */
export function thing(words: string): string {
  const lower = words.normalize("NFKC").toLowerCase().trim();
  if (HAN.test(lower)) return lower.replace(CHINESE_COUNT, "").replace(NOT_WORD, "") || lower;
  const bare = lower.replace(DETERMINERS, "");
  return terms(bare).join(" ") || bare.replace(NOT_WORD, " ").trim();
}
