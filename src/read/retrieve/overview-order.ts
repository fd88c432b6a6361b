import { clampRelevance, logOddsOf, unclampedRelevance } from "../../domain/relevance/fuse.ts";
import type { Corpus } from "../../scope-index/corpus.ts";
import type { Scored } from "../shared/candidate.ts";

/** How much an item that is like one shown already falls behind, in log-odds for a cosine of one. */
const ALIKE = 2;
/** So many of the best are chosen from; more would not fit in any prompt. */
const MAX_VARIED = 200;

/** An item that is still open, in log-odds. */
interface Open {
  readonly scored: Scored;
  readonly odds: number;
  /** The greatest cosine with one that is chosen. */
  alike: number;
}

/** The same as an overview: each next one what tells most of who somebody is and is least like those before it. */
export function overviewOrder<R>(corpus: Corpus<R>, scored: readonly Scored[]): Scored[] {
  const usual = scored.reduce((sum, { item }) => sum + corpus.portrait[item]!, 0) / scored.length;
  const oddsOf = ({ item, order }: Scored): number => logOddsOf(order) + corpus.portrait[item]! - usual;
  const open: Open[] = scored
    .map((one) => ({ scored: one, odds: oddsOf(one), alike: 0 }))
    .sort((a, b) => b.odds - a.odds)
    .slice(0, MAX_VARIED);
  const matches: Scored[] = [];
  while (open.length > 0) {
    let best = 0;
    for (let i = 1; i < open.length; i += 1) if (oddsBeside(open[i]!) > oddsBeside(open[best]!)) best = i;
    const [next] = open.splice(best, 1);
    const order = unclampedRelevance(oddsBeside(next!));
    matches.push({ ...next!.scored, order, relevance: clampRelevance(order), via: "overview" });
    for (const other of open)
      other.alike = Math.max(other.alike, corpus.between(next!.scored.item, other.scored.item) ?? 0);
  }
  return matches;
}

function oddsBeside({ odds, alike }: Open): number {
  return odds - ALIKE * alike;
}
