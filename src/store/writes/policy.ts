import { MemoirError } from "../../domain/errors.ts";
import { type Policies, type PolicyPatch, patchedPolicies } from "../../domain/policy.ts";
import { findPolicy, insertPolicy, newestPolicy, type PolicyRow, policiesIn } from "../policies.ts";
import { refuseReadOnly } from "../scopes.ts";
import type { Tx } from "../tx.ts";

export interface SetPolicyArgs {
  tenant: string;
  /** A patch over what is in force, or the number of the version to go back to. */
  change: PolicyPatch | number;
  /** Only if this version is in force. */
  ifVersion: number | null;
  /** What the engine was opened with. */
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
  await insertPolicy(tx, tenant, { version: version + 1, settings, actor, reason, created_at: at });
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
