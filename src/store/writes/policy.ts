import { MemoirError } from "../../domain/errors.ts";
import { type Policies, type PolicyPatch, patchedPolicies } from "../../domain/policy.ts";
import { findPolicy, lastVersion, newestPolicy, type PolicyRow, policiesIn } from "../tables/policies.ts";
import { refuseReadOnly } from "../tables/scopes.ts";
import { logStep, runningCanary } from "../tables/trials.ts";
import { columnNames, type Tx } from "../tx.ts";
import { lockTenant } from "./admin.ts";

export interface SetPolicyArgs {
  tenant: string;
  /** A patch over what is in force, the version to go back to, or the candidate to put in force. */
  change: PolicyPatch | { back: number } | { promote: number };
  /** Only if this version is in force. */
  ifVersion: number | null;
  /** The options the engine was opened with. */
  opened: Policies;
  actor: string;
  reason: string;
  at: number;
  run?: string | undefined;
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
  const copies = "back" in change ? change.back : "promote" in change ? change.promote : null;
  const how = "back" in change ? "rollback" : "promote" in change ? "promote" : "set";
  const settings =
    copies === null
      ? JSON.stringify(patchedPolicies(policiesIn(newest, opened), change as PolicyPatch))
      : await settingsOf(tx, tenant, copies, how === "promote");
  const current = newest?.settings ?? null;
  const same =
    settings === current || (current === null && settings === JSON.stringify(policiesIn(newest, opened)));
  if (same) return version;
  const next = (await lastVersion(tx, tenant)) + 1;
  await insertPolicy(tx, tenant, { version: next, settings, actor, reason, created_at: at, how, copies });
  // A candidate was compared with what was in force until now.
  if (how === "promote") {
    await tx.run(
      "update policy_trial set status = 'promoted', share = 0, updated_at = $3 where tenant = $1 and version = $2",
      [tenant, copies, at],
    );
  }
  if (how === "rollback" && newest?.how === "promote") {
    await tx.run(
      "update policy_trial set status = 'refused', updated_at = $3 where tenant = $1 and version = $2",
      [tenant, newest.copies, at],
    );
  }
  await endCanary(tx, tenant, { actor, reason: `version ${next} is in force`, at });
  await logStep(tx, tenant, {
    kind: how,
    version: next,
    was: version,
    detail: copies === null ? {} : { copies },
    actor,
    reason,
    at,
    run: args.run,
  });
  return next;
}

const COLUMNS = columnNames("version, settings, actor, reason, created_at, how, copies");

export async function insertPolicy(tx: Tx, tenant: string, row: PolicyRow): Promise<void> {
  const values = COLUMNS.map((column) => row[column]);
  await tx.insert("policy_version", ["tenant", ...COLUMNS], [[tenant, ...values]]);
}

async function settingsOf(
  tx: Tx,
  tenant: string,
  version: number,
  isCandidate: boolean,
): Promise<PolicyRow["settings"]> {
  if (version === 0) return null;
  const row = await findPolicy(tx, tenant, version);
  if (row === undefined) throw unknownVersion(tenant, version);
  if ((row.how === "candidate") === isCandidate) return row.settings;
  throw new MemoirError(
    "conflict",
    isCandidate
      ? `Policy version ${version} is no candidate. Go back to it with a rollback.`
      : `Policy version ${version} is a candidate and was never in force. Promote it instead.`,
    { details: { version } },
  );
}

export function unknownVersion(tenant: string, version: number): MemoirError {
  return new MemoirError(
    "not_found",
    `Tenant "${tenant}" has no policy version ${version}. List the versions to see what there is.`,
    { details: { version } },
  );
}

/** Who takes a step, why and when. */
export interface StepBy {
  actor: string;
  reason: string;
  at: number;
  /** The upkeep run that takes it. Absent: a person does. */
  run?: string | undefined;
}

/** Ends the running canary, if there is one: its scopes go by the version in force again, from their next write on. */
export async function endCanary(
  tx: Tx,
  tenant: string,
  by: StepBy,
  status: "shadow" | "refused" = "shadow",
): Promise<number | null> {
  const canary = await runningCanary(tx, tenant);
  if (canary === undefined) return null;
  const { version, share } = canary;
  await tx.run(
    "update policy_trial set status = $4, share = 0, updated_at = $3 where tenant = $1 and version = $2",
    [tenant, version, by.at, status],
  );
  return logStep(tx, tenant, { kind: "canary_end", version, was: share, detail: {}, ...by });
}
