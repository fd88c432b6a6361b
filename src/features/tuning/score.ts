import type { Interval, Scores } from "../../api/tuning.ts";
import { type ByObjective, OBJECTIVE_NAMES, OBJECTIVES, type Objective } from "../../domain/objectives.ts";
import { objectivesOf, type Tally, tallyVectors } from "./tally.ts";

/** The weighted sum of the objectives, each counted so that more is better. */
export function scoreOf(objectives: ByObjective, weights: ByObjective): number {
  return OBJECTIVE_NAMES.reduce((sum, name) => sum + weights[name] * signOf(name) * objectives[name], 0);
}

function signOf(objective: Objective): 1 | -1 {
  return OBJECTIVES[objective].isBetter === "high" ? 1 : -1;
}

/** How much worse the candidate is in an objective; below 0 it is better. */
export function worsening(objective: Objective, active: number, candidate: number): number {
  return signOf(objective) * (active - candidate);
}

/** Rounding must not decide: both shares are sums of the same decisions. */
const ROUNDING = 1e-9;

/** Both policies on the decisions of one cluster: those of one scope in one week, which are like each other. */
export interface PairedTally {
  readonly active: Tally;
  readonly candidate: Tally;
}

export interface ScoringRules {
  readonly weights: ByObjective;
  readonly bounds: ByObjective;
  /** How many candidates were tested on the same decisions before: each makes chance more likely, and the intervals wider. */
  readonly looks: number;
}

/**
 * Scores both policies. The intervals come from a bootstrap over clusters, paired: both policies see the same decisions.
 * The numbers drawn are fixed, so that the same log always gives the same answer.
 */
export function scores(tallies: readonly PairedTally[], { weights, bounds, looks }: ScoringRules): Scores {
  const clusters = toVectors(tallies);
  const [whole, ...drawn] = [null, ...draws(clusters.length)].map((times) => clusters.sum(times));
  const all = whole!;
  const [active, candidate] = [objectivesOf(all.active), objectivesOf(all.candidate)];
  const differences = drawn.map((pair) => {
    const [a, b] = [objectivesOf(pair.active), objectivesOf(pair.candidate)];
    return { of: (name: Objective) => b[name] - a[name], gain: scoreOf(b, weights) - scoreOf(a, weights) };
  });
  const z = normalQuantile(1 - SIGNIFICANCE / 2 / (looks + 1));
  const around = (value: number, values: readonly number[], most: number): Interval => {
    // One cluster alone says nothing about chance: everything is possible.
    const margin = values.length === 0 ? 2 * most : z * deviation(values);
    return { value, low: Math.max(-most, value - margin), high: Math.min(most, value + margin) };
  };
  const mostGain = OBJECTIVE_NAMES.reduce((sum, name) => sum + weights[name], 0);
  const { decisions, right, wrong } = all.active;
  return {
    decisions,
    labelled: right + wrong,
    active: scoreOf(active, weights),
    candidate: scoreOf(candidate, weights),
    gain: around(
      scoreOf(candidate, weights) - scoreOf(active, weights),
      differences.map(({ gain }) => gain),
      mostGain,
    ),
    objectives: OBJECTIVE_NAMES.map((objective) => ({
      objective,
      active: active[objective],
      candidate: candidate[objective],
      difference: around(
        candidate[objective] - active[objective],
        differences.map(({ of }) => of(objective)),
        1,
      ),
      withinBound:
        worsening(objective, active[objective], candidate[objective]) <= bounds[objective] + ROUNDING,
    })),
  };
}

const SIGNIFICANCE = 0.05;
const DRAWS = 200;
const SEED = 0x5eed;
/** More clusters are put together: they would take longer and change the intervals little. */
const MAX_CLUSTERS = 200;

interface PairedVectors {
  readonly length: number;
  /** The sum of the clusters, each so many times; `null` = once. */
  sum(times: Uint16Array | null): PairedTally;
}

function toVectors(clusters: readonly PairedTally[]): PairedVectors {
  const paths = new Set(
    clusters.flatMap(({ active, candidate }) =>
      [active, candidate].flatMap((tally) => [...tally.paths.keys(), ...tally.valid]),
    ),
  );
  const { size, toVector, toTally } = tallyVectors([...paths]);
  const rows: Float64Array[][] = [];
  for (const [i, { active, candidate }] of clusters.entries()) {
    const vectors = [toVector(active), toVector(candidate)];
    const row = rows[i % MAX_CLUSTERS];
    if (row === undefined) rows.push(vectors);
    else
      for (const [side, vector] of vectors.entries())
        vector.forEach((n, at) => {
          row[side]![at]! += n;
        });
  }
  return {
    length: rows.length,
    sum(times) {
      const [active, candidate] = [new Float64Array(size), new Float64Array(size)];
      for (const [i, row] of rows.entries()) {
        const n = times === null ? 1 : times[i]!;
        if (n === 0) continue;
        for (let at = 0; at < size; at++) {
          active[at]! += row[0]![at]! * n;
          candidate[at]! += row[1]![at]! * n;
        }
      }
      return { active: toTally(active), candidate: toTally(candidate) };
    },
  };
}

/** How often each cluster is drawn, draw by draw. */
function draws(clusters: number): Uint16Array[] {
  if (clusters < 2) return [];
  const next = seededRandom(SEED);
  return Array.from({ length: DRAWS }, () => {
    const times = new Uint16Array(clusters);
    for (let i = 0; i < clusters; i++) times[Math.floor(next() * clusters)]! += 1;
    return times;
  });
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** The value below which a standard normal variable lies with a probability above one half (Acklam's approximation). */
export function normalQuantile(p: number): number {
  if (p > 0.97575) {
    const q = Math.sqrt(-2 * Math.log(1 - p));
    const num =
      ((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) *
        q +
        4.374664141464968) *
        q +
      2.938163982698783;
    const den =
      (((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) *
        q +
      1;
    return -num / den;
  }
  const q = p - 0.5;
  const r = q * q;
  const num =
    (((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
      2.506628277459239) *
    q;
  const den =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1;
  return num / den;
}
