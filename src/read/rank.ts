import { lexicalSimilarity, type TermStatistics } from "../domain/lexical.ts";
import { rankScore, timeDecay } from "../domain/ranking.ts";
import type { Settings } from "../domain/settings.ts";
import type { Candidate, Retrieved } from "./retrieve.ts";

/** Every part of a hit's score (R323). */
export interface ScoreParts {
  /** How much of the query it answers, 0–1. */
  readonly similarity: number;
  readonly importance: number;
  /** 1 when it was just confirmed, 1/2 after 30 days (R30). */
  readonly recency: number;
  /** How it was found: by its terms, by a plain scan of the text, or only because it is new. */
  readonly via: Retrieved["via"];
}

export interface Ranked extends Candidate {
  readonly score: number;
  readonly why: ScoreParts;
}

/** Scores candidates with the policy's weights, best first; equals keep the newer one in front. */
export function rank(
  retrieved: Retrieved,
  weights: Settings["readPolicy"],
  query: string,
  now: Date,
): Ranked[] {
  const documents = retrieved.candidates.map((candidate) => candidate.row.terms.split(" "));
  const statistics = statisticsOf(retrieved, documents);
  const ranked = retrieved.candidates.map((candidate, i): Ranked => {
    const similarity =
      retrieved.via === "terms"
        ? lexicalSimilarity(retrieved.terms, documents[i] ?? [], statistics)
        : retrieved.via === "scan"
          ? scanSimilarity(query, candidate)
          : 0;
    const why: ScoreParts = {
      similarity,
      importance: candidate.row.importance,
      recency: timeDecay(new Date(candidate.row.confirmed_at), now),
      via: retrieved.via,
    };
    return { ...candidate, why, score: rankScore(why, weights) };
  });
  return ranked.sort((a, b) => b.score - a.score || b.row.confirmed_at - a.row.confirmed_at);
}

/**
 * Taken from the candidates: every document that holds a term of the query is one of them, so the frequencies are
 * the scope's own and no other scope can move them.
 */
function statisticsOf(
  { terms, documents: total }: Retrieved,
  documents: readonly string[][],
): TermStatistics {
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const document of documents) {
    length += document.length;
    const held = new Set(document);
    for (const term of terms) if (held.has(term)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  return { documents: total, frequencies, averageLength: length / Math.max(1, documents.length) };
}

/** Words found only as they are written are worth less than matched terms. */
function scanSimilarity(query: string, { row }: Candidate): number {
  const text = `${row.text}\n${row.key}`.toLowerCase();
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const held = words.filter((word) => text.includes(word)).length;
  return (held / Math.max(1, words.length)) * 0.5;
}
