import { clampRelevance, logOddsOf, SCALE_SPAN, unclampedRelevance } from "../../domain/relevance/fuse.ts";
import type { RelevancePart } from "../../domain/relevance/relevance.ts";
import type { Corpus } from "../../scope-index/corpus.ts";
import type { Scored } from "../shared/candidate.ts";

/** How far an item that is like one before it falls behind, in log-odds for a cosine of one. */
const ALIKE = 2;
/** How many of the best are chosen from; more would not fit in any prompt. */
const MAX_VARIED = 200;

/** An item that is not chosen yet. */
interface Open {
  readonly scored: Scored;
  /** The log-odds that it says who somebody is, and how far they are above those of the others. */
  readonly portrait: number;
  readonly gain: number;
  /** The log-odds of its relevance, with the gain. */
  readonly odds: number;
  /** The greatest cosine with one that is chosen. */
  alike: number;
}

/** The order of an overview: each next item says most of who somebody is and is least like those before it. */
export function overviewOrder<R>(corpus: Corpus<R>, scored: readonly Scored[]): Scored[] {
  const judged = scored.map(({ item }) => corpus.portrait[item]!).filter((odds) => !Number.isNaN(odds));
  const usual = judged.reduce((sum, odds) => sum + odds, 0) / judged.length;
  const open = scored
    .map((one): Open => {
      const portrait = corpus.portrait[one.item]!;
      // An item that nothing has judged counts as a usual one.
      const gain = Number.isNaN(portrait) ? 0 : portrait - usual;
      return { scored: one, portrait, gain, odds: logOddsOf(one.order) + gain, alike: 0 };
    })
    .sort((a, b) => b.odds - a.odds)
    .slice(0, MAX_VARIED);
  const matches: Scored[] = [];
  while (open.length > 0) {
    let best = 0;
    for (let i = 1; i < open.length; i += 1) if (oddsBeside(open[i]!) > oddsBeside(open[best]!)) best = i;
    const next = open.splice(best, 1)[0]!;
    matches.push(inOverview(next));
    for (const other of open)
      other.alike = Math.max(other.alike, corpus.between(next.scored.item, other.scored.item) ?? 0);
  }
  return matches;
}

function oddsBeside({ odds, alike }: Open): number {
  return odds - ALIKE * alike;
}

function inOverview(chosen: Open): Scored {
  const { scored, portrait, gain, alike } = chosen;
  const order = unclampedRelevance(oddsBeside(chosen));
  const parts: RelevancePart[] = [
    { signal: "portrait", value: portrait, part: gain / SCALE_SPAN },
    { signal: "repeats", value: alike, part: (-ALIKE * alike) / SCALE_SPAN },
  ];
  const explain = (): RelevancePart[] => [
    ...(scored.explain?.() ?? []),
    ...parts.filter(({ part }) => part !== 0),
  ];
  return { ...scored, order, relevance: clampRelevance(order), via: "overview", explain };
}
