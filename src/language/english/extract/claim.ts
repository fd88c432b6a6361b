import { type ClaimBy, type RuleBy, rule } from "../../shared/claim.ts";
import type { Phrase } from "./phrase.ts";
import { third } from "./verbs.ts";

/** The result of a rule, with the verb and the rest of the statement. */
export type Claim = ClaimBy<readonly [lemma: string, rest: string]>;

export type Rule = RuleBy<[Phrase], Claim>;

/** Rules by the verbs that they are for, apart by spaces. */
export type VerbRules = Readonly<Record<string, Rule | readonly Rule[]>>;

/** A rule for what follows the verb. */
export function on(
  id: string,
  pattern: RegExp,
  make: (match: RegExpExecArray, phrase: Phrase) => ReturnType<Rule>,
): Rule {
  return rule(id, (phrase: Phrase) => {
    const match = pattern.exec(phrase.rest);
    return match === null ? undefined : make(match, phrase);
  });
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

/** Pairs that are one thing. */
const PAIRS =
  /\b(?:fish and chips|mac and cheese|rock (?:and|n|&) roll|bread and butter|salt and (?:pepper|vinegar)|arts and crafts|drum and bass|dungeons (?:and|&) dragons|peanut butter and jelly|black and white|bed and breakfast|gin and tonic|ham and cheese|bacon and eggs|pros and cons|search and rescue|trial and error|rhythm and blues|country and western|research and development|supply and demand|wine and cheese)\b/i;
const LIST = /,? (?:and|or|&|\+|n|plus|as well as) |, (?:and |or )?/;
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
