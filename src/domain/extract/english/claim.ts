import type { Topic } from "../finding.ts";
import { ruled } from "../rule-watch.ts";
import type { Phrase } from "./phrase.ts";
import { third } from "./verbs.ts";

/** What a rule makes of a phrase. */
export interface Claim {
  readonly topic: Topic;
  /** Gets the relation before it when it is about somebody else, unless it begins with `=`. */
  readonly slot: string | null;
  /** The verb and the rest to say it with. Default: as it was said. */
  readonly say?: readonly [lemma: string, rest: string];
  /** Whom or what the sentence begins with. Default: the clause's subject. */
  readonly as?: string;
  /** Default: whether the phrase denies nothing. */
  readonly affirmed?: boolean;
  /** Somebody it speaks of for the first time: "a puppy". */
  readonly introduces?: string;
  /** The words that a correction would replace. Default: none. */
  readonly value?: string;
}

export type Rule = (phrase: Phrase) => Claim | readonly Claim[] | undefined;

/** Each rule that its pattern lets through, in order; the first that makes a claim wins. */
export function firstClaims(phrase: Phrase, rules: readonly Rule[]): readonly Claim[] {
  for (const rule of rules) {
    const made = rule(phrase);
    if (made !== undefined) return Array.isArray(made) ? made : [made as Claim];
  }
  return [];
}

/** A rule with its id: its language, where it stands and the slot it fills. */
export function rule(id: string, make: Rule): Rule {
  return (phrase) => ruled(id, make(phrase));
}

/** A rule for what follows the verb. */
export function on(
  id: string,
  pattern: RegExp,
  make: (match: RegExpExecArray, phrase: Phrase) => ReturnType<Rule>,
): Rule {
  return rule(id, (phrase) => {
    const match = pattern.exec(phrase.rest);
    return match === null ? undefined : make(match, phrase);
  });
}

/** Pairs that are one thing. */
const PAIRS =
  /\b(?:fish and chips|mac and cheese|rock (?:and|n|&) roll|bread and butter|salt and (?:pepper|vinegar)|arts and crafts|drum and bass|dungeons (?:and|&) dragons|peanut butter and jelly|black and white|bed and breakfast|gin and tonic|ham and cheese|bacon and eggs|pros and cons|search and rescue|trial and error|rhythm and blues|country and western|research and development|supply and demand|wine and cheese)\b/i;
const LIST = /,? (?:and|or|&|plus|as well as) |, (?:and |or )?/;
const NOT_AN_ITEM =
  /^(?:i|my|we|it|she|he|they|not|but|so|which|who|because|especially|mostly|like|really|always|sometimes|one|that|this)\b|\b(?:is|are|was|were|have|has)\b/i;

/**
 * The things of a list ("tea, coffee and cake"), each of which is a claim of its own. A list with anything longer than
 * a few words is left whole: it is rather a sentence.
 */
export function items(list: string): string[] {
  if (PAIRS.test(list)) return [list];
  const called = /^([^,]+), \p{Lu}[\p{L}-]+$/u.exec(list);
  if (called !== null) return items(called[1]!);
  const parts = list.split(LIST).map((part) => part.trim());
  const gerunds = parts.filter((part) => /^(?:to )?\w+ing\b/.test(part)).length;
  if (gerunds > 0 && gerunds < parts.length) return [list];
  const plain = parts.every((part) => part !== "" && part.split(" ").length <= 4 && !NOT_AN_ITEM.test(part));
  return plain && parts.length <= 6 ? parts : [list];
}

/** A predicate of one person (or several) by lemma: "is no longer a nurse", "does not have a car". */
export function predicate([lemma, rest]: readonly [string, string], phrase: Phrase): string {
  const { negated, ended, formerly, who } = phrase;
  const many = who.plural;
  const be = many ? "are" : "is";
  const verb = many ? lemma : third(lemma);
  const text = rest === "" ? "" : ` ${rest}`;
  if (formerly) return `used to ${lemma}${text}`;
  if (ended) return lemma === "be" ? `${be} no longer${text}` : `no longer ${verb}${text}`;
  if (negated) return lemma === "be" ? `${be} not${text}` : `${many ? "do" : "does"} not ${lemma}${text}`;
  return lemma === "be" ? `${be}${text}` : `${verb}${text}`;
}
