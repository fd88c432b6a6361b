import type { LinkPart, ScorePart, ScoreParts } from "../../api/recall.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { Settings } from "../../domain/settings.ts";
import { rankSum, timeDecay } from "../../domain/strength.ts";
import { strengthOf } from "../retrieve/eligible.ts";
import type { Retrieved } from "../retrieve/retrieve.ts";
import type { MemoryCandidate, RecallCandidate } from "../shared/candidate.ts";
import type { RecallRun } from "../shared/request.ts";

/** A candidate in its order. */
export interface RankedCandidate {
  readonly candidate: RecallCandidate;
  /** 0–1, as it is returned. */
  readonly score: number;
  /** The number to order by: several scores may reach the end of the scale. */
  readonly sortKey: number;
  readonly rerank: number | null;
  /** The parts that add up to the score. */
  readonly sum: readonly ScorePart[];
}

/** What was retrieved, each list best first. */
export interface RankedCandidates {
  readonly answers: readonly RankedCandidate[];
  readonly wholeCategories: readonly RankedCandidate[];
}

/** The third stage of a recall: scores what was retrieved; a reranker reads the best again. */
export async function rankCandidates(
  run: RecallRun,
  { candidates, wholeCategories }: Pick<Retrieved, "candidates" | "wholeCategories">,
): Promise<RankedCandidates> {
  const { readPolicy } = run.settings;
  return {
    answers: await rerankCandidates(run, rank(candidates, readPolicy, run.now)),
    wholeCategories: rank(wholeCategories, readPolicy, run.now),
  };
}

/** Scores candidates as the policy says, best first; of equals the one confirmed or said later, then the newer one. */
export function rank(
  candidates: readonly RecallCandidate[],
  policy: Settings["readPolicy"],
  now: Date,
): RankedCandidate[] {
  return inOrder(
    candidates.map((candidate) => {
      const { relevance, order } = candidate;
      const sum = sumOf(candidate, part("relevance", relevance, 1), policy, now);
      const score = total(sum);
      // They differ only beyond the ends of the scale.
      const sortKey =
        order === relevance ? score : total(sumOf(candidate, part("relevance", order, 1), policy, now));
      return { candidate, score, sortKey, rerank: null, sum };
    }),
  );
}

/** The same once a reranker has read them: its number stands where the relevance stood. */
function rerank(
  ranked: readonly RankedCandidate[],
  numbers: readonly number[],
  policy: Settings["readPolicy"],
  now: Date,
): RankedCandidate[] {
  return inOrder(
    ranked.map(({ candidate }, i) => {
      const sum = sumOf(candidate, part("rerank", numbers[i]!, 1), policy, now);
      const score = total(sum);
      return { candidate, score, sortKey: score, rerank: numbers[i]!, sum };
    }),
  );
}

function inOrder(ranked: RankedCandidate[]): RankedCandidate[] {
  return ranked.sort(
    ({ candidate: a, sortKey: first }, { candidate: b, sortKey: second }) =>
      second - first || timeOf(b) - timeOf(a) || placeOf(b) - placeOf(a),
  );
}

/** One addend of a score. */
export function part(name: ScorePart["name"], value: number, weight: number): ScorePart {
  return { name, value, weight, part: value * weight };
}

function total(sum: readonly ScorePart[]): number {
  return sum.reduce((all, one) => all + one.part, 0);
}

/** The score of a candidate as its addends. `answers`: how well it answers, by its relevance or by a reranker. */
function sumOf(
  candidate: RecallCandidate,
  answers: ScorePart,
  policy: Settings["readPolicy"],
  now: Date,
): ScorePart[] {
  if (candidate.kind === "event") return [answers];
  const { row } = candidate.entry;
  if (candidate.via === "strength") return [part("strength", strengthOf(row, now), 1)];
  const recency = timeDecay(row.confirmed_at, now.getTime());
  if (candidate.via === "all") return [part("recency", recency, 1)];
  // In the order of BM25.
  if (policy.retriever === "words" && candidate.via !== "recent") return [answers];
  const { boost = 0 } = candidate;
  const share = row.kind === "insight" ? INSIGHT : 1;
  const parts = { similarity: answers.value, importance: row.importance, recency };
  const [[similarity, much], [importance, matters], [recent, fresh]] = rankSum(parts, policy);
  // Beyond the end of the scale only the order goes on.
  const beyond = Math.max(0, answers.value - 1);
  return [
    part(answers.name, similarity + beyond, much * share),
    part("importance", importance, matters * share),
    part("recency", recent, fresh * share),
    ...(boost === 0 ? [] : [part("link", boost, share)]),
  ];
}

/** Insights of a model rank below what was said. */
const INSIGHT = 0.5;

/** The parts of a score. An accessor in the place of `signals` would cost more than working them out. */
export function scoreParts({ candidate, rerank, sum }: RankedCandidate, now: Date): ScoreParts {
  const { relevance, via, explain } = candidate;
  const signals = explain?.() ?? [];
  if (candidate.kind === "event") {
    const none = { importance: null, recency: null, strength: null };
    return { relevance, signals, ...none, rerank, related: null, sum, via };
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
    sum,
    via,
  };
}

function linkPart({ related, boost = 0 }: MemoryCandidate): LinkPart | null {
  const first = related?.[0];
  return first === undefined ? null : { id: first.entry.row.id, strength: first.strength, part: boost };
}

function placeOf(candidate: RecallCandidate): number {
  return candidate.kind === "event" ? candidate.entry.event.seq : candidate.entry.row.num;
}

function timeOf(candidate: RecallCandidate): number {
  return candidate.kind === "event" ? candidate.entry.event.at.getTime() : candidate.entry.row.confirmed_at;
}

/** How many of the best it reads. */
const READ = 30;

function isShare(number: unknown): boolean {
  return typeof number === "number" && number >= 0 && number <= 1;
}

/** The order a reranker gives to the best; without one, or when it fails or is late, the order they had. */
async function rerankCandidates(
  { reranker, query, settings, now, signal, deadline }: RecallRun,
  ranked: readonly RankedCandidate[],
): Promise<readonly RankedCandidate[]> {
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
