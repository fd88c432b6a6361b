import type { Comparison, Scores } from "../../api/tuning.ts";
import type { Fate } from "../../domain/case.ts";
import type { Steps } from "../../domain/redact/redact.ts";
import type { Settings } from "../../domain/settings.ts";
import { judge } from "../../write/decide/judge.ts";
import { type HoldoutPart, partOf, type Split } from "./holdout.ts";
import type { LoggedCase } from "./logged-case.ts";
import { type PairedTally, type ScoringRules, scores } from "./score.ts";
import { emptyTally, reviewTime, tallyDecision } from "./tally.ts";

type WritePolicy = Settings["writePolicy"];

/** A decision that two policies make differently. */
export interface Difference extends Pick<LoggedCase, "scope" | "seq" | "num" | "at"> {
  readonly was: Fate;
  readonly becomes: Fate;
  readonly reason: string;
}

export interface ReplayRules extends ScoringRules {
  readonly split: Split;
  readonly minLabels: number;
  readonly minGain: number;
}

/** Two policies: the one in force, and the one that is tried. */
export interface Contest {
  readonly active: WritePolicy;
  readonly candidate: WritePolicy;
}

const WEEK = 7 * 86_400_000;

/** Cases that are decided between two steps. */
const STEP = 200;

/**
 * Decides every case again under both policies: no model, no store, no memory is touched. In steps, for callers that must
 * not keep the event loop.
 */
export function* replay(
  cases: readonly LoggedCase[],
  { active, candidate }: Contest,
  split: Split,
): Steps<Replayed> {
  const reviewMs = reviewTime(cases);
  const clusters = new Map<string, PairedTally & { readonly part: HoldoutPart }>();
  const differences: Difference[] = [];
  for (const [i, loggedCase] of cases.entries()) {
    if (i % STEP === STEP - 1) yield;
    const [before, after] = [judge(loggedCase.case, active), judge(loggedCase.case, candidate)];
    const part = partOf(loggedCase, split);
    const name = `${part} ${loggedCase.scope} ${Math.floor(loggedCase.at / WEEK)}`;
    let cluster = clusters.get(name);
    if (cluster === undefined) {
      cluster = { part, active: emptyTally(), candidate: emptyTally() };
      clusters.set(name, cluster);
    }
    tallyDecision(cluster.active, loggedCase, before.fate, reviewMs);
    tallyDecision(cluster.candidate, loggedCase, after.fate, reviewMs);
    if (before.fate === after.fate) continue;
    const { scope, seq, num, at } = loggedCase;
    differences.push({ scope, seq, num, at, was: before.fate, becomes: after.fate, reason: after.reason });
  }
  return { decisions: cases.length, differences, clusters: [...clusters.values()] };
}

export interface Replayed {
  readonly decisions: number;
  readonly differences: readonly Difference[];
  readonly clusters: readonly (PairedTally & { readonly part: HoldoutPart })[];
}

/** Scores a replay by the parts of the log, and says which policy wins on the decisions that were held out. */
export function comparePolicies(
  { decisions, differences, clusters }: Replayed,
  rules: ReplayRules,
): Omit<Comparison, "at" | "notReplayed"> {
  const of = (...parts: readonly HoldoutPart[]): Scores =>
    scores(
      clusters.filter(({ part }) => parts.includes(part)),
      rules,
    );
  const [training, holdout] = [of("training"), of("otherScopes", "later")];
  const [otherScopes, later] = [of("otherScopes"), of("later")];
  return {
    decisions,
    changed: differences.length,
    changes: changesIn(differences),
    training,
    holdout,
    otherScopes,
    later,
    ...trialVerdict({ holdout, otherScopes, later }, rules),
  };
}

function changesIn(differences: readonly Difference[]): Comparison["changes"] {
  const groups = Map.groupBy(differences, ({ was, becomes }) => `${was} ${becomes}`);
  return [...groups.values()]
    .map((group) => ({ was: group[0]!.was, becomes: group[0]!.becomes, count: group.length }))
    .sort((a, b) => b.count - a.count || (a.was + a.becomes < b.was + b.becomes ? -1 : 1));
}

type Verdict = Pick<Comparison, "verdict" | "reasons">;

/**
 * A candidate wins only if its gain on the holdout is more than chance, no objective gets worse than its bound, and it
 * loses neither among scopes nor among days that were held out.
 */
export function trialVerdict(
  { holdout, otherScopes, later }: Pick<Comparison, "holdout" | "otherScopes" | "later">,
  { minLabels, minGain }: Pick<ReplayRules, "minLabels" | "minGain">,
): Verdict {
  if (holdout.labelled < minLabels) {
    const reason = `${holdout.labelled} of ${minLabels} labelled decisions are held out: too few to tell.`;
    return { verdict: "undecided", reasons: [reason] };
  }
  const worse = holdout.objectives
    .filter(({ withinBound }) => !withinBound)
    .map(
      ({ objective, active, candidate }) =>
        `${objective} would go from ${percent(active)} to ${percent(candidate)}, which is out of its bound.`,
    );
  if (holdout.gain.value < 0) worse.push(`It loses ${points(holdout.gain.value)} on what was held out.`);
  for (const [name, part] of [
    ["scopes", otherScopes],
    ["days", later],
  ] as const) {
    if (part.labelled * 4 >= minLabels && part.gain.value < 0)
      worse.push(`It loses ${points(part.gain.value)} on the ${name} that were held out.`);
  }
  if (worse.length > 0) return { verdict: "worse", reasons: worse };
  const { value, low } = holdout.gain;
  if (value >= minGain && low > 0) {
    return { verdict: "better", reasons: [`It gains ${points(value)} on what was held out.`] };
  }
  const reason = `Its gain of ${points(value)} on what was held out is not clear: it may be ${points(low)}.`;
  return { verdict: "undecided", reasons: [reason] };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function points(score: number): string {
  return `${score.toFixed(3)} points`;
}
