import { MemoirError } from "../../domain/errors.ts";
import { type Policies, type PolicyPatch, patchedPolicies } from "../../domain/policy.ts";
import type { Scope } from "../../domain/scope.ts";
import { findPolicy, newestPolicy, type PolicyRow, policiesIn } from "../policies.ts";
import { refuseReadOnly } from "../scopes.ts";
import type { Tx } from "../tx.ts";
import { forgetSweptBy } from "./sweep.ts";

/**
 * Stops or allows all writes of a tenant, in every process at once (R70). The operator's switches work while the tenant is
 * read-only, or nobody could end it.
 */
export async function switchReadOnly(
  tx: Tx,
  { tenant, readOnly, at }: { tenant: string; readOnly: boolean; at: number },
): Promise<void> {
  await tx.run(
    `insert into tenant (tenant, read_only, updated_at) values ($1, $2, $3)
     on conflict (tenant) do update set read_only = excluded.read_only, updated_at = excluded.updated_at`,
    [tenant, readOnly ? 1 : 0, at],
  );
}

/** Switches writes to one scope on or off (R67). */
export async function switchScopeWrites(
  tx: Tx,
  { scope, enabled, at }: { scope: Scope; enabled: boolean; at: number },
): Promise<void> {
  await tx.run(
    `insert into scope (tenant, kind, id, writes, created_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant, kind, id) do update set writes = excluded.writes`,
    [scope.tenant, scope.kind, scope.id, enabled ? 1 : 0, at],
  );
  // Sweeps passed it over, also one that brought the other scopes to new settings.
  if (enabled) await forgetSweptBy(tx, scope.tenant);
}

interface SetPolicyArgs {
  tenant: string;
  /** A patch over what is in force, or the number of the version to go back to. */
  change: PolicyPatch | number;
  /** Only if this version is in force. */
  ifVersion: number | null;
  /** The options the engine was opened with. */
  opened: Policies;
  actor: string;
  reason: string;
  at: number;
}

/** A new version; none when nothing would change. Returns the number of the one in force. */
export async function setPolicy(tx: Tx, args: SetPolicyArgs): Promise<number> {
  const { tenant, change, opened, actor, reason, at } = args;
  await refuseReadOnly(tx, tenant);
  await lockTenant(tx, tenant, at);
  const newest = await newestPolicy(tx, tenant);
  const version = newest?.version ?? 0;
  if (args.ifVersion !== null && args.ifVersion !== version) {
    throw new MemoirError(
      "conflict",
      `Policy version ${version} is in force, not ${args.ifVersion}: somebody changed it. Read it again and repeat.`,
      { details: { version } },
    );
  }
  const settings =
    typeof change === "number"
      ? await settingsOf(tx, tenant, change)
      : JSON.stringify(patchedPolicies(policiesIn(newest, opened), change));
  const current = newest?.settings ?? null;
  const same =
    settings === current || (current === null && settings === JSON.stringify(policiesIn(newest, opened)));
  if (same) return version;
  const columns = ["tenant", "version", "settings", "actor", "reason", "created_at"];
  await tx.insert("policy_version", columns, [[tenant, version + 1, settings, actor, reason, at]]);
  return version + 1;
}

/** Two who change what belongs to the whole tenant do so one after the other. */
export async function lockTenant(tx: Tx, tenant: string, at: number): Promise<void> {
  await tx.run(
    "insert into tenant (tenant, read_only, updated_at) values ($1, 0, $2) on conflict (tenant) do nothing",
    [tenant, at],
  );
  await tx.one(`select tenant from tenant where tenant = $1${tx.dialect.forUpdate}`, [tenant]);
}

async function settingsOf(tx: Tx, tenant: string, version: number): Promise<PolicyRow["settings"]> {
  if (version === 0) return null;
  const row = await findPolicy(tx, tenant, version);
  if (row !== undefined) return row.settings;
  throw unknownVersion(tenant, version);
}

export function unknownVersion(tenant: string, version: number): MemoirError {
  return new MemoirError(
    "not_found",
    `Tenant "${tenant}" has no policy version ${version}. List the versions to see what there is.`,
    { details: { version } },
  );
}
