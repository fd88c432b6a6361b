import type { PolicyHandle, PolicyOptions, PolicyVersion } from "../api/operator.ts";
import { checkReason, checkWhole } from "../domain/arguments.ts";
import { checkPolicyPatch } from "../domain/check-policy.ts";
import { type Policies, type PolicyPatch, policyDifferences } from "../domain/policy.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { findPolicy, listPolicies, newestPolicy, type PolicyRow, policiesIn } from "../store/policies.ts";
import { unknownVersion } from "../store/writes/policy.ts";
import { checked, POLICY_CALLS } from "./calls.ts";

export function policyOf(engine: Engine, tenant: string): PolicyHandle {
  const seen = (row: PolicyRow | undefined, active: boolean): PolicyVersion => ({
    version: row?.version ?? 0,
    active,
    actor: row?.actor ?? null,
    reason: row?.reason ?? null,
    createdAt: row === undefined ? null : new Date(row.created_at),
    ...policiesIn(row, engine.settings),
  });
  const current = async (): Promise<PolicyVersion> => seen(await newestPolicy(engine.use(), tenant), true);
  const policies = async (version: unknown, name: string): Promise<Policies> => {
    const wanted = checkVersion(version, name);
    const row = wanted === 0 ? undefined : await findPolicy(engine.use(), tenant, wanted);
    if (row === undefined && wanted !== 0) throw unknownVersion(tenant, wanted);
    return policiesIn(row, engine.settings);
  };
  const change = async (
    call: "set" | "rollback",
    what: PolicyPatch | number,
    { reason, actor, ifVersion }: PolicyOptions = {},
  ): Promise<PolicyVersion> => {
    engine.use();
    await engine.store.write("setPolicy", {
      tenant,
      change: what,
      ifVersion: ifVersion === undefined ? null : checkVersion(ifVersion, "ifVersion"),
      opened: { writePolicy: engine.settings.writePolicy, readPolicy: engine.settings.readPolicy },
      actor: actor === undefined ? "operator" : checkId(actor, "actor"),
      reason: checkReason(reason, typeof what === "number" ? `rollback to ${what}` : call),
      at: engine.now(),
    });
    return current();
  };

  const handle: PolicyHandle = {
    current,
    async versions() {
      const rows = await listPolicies(engine.use(), tenant);
      return [...rows, undefined].map((row, i) => seen(row, i === 0));
    },
    set: async (patch, options) => change("set", checkPolicyPatch(patch, "policy.set()"), options),
    diff: async (from, to) => policyDifferences(await policies(from, "from"), await policies(to, "to")),
    rollback: async (version, options) => change("rollback", checkVersion(version, "version"), options),
  };
  return checked(handle, POLICY_CALLS, "policy.");
}

function checkVersion(value: unknown, name: string): number {
  return checkWhole(value, name, 0, 2 ** 31 - 1);
}
