import type { Settings } from "../../domain/settings.ts";
import { giveWay } from "../../runtime/yield.ts";
import { judge } from "../../write/decide/judge.ts";
import { partOf } from "./holdout.ts";
import { neighbours } from "./levers.ts";
import type { LoggedCase } from "./logged-case.ts";
import type { ReplayRules } from "./replay.ts";
import { scoreOf, worsening } from "./score.ts";
import { emptyTally, objectivesOf, reviewTime, tallyDecision } from "./tally.ts";

type WritePolicy = Settings["writePolicy"];

/** Settings that a proposal changes at most: a policy that differs in many ways cannot be judged by a person. */
const MAX_CHANGES = 3;

export interface PolicySearchResult {
  /** The best policy on the training part; `null` = none is better than the active one. */
  readonly policy: WritePolicy | null;
  readonly tried: number;
  readonly labelled: number;
}

/**
 * Looks for the policy that scores best on the training part: from the active one, the single change that gains most, then
 * from there the next. The held-out decisions are not looked at. `isTried`: policies that lost lately.
 */
export async function searchPolicies(
  cases: readonly LoggedCase[],
  active: WritePolicy,
  rules: Pick<ReplayRules, "split" | "weights" | "bounds" | "minLabels" | "minGain">,
  isTried: (policy: WritePolicy) => boolean,
): Promise<PolicySearchResult> {
  const training = cases.filter((one) => partOf(one, rules.split) === "training");
  const labelled = training.filter(({ label }) => label !== null).length;
  if (labelled < rules.minLabels) return { policy: null, tried: 0, labelled };
  const reviewMs = reviewTime(training);
  const measure = (policy: WritePolicy): ReturnType<typeof objectivesOf> => {
    const tally = emptyTally();
    for (const loggedCase of training)
      tallyDecision(tally, loggedCase, judge(loggedCase.case, policy).fate, reviewMs);
    return objectivesOf(tally);
  };
  const start = measure(active);
  const isAllowed = (objectives: typeof start): boolean =>
    Object.entries(rules.bounds).every(([name, bound]) => {
      const objective = name as keyof typeof start;
      return worsening(objective, start[objective], objectives[objective]) <= bound + 1e-9;
    });
  let best = { policy: active, score: scoreOf(start, rules.weights) };
  let tried = 0;
  for (let round = 0; round < MAX_CHANGES; round++) {
    let next = best;
    for (const policy of neighbours(best.policy)) {
      await giveWay();
      tried += 1;
      if (isTried(policy)) continue;
      const objectives = measure(policy);
      const score = scoreOf(objectives, rules.weights);
      if (score >= next.score + rules.minGain / 2 && isAllowed(objectives)) next = { policy, score };
    }
    if (next === best) break;
    best = next;
  }
  return { policy: best.policy === active ? null : best.policy, tried, labelled };
}
