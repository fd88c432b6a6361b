import type { ByObjective, Objective } from "../../domain/objectives.ts";
import { zOf } from "./drift.ts";
import type { LoggedCase } from "./logged-case.ts";
import { worsening } from "./score.ts";
import { emptyTally, type Tally, tallyDecision } from "./tally.ts";

/** An objective that got worse than its bound while a policy was in force. */
export interface Breach {
  readonly objective: Objective;
  readonly before: number;
  readonly after: number;
}

/** Standard errors from which on a breach is no chance. */
const SURE = 2.6;

/** A rate of live decisions: how many, of how many. */
type Rate = (tally: Tally) => readonly [part: number, whole: number];

/**
 * The objectives as they show in what really happened. Few right claims are ever labelled once they are in use, so rates
 * are of all decisions, and wrong ones of all that were let in.
 */
const LIVE: Readonly<Partial<Record<Objective, Rate>>> = {
  keptWrongly: ({ wrongActive, paths }) => [wrongActive, [...paths.values()].reduce((sum, n) => sum + n, 0)],
  missed: ({ rightMissed, decisions }) => [rightMissed, decisions],
  reviewLoad: ({ pending, decisions }) => [pending, decisions],
  unsafe: ({ unsafe, decisions }) => [unsafe, decisions],
};

/**
 * The objectives in which live decisions are worse than others by more than their bound, and by more than chance: those
 * of a canary against the other scopes, or those since a change against those before. It is the promise that a candidate
 * was let in with, checked on what really happened.
 */
export function breaches(
  before: readonly LoggedCase[],
  after: readonly LoggedCase[],
  { bounds, minClaims }: { readonly bounds: ByObjective; readonly minClaims: number },
): Breach[] {
  if (before.length < minClaims || after.length < minClaims) return [];
  const [old, fresh] = [tallyOf(before), tallyOf(after)];
  return Object.entries(LIVE).flatMap(([name, rate]) => {
    const objective = name as Objective;
    const [[pa, na], [pb, nb]] = [rate(old), rate(fresh)];
    if (na === 0 || nb === 0) return [];
    const [a, b] = [pa / na, pb / nb];
    const isBreach = worsening(objective, a, b) > bounds[objective] && zOf(a, na, b, nb) > SURE;
    return isBreach ? [{ objective, before: a, after: b }] : [];
  });
}

function tallyOf(cases: readonly LoggedCase[]): Tally {
  const tally = emptyTally();
  for (const loggedCase of cases) tallyDecision(tally, loggedCase, loggedCase.fate, 0);
  return tally;
}

export function breachText({ objective, before, after }: Breach): string {
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  return `${objective} went from ${percent(before)} to ${percent(after)}`;
}
