import type { Drift, TuningStep } from "../../api/tuning.ts";
import { versionFor } from "../../domain/canary.ts";
import { parseScope } from "../../domain/scope.ts";
import { listPolicies } from "../../store/tables/policies.ts";
import { openAlarms, type TrialRow, type TuningStepRow } from "../../store/tables/trials.ts";
import { driftBetween, recentSpans, spansAround } from "./drift.ts";
import { type Breach, breaches } from "./guard.ts";
import { loadCases } from "./load.ts";
import type { LoggedCase } from "./logged-case.ts";
import type { TuningTools } from "./trial.ts";

const DAY = 86_400_000;

export function toStep({ undone_by, detail, at, ...step }: TuningStepRow): TuningStep {
  return {
    ...step,
    detail: JSON.parse(detail) as TuningStep["detail"],
    at: new Date(at),
    undoneBy: undone_by,
  };
}

/** How far what is remembered has changed: lately, and since the policy in force was set. */
export async function driftNow(tools: TuningTools, tenant: string): Promise<Drift> {
  const { store, settings, now } = tools;
  const { drift: rules, labelDays } = settings.tuning;
  const at = now();
  const [current] = await listPolicies(store.read, tenant);
  const recent = recentSpans(at, rules);
  const since = current === undefined ? null : spansAround(current.created_at, at, rules);
  const from = Math.min(recent.before.from, since?.before.from ?? at);
  const cases = await loadCases(store.read, tenant, { from, to: at }, labelDays);
  return {
    at: new Date(at),
    recent: driftBetween(cases, recent.before, recent.after, rules),
    sincePolicy:
      since === null
        ? null
        : { version: current!.version, ...driftBetween(cases, since.before, since.after, rules) },
    open: (await openAlarms(store.read, tenant)).map(toStep),
  };
}

/** The objectives in which a canary's scopes are worse than the others since it began. */
export async function canaryBreaches(
  tools: TuningTools,
  tenant: string,
  { version, share, canary_at }: TrialRow,
): Promise<Breach[]> {
  const { store, settings, now } = tools;
  const { bounds, drift, labelDays } = settings.tuning;
  const to = now();
  const cases = await loadCases(store.read, tenant, { from: canary_at!, to }, labelDays);
  const state = { stable: -1, canary: { version, share } };
  const isCanary = ({ scopeName }: LoggedCase): boolean =>
    versionFor(parseScope(scopeName, tenant), state) === version;
  const canaryCases = cases.filter((one) => one.policy === version);
  const others = cases.filter((one) => one.policy !== version && !isCanary(one));
  return breaches(others, canaryCases, { bounds, minClaims: drift.minClaims });
}

/** The objectives in which decisions since the policy in force was set are worse than those before it. */
export async function policyBreaches(tools: TuningTools, tenant: string): Promise<Breach[]> {
  const { store, settings, now } = tools;
  const { bounds, drift, labelDays } = settings.tuning;
  const [current] = await listPolicies(store.read, tenant);
  if (current === undefined) return [];
  const to = now();
  const change = current.created_at;
  // What came long after it is no longer the policy's doing.
  const end = Math.min(to, change + drift.baselineDays * DAY);
  if (to > change + 2 * drift.baselineDays * DAY) return [];
  const from = change - drift.baselineDays * DAY;
  const cases = await loadCases(store.read, tenant, { from, to: end }, labelDays);
  return breaches(
    cases.filter(({ at }) => at < change),
    cases.filter(({ at, policy }) => at >= change && policy === current.version),
    { bounds, minClaims: drift.minClaims },
  );
}
