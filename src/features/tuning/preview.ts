import type { DecisionDifference, PolicyPreview } from "../../api/tuning.ts";
import { type PolicyPatch, patchedPolicies, policiesOf } from "../../domain/policy.ts";
import { runInSteps } from "../../runtime/yield.ts";
import { eventsBySeq } from "../../store/tables/events.ts";
import { policyFor } from "../../store/tables/policies.ts";
import type { SqlReader } from "../../store/tx.ts";
import { notReplayed } from "./levers.ts";
import { loadCases } from "./load.ts";
import type { LoggedCase } from "./logged-case.ts";
import { type Difference, replay } from "./replay.ts";
import type { TuningTools } from "./trial.ts";

/** Differences that a preview names, the newest ones. */
const MAX_DIFFERENCES = 100;

/** Decides the logged decisions of a span again under the policy in force with a patch on it. Nothing is written. */
export async function previewPolicy(
  { store, settings }: TuningTools,
  tenant: string,
  patch: PolicyPatch,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<PolicyPreview> {
  const { read } = store;
  const active = policiesOf(await policyFor(read, { tenant }, settings));
  const candidate = patchedPolicies(active, patch);
  const cases = await loadCases(read, tenant, { from, to }, settings.tuning.labelDays);
  const contest = { active: active.writePolicy, candidate: candidate.writePolicy };
  // Nothing is scored here, so nothing is held out.
  const { differences, decisions } = await runInSteps(replay(cases, contest, { share: 0, at: to }));
  const byPlace = new Map(cases.map((one) => [placeOf(one), one]));
  const newest = differences.slice(-MAX_DIFFERENCES).toReversed();
  return {
    fromAt: new Date(from),
    toAt: new Date(to),
    decisions,
    changed: differences.length,
    differences: await Promise.all(
      newest.map((one) => decisionDifference(read, tenant, one, byPlace.get(placeOf(one))!)),
    ),
    notReplayed: notReplayed(active, candidate),
  };
}

function placeOf({ scope, seq, num }: Pick<LoggedCase, "scope" | "seq" | "num">): string {
  return `${scope} ${seq} ${num}`;
}

async function decisionDifference(
  reader: SqlReader,
  tenant: string,
  { scope, seq, was, becomes, reason, at }: Difference,
  { scopeName, memory }: LoggedCase,
): Promise<DecisionDifference> {
  const event = (await eventsBySeq(reader, { tenant, num: scope }, [seq])).get(seq);
  return {
    scope: scopeName,
    eventId: event?.id ?? null,
    memoryId: memory,
    was,
    becomes,
    reason,
    at: new Date(at),
  };
}
