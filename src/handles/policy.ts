import { checkOptions, checkReason, checkWhole } from "../domain/arguments.ts";
import { checkPolicyPatch } from "../domain/check-policy.ts";
import {
  type Policies,
  type PolicyDifference,
  type PolicyPatch,
  policyDifferences,
} from "../domain/policy.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { findPolicy, listPolicies, newestPolicy, type PolicyRow, policiesIn } from "../store/policies.ts";
import { unknownVersion } from "../store/writes/policy.ts";

/** A version of a tenant's policies, whole. */
export interface PolicyVersion extends Policies {
  /** 0 = what the engine was opened with. */
  readonly version: number;
  /** Whether it is in force: the newest is. */
  readonly active: boolean;
  /** Who set it, why and when; nobody set version 0. */
  readonly actor: string | null;
  readonly reason: string | null;
  readonly createdAt: Date | null;
}

export interface PolicyOptions {
  /** Why, for the record. Default: the name of the call. */
  reason?: string;
  /** Who, for the record. Default: `"operator"`. */
  actor?: string;
  /** Only when this version is still in force; else `conflict`. Default: whichever is. */
  ifVersion?: number;
}

/** The policies of a tenant, for every process at its next call (R37, R53, R54). Versions are added, never changed. */
export interface PolicyHandle {
  current(): Promise<PolicyVersion>;
  /** Newest first; the last is version 0. */
  versions(): Promise<PolicyVersion[]>;
  /** A new version: what is in force with some settings changed. Nothing happens when nothing would change. */
  set(patch: PolicyPatch, options?: PolicyOptions): Promise<PolicyVersion>;
  /** What another version has otherwise. */
  diff(from: number, to: number): Promise<PolicyDifference[]>;
  /** A new version that is as an old one was; 0 = as the engine was opened. */
  rollback(version: number, options?: PolicyOptions): Promise<PolicyVersion>;
}

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
    options: PolicyOptions | undefined,
  ): Promise<PolicyVersion> => {
    engine.use();
    const { reason, actor, ifVersion } = checkOptions(options, `policy.${call}()`);
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

  return {
    current,
    async versions() {
      const rows = await listPolicies(engine.use(), tenant);
      return [...rows, undefined].map((row, i) => seen(row, i === 0));
    },
    set: async (patch, options) => change("set", checkPolicyPatch(patch, "policy.set()"), options),
    diff: async (from, to) => policyDifferences(await policies(from, "from"), await policies(to, "to")),
    rollback: async (version, options) => change("rollback", checkVersion(version, "version"), options),
  };
}

function checkVersion(value: unknown, name: string): number {
  return checkWhole(value, name, 0, 2 ** 31 - 1);
}
