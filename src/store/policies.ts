import { BoundedMap } from "../domain/bounded-map.ts";
import { type Policies, policiesOf, policiesOver } from "../domain/policy.ts";
import type { Settings } from "../domain/settings.ts";
import type { Reader } from "./tx.ts";

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
  return reader.one(`${SELECT} order by version desc limit 1`, [tenant]);
}

export function findPolicy(reader: Reader, tenant: string, version: number): Promise<PolicyRow | undefined> {
  return reader.one(`${SELECT} and version = $2`, [tenant, version]);
}

/** Newest first. */
export function listPolicies(reader: Reader, tenant: string): Promise<PolicyRow[]> {
  return reader.all(`${SELECT} order by version desc`, [tenant]);
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

/** One row by its key, read each time: a change by one process applies to the next write of every other. */
export async function policyFor(reader: Reader, tenant: string, opened: Policies): Promise<PolicyInForce> {
  const row = await newestPolicy(reader, tenant);
  return { version: row?.version ?? 0, ...policiesIn(row, opened) };
}

/** The effective settings of a tenant: those the engine was opened with, overridden by the tenant's newest policies. */
export interface TenantSettings {
  readonly settings: Settings;
  /** The policies' version; 0 = what the engine was opened with. */
  readonly policy: number;
}

export interface SettingsByTenant {
  /** Read each time: a change by one process applies to the next call of every other. */
  now(tenant: string): Promise<TenantSettings>;
  /** As this process last saw them; what is read meanwhile tells in passing whether they are still so. */
  last(tenant: string): TenantSettings;
}

/** More tenants than a process serves at once; who is dropped is read again. */
const MOST = 10_000;

export function settingsByTenant(reader: Reader, opened: Settings): SettingsByTenant {
  const first: TenantSettings = { settings: opened, policy: 0 };
  const seen = new BoundedMap<string, TenantSettings>(MOST);
  const last = (tenant: string): TenantSettings => seen.get(tenant) ?? first;
  return {
    last,
    async now(tenant) {
      const { version, ...policies } = await policyFor(reader, tenant, opened);
      const known = last(tenant);
      // A version is never changed, so its settings are the same object, for what is cached by it.
      if (known.policy === version) return known;
      const found = { settings: { ...opened, ...policies }, policy: version };
      seen.set(tenant, found);
      return found;
    },
  };
}
