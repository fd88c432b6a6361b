import type { Topic } from "../../shared/finding.ts";
import { ruled } from "../../shared/rule-watch.ts";
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
