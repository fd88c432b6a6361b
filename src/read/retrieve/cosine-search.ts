import { clampRelevance } from "../../domain/relevance/fuse.ts";
import type { RelevancePart } from "../../domain/relevance/relevance.ts";
import { matchWords } from "../../domain/relevance/word-match.ts";
import type { Scored } from "../shared/candidate.ts";
import { LARGE, type Search } from "./hybrid-search.ts";

/**
 * Everything that may be shown, with the raw cosine as its relevance. Where there is no vector to compare,
 * the share of the question's words stands in for it.
 */
export async function cosineSearch<R>(search: Search<R>): Promise<Scored[]> {
  const { corpus, questionSignals, vectors, eligible, threshold = 0, trace } = search;
  const pause = corpus.vectors > LARGE ? search.pause : undefined;
  const cosines = await corpus.similarity(vectors, pause);
  const { held } = matchWords(questionSignals.words, corpus);
  trace?.floor(threshold);
  const matches: Scored[] = [];
  for (let item = 0; item < corpus.size; item += 1) {
    const row = corpus.rows[item];
    if (row === undefined || !eligible(row, item)) continue;
    const isCompared = cosines !== undefined && corpus.embedded[item] === 1;
    const relevance = clampRelevance(isCompared ? cosines[item]! : held[item]!);
    const signal: RelevancePart = {
      signal: isCompared ? "meaning" : "share",
      value: relevance,
      part: relevance,
    };
    const via = isCompared ? "hybrid" : "terms";
    const scored: Scored = { item, relevance, order: relevance, via, explain: () => [signal] };
    if (relevance < threshold) trace?.below(scored);
    else matches.push(scored);
  }
  return matches;
}
