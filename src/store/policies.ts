import { type Policies, policiesOf, policiesOver } from "../domain/policy.ts";
import type { Reader, Tx } from "./tx.ts";

/** A version of a tenant's policies. */
export interface PolicyRow {
  version: number;
  /** JSON of both policies; `null` = what the engine was opened with. */
  settings: string | null;
  actor: string;
  reason: string;
  created_at: number;
}

const SELECT = "select version, settings, actor, reason, created_at from policy_version where tenant = $1";

/** The version in force: the newest. */
export function newestPolicy(reader: Reader, tenant: string): Promise<PolicyRow | undefined> {
  return reader.one<PolicyRow>(`${SELECT} order by version desc limit 1`, [tenant]);
}

export function findPolicy(reader: Reader, tenant: string, version: number): Promise<PolicyRow | undefined> {
  return reader.one<PolicyRow>(`${SELECT} and version = $2`, [tenant, version]);
}

/** Newest first. */
export function listPolicies(reader: Reader, tenant: string): Promise<PolicyRow[]> {
  return reader.all<PolicyRow>(`${SELECT} order by version desc`, [tenant]);
}

export async function insertPolicy(tx: Tx, tenant: string, row: PolicyRow): Promise<void> {
  await tx.insert(
    "policy_version",
    ["tenant", "version", "settings", "actor", "reason", "created_at"],
    [[tenant, row.version, row.settings, row.actor, row.reason, row.created_at]],
  );
}

export function policiesIn(row: Pick<PolicyRow, "settings"> | undefined, opened: Policies): Policies {
  return row === undefined || row.settings === null
    ? policiesOf(opened)
    : policiesOver(opened, JSON.parse(row.settings));
}

/** A tenant's policies and their version; 0 = what the engine was opened with. */
export interface PolicyInForce extends Policies {
  readonly version: number;
}

/** One row by its key, read anew each time: so what one process sets holds for the next write of every other. */
export async function policyFor(reader: Reader, tenant: string, opened: Policies): Promise<PolicyInForce> {
  const row = await newestPolicy(reader, tenant);
  return { version: row?.version ?? 0, ...policiesIn(row, opened) };
}
