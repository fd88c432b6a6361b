import type { LinkPart, ScoreParts } from "../api/hit.ts";
import type { Settings } from "../domain/settings.ts";
import { rankScore, timeDecay } from "../domain/strength.ts";
import type { Candidate, MemoryCandidate } from "./candidate.ts";
import { strengthOf } from "./eligible.ts";

/** A candidate in its order. */
export interface Ranked {
  readonly candidate: Candidate;
  /** 0–1, as it is returned. */
  readonly score: number;
  /** The number to order by: several scores may reach the end of the scale. */
  readonly place: number;
  readonly rerank: number | null;
}

/** Scores candidates as the policy says, best first; of equals the one confirmed or said later, then the newer one. */
export function rank(candidates: readonly Candidate[], policy: Settings["readPolicy"], now: Date): Ranked[] {
  return inOrder(
    candidates.map((candidate) => {
      const { relevance, order } = candidate;
      const score = scoreOf(candidate, relevance, policy, now);
      // They differ only beyond the ends of the scale.
      const place = order === relevance ? score : scoreOf(candidate, order, policy, now);
      return { candidate, score, place, rerank: null };
    }),
  );
}

/** The same once a reranker has read them: its number stands where the relevance stood. */
export function rerank(
  ranked: readonly Ranked[],
  numbers: readonly number[],
  policy: Settings["readPolicy"],
  now: Date,
): Ranked[] {
  return inOrder(
    ranked.map(({ candidate }, i) => {
      const score = scoreOf(candidate, numbers[i]!, policy, now);
      return { candidate, score, place: score, rerank: numbers[i]! };
    }),
  );
}

function inOrder(ranked: Ranked[]): Ranked[] {
  return ranked.sort(
    ({ candidate: a, place: first }, { candidate: b, place: second }) =>
      second - first || timeOf(b) - timeOf(a) || placeOf(b) - placeOf(a),
  );
}

function scoreOf(candidate: Candidate, relevance: number, policy: Settings["readPolicy"], now: Date): number {
  if (candidate.kind === "event") return relevance;
  const { row } = candidate.entry;
  if (candidate.via === "strength") return strengthOf(candidate.entry, now);
  const recency = timeDecay(row.confirmed_at, now.getTime());
  if (candidate.via === "all") return recency;
  // R216: in the order of BM25.
  if (policy.retriever === "words" && candidate.via !== "recent") return relevance;
  const beyond = Math.max(0, relevance - 1) * policy.similarityWeight;
  const { boost = 0 } = candidate;
  const score = rankScore({ similarity: relevance, importance: row.importance, recency }, policy) + beyond;
  return (score + boost) * (row.kind === "insight" ? INSIGHT : 1);
}

/** Insights of a model rank below what was said. */
const INSIGHT = 0.5;

/** The parts of a score. An accessor in the place of `signals` would cost more than working them out. */
export function partsOf({ candidate, rerank }: Ranked, now: Date): ScoreParts {
  const { relevance, via, explain } = candidate;
  const signals = explain?.() ?? [];
  if (candidate.kind === "event") {
    const none = { importance: null, recency: null, strength: null };
    return { relevance, signals, ...none, rerank, related: null, via };
  }
  const { row } = candidate.entry;
  return {
    relevance,
    signals,
    importance: row.importance,
    recency: timeDecay(row.confirmed_at, now.getTime()),
    strength: strengthOf(candidate.entry, now),
    rerank,
    related: linkPart(candidate),
    via,
  };
}

function linkPart({ related, boost = 0 }: MemoryCandidate): LinkPart | null {
  const first = related?.[0];
  return first === undefined ? null : { id: first.entry.row.id, strength: first.strength, part: boost };
}

function placeOf(candidate: Candidate): number {
  return candidate.kind === "event" ? candidate.entry.event.seq : candidate.entry.row.num;
}

function timeOf(candidate: Candidate): number {
  return candidate.kind === "event" ? candidate.entry.event.at.getTime() : candidate.entry.row.confirmed_at;
}
