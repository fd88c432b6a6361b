import { rankScore, timeDecay } from "../domain/ranking.ts";
import type { RelevancePart } from "../domain/relevance/relevance.ts";
import type { Settings } from "../domain/settings.ts";
import { type Candidate, strengthOf } from "./retrieve.ts";
import type { Via } from "./search.ts";

/** Every part of a hit's score (R323). */
export interface ScoreParts {
  /** How much it answers the question, 0–1. */
  readonly relevance: number;
  /** What the relevance is made of; the parts add up to it. Empty where words alone were matched, or nothing was. */
  readonly signals: readonly RelevancePart[];
  /** Does it matter, 0–1. `null` for an event. */
  readonly importance: number | null;
  /** 1 when it was just confirmed, 1/2 after 30 days (R30). `null` for an event. */
  readonly recency: number | null;
  /** Is it alive, 0–1. `null` for an event. */
  readonly strength: number | null;
  /** What the reranker made of it, in the place of the relevance; `null` without one. */
  readonly rerank: number | null;
  readonly via: Via;
}

export type Ranked<C extends Candidate = Candidate> = C & {
  readonly score: number;
  readonly why: ScoreParts;
};

/** Scores candidates as the policy says, best first; of equals the one that was confirmed or said later. */
export function rank(candidates: readonly Candidate[], policy: Settings["readPolicy"], now: Date): Ranked[] {
  return candidates
    .map((candidate): Ranked => {
      const why = partsOf(candidate, now);
      return { ...candidate, why, score: scoreOf(candidate, why, policy) };
    })
    .sort((a, b) => b.score - a.score || timeOf(b) - timeOf(a));
}

/** The same once a reranker has read them: its number stands where the relevance stood. */
export function rerank(
  ranked: readonly Ranked[],
  numbers: readonly number[],
  policy: Settings["readPolicy"],
): Ranked[] {
  return ranked
    .map((one, i): Ranked => {
      const read = numbers[i]!;
      const { why } = one;
      const score = scoreOf(one, { ...why, relevance: read }, policy);
      return { ...one, score, why: withSignals({ ...why, rerank: read }, one) };
    })
    .sort((a, b) => b.score - a.score || timeOf(b) - timeOf(a));
}

function partsOf(candidate: Candidate, now: Date): ScoreParts {
  const { relevance, via } = candidate;
  const none = { relevance, importance: null, recency: null, strength: null, rerank: null, via };
  if (candidate.kind === "event") return withSignals(none, candidate);
  const { row } = candidate.entry;
  return withSignals(
    {
      ...none,
      importance: row.importance,
      recency: timeDecay(new Date(row.confirmed_at), now),
      strength: strengthOf(candidate.entry, now),
    },
    candidate,
  );
}

/** Worked out when somebody looks, and then kept: most hits are never explained. */
function withSignals(
  parts: Omit<ScoreParts, "signals">,
  { explain }: Pick<Candidate, "explain">,
): ScoreParts {
  let told: readonly RelevancePart[] | undefined;
  return Object.defineProperty({ ...parts } as ScoreParts, "signals", {
    enumerable: true,
    get: () => (told ??= explain?.() ?? []),
  });
}

function scoreOf(
  candidate: Candidate,
  why: Omit<ScoreParts, "signals">,
  policy: Settings["readPolicy"],
): number {
  if (candidate.kind === "event") return why.relevance;
  const { relevance, importance, recency, strength } = why;
  if (candidate.via === "strength") return strength ?? 0;
  if (candidate.via === "all") return recency ?? 0;
  // R216: in the order of BM25.
  if (policy.retriever === "words" && candidate.via !== "recent") return relevance;
  return rankScore({ similarity: relevance, importance: importance ?? 0, recency: recency ?? 0 }, policy);
}

function timeOf(candidate: Candidate): number {
  return candidate.kind === "event" ? candidate.event.at.getTime() : candidate.entry.row.confirmed_at;
}
