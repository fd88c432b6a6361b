import type { LinkPart, ScoreParts } from "../api/recall.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Settings } from "../domain/settings.ts";
import { rankScore, timeDecay } from "../domain/strength.ts";
import type { Candidate, MemoryCandidate } from "./candidate.ts";
import { strengthOf } from "./filter.ts";
import type { Reading } from "./request.ts";

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
function rerank(
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
  if (candidate.via === "strength") return strengthOf(row, now);
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
    strength: strengthOf(row, now),
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

/** How many of the best it reads. */
const READ = 30;

function isShare(number: unknown): boolean {
  return typeof number === "number" && number >= 0 && number <= 1;
}

/** The order a reranker gives to the best; without one, or when it fails or is late, the order they had. */
export async function reranked(
  { reranker, query, settings, now, signal, deadline }: Reading,
  ranked: readonly Ranked[],
): Promise<readonly Ranked[]> {
  if (reranker === null || ranked.length < 2) return ranked;
  const best = ranked.slice(0, READ);
  const texts = best.map(({ candidate: one }) => (one.kind === "event" ? one.entry.event.text : one.text));
  try {
    const reading = reranker.rerank(query, texts, signal === undefined ? {} : { signal });
    const numbers = await (deadline.late === undefined ? reading : Promise.race([reading, deadline.late]));
    if (numbers === "deadline") {
      reading.catch(() => undefined);
      deadline.degraded ??= { reason: "reranker-slow", detail: "The reranker did not answer in time." };
      return ranked;
    }
    // Array.from, because every() passes over holes.
    if (numbers.length !== best.length || !Array.from(numbers).every(isShare)) {
      throw new MemoirError(
        "model_bad_output",
        `The reranker must give ${best.length} numbers from 0 to 1, one a text.`,
      );
    }
    return [...rerank(best, numbers, settings.readPolicy, now), ...ranked.slice(READ)];
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    deadline.degraded ??= { reason: "reranker-unavailable", detail };
    return ranked;
  }
}
