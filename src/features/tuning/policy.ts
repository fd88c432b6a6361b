import type { PolicyOptions, PolicyVersion } from "../../api/policy.ts";
import type { TuningOptions, TuningStep } from "../../api/tuning.ts";
import { checkReason, checkWhole } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import { MAX_POLICY_VERSION, type Policies, policiesOf } from "../../domain/policy.ts";
import type { Settings } from "../../domain/settings.ts";
import { checkActor } from "../../domain/text.ts";
import {
  findPolicy,
  listPolicies,
  newestPolicy,
  type PolicyRow,
  policiesIn,
  previousStable,
} from "../../store/tables/policies.ts";
import { findTuningStep, runningCanary } from "../../store/tables/trials.ts";
import { type SetPolicyArgs, type StepBy, unknownVersion } from "../../store/writes/policy.ts";
import { toStep } from "./monitor.ts";
import type { TuningTools } from "./trial.ts";

/** The version in force. */
export async function currentPolicy(
  { store, settings }: TuningTools,
  tenant: string,
): Promise<PolicyVersion> {
  return toVersion(await newestPolicy(store.read, tenant), settings, true);
}

/** Newest first, down to version 0. */
export async function policyVersions(
  { store, settings }: TuningTools,
  tenant: string,
): Promise<PolicyVersion[]> {
  const rows = await listPolicies(store.read, tenant);
  return [...rows, undefined].map((row, i) => toVersion(row, settings, i === 0));
}

export async function policiesAt(
  { store, settings }: TuningTools,
  tenant: string,
  version: number,
): Promise<Policies> {
  const row = version === 0 ? undefined : await findPolicy(store.read, tenant, version);
  if (row === undefined && version !== 0) throw unknownVersion(tenant, version);
  return policiesIn(row, settings);
}

/** `call` is the reason where none is given. Returns the version that is then in force. */
export async function changePolicy(
  tools: TuningTools,
  tenant: string,
  change: SetPolicyArgs["change"],
  { call, ifVersion, ...options }: PolicyOptions & { readonly call: string },
): Promise<PolicyVersion> {
  await tools.store.write("setPolicy", {
    tenant,
    change,
    ifVersion: ifVersion === undefined ? null : checkVersion(ifVersion, "ifVersion"),
    opened: policiesOf(tools.settings),
    ...stepBy(tools, call, options),
  });
  return currentPolicy(tools, tenant);
}

/** Goes back to a version. */
export function rollBackTo(
  tools: TuningTools,
  tenant: string,
  back: number,
  options: PolicyOptions = {},
): Promise<PolicyVersion> {
  return changePolicy(tools, tenant, { back }, { ...options, call: `rollback to ${back}` });
}

/** Instantly to what was there before: a canary ends; without one, the version before the last change is in force. */
export async function rollBack(
  tools: TuningTools,
  tenant: string,
  options: PolicyOptions = {},
): Promise<PolicyVersion> {
  const { store } = tools;
  if ((await runningCanary(store.read, tenant)) !== undefined) {
    await store.write("stopCanary", { tenant, lost: false, ...stepBy(tools, "rollback", options) });
    return currentPolicy(tools, tenant);
  }
  const version = previousStable(await listPolicies(store.read, tenant));
  if (version !== null) return rollBackTo(tools, tenant, version, options);
  throw new MemoirError("nothing_to_undo", "The policy was never changed: there is nothing to go back to.");
}

/** Takes a step back. Returns the step that did it. */
export async function undoTuningStep(
  tools: TuningTools,
  tenant: string,
  num: number,
  options?: TuningOptions,
): Promise<TuningStep> {
  const { store, settings } = tools;
  const by = stepBy(tools, `undo step ${num}`, options);
  const done = await store.write("undoStep", { tenant, num, opened: policiesOf(settings), ...by });
  return toStep((await findTuningStep(store.read, tenant, done))!);
}

/** Version 0, which has no row, is the policy that the engine was opened with. */
function toVersion(row: PolicyRow | undefined, settings: Settings, active: boolean): PolicyVersion {
  return {
    version: row?.version ?? 0,
    active,
    actor: row?.actor ?? null,
    reason: row?.reason ?? null,
    createdAt: row === undefined ? null : new Date(row.created_at),
    ...policiesIn(row, settings),
  };
}

export function checkVersion(value: unknown, name: string): number {
  return checkWhole(value, name, 0, MAX_POLICY_VERSION);
}

/** Who takes a step, and why; `call` where no reason is given. */
export function stepBy(tools: TuningTools, call: string, { actor, reason }: TuningOptions = {}): StepBy {
  return {
    actor: checkActor(actor),
    reason: checkReason(reason, call),
    at: tools.now(),
  };
}
