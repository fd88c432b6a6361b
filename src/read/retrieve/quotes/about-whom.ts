import type { Event } from "../../../domain/event.ts";
import { TRAIT } from "../../../domain/relevance/relevance-index.ts";
import type { QuoteRules } from "../../parse/parse.ts";
import { isNamed } from "../../parse/question.ts";
import type { Scored } from "../../shared/candidate.ts";
import { WELL } from "./rules.ts";

/** So many lines of others at most. */
const MAX_OTHERS = 5;

/**
 * In a group, the lines for a question about somebody: what they said, and what others said that names them and answers well, or
 * better than anything of their own. Where nothing of their own answers well, also what others said of nobody who speaks: "my
 * brother" may be another member. Each stands with the name of its author, so that nobody's word passes for somebody else's;
 * and nobody is told by others who they are.
 */
export function aboutWhom(rules: QuoteRules, scored: readonly Scored[]): readonly Scored[] {
  const { question, isGroup, index } = rules;
  const { about, asking, asker } = question;
  if (!isGroup || about.size === 0) return scored;
  const eventOf = ({ item }: Scored): Event => index.corpus.rows[item]!.event;
  const isBySomebody = (one: Scored): boolean => about.has(eventOf(one).actor ?? NOBODY);
  const bySomebody = scored.filter(isBySomebody);
  const isAnswered = (bySomebody[0]?.order ?? 0) >= WELL;
  const self = asking.self ? asker : null;
  const names = (one: Scored, account: string): boolean => isNamed(question, eventOf(one).text, account);
  const namesSomebody = (one: Scored): boolean =>
    [...about].some((account) => account !== self && names(one, account));
  const isWell = ({ order }: Scored): boolean => order >= WELL;
  const others = scored
    .filter((one) => !isBySomebody(one) && (self === null || !names(one, self)))
    .filter((one) =>
      namesSomebody(one)
        ? isWell(one) || one.order > (bySomebody[0]?.order ?? 0)
        : !isAnswered && isWell(one) && !isOfSpeaker(index.corpus, one.item),
    )
    .slice(0, MAX_OTHERS);
  return [...bySomebody, ...others].sort((a, b) => b.order - a.order);
}

/** No account is called so. */
const NOBODY = "\n";

function isOfSpeaker(corpus: QuoteRules["index"]["corpus"], item: number): boolean {
  corpus.prepare(item);
  return (corpus.traits[item]! & TRAIT.self) !== 0;
}
