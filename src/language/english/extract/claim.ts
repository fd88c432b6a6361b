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
