import { type PolicyState, versionFor } from "../../domain/canary.ts";
import { type Policies, policiesOf, policiesOver } from "../../domain/policy.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import { BoundedMap } from "../../runtime/bounded-map.ts";
import type { SqlReader } from "../tx.ts";
import { type PolicyColumns, policyColumns, policyStateOf } from "./scopes.ts";

/** How a version came about. A candidate is never in force itself: a promotion is a new version that is equal to it. */
export const POLICY_ORIGINS = ["set", "rollback", "promote", "candidate"] as const;

/** A version of a tenant's policies. */
export interface PolicyRow {
  version: number;
  /** JSON of both policies; `null` = what the engine was opened with. */
  settings: string | null;
  actor: string;
  reason: string;
  created_at: number;
  how: (typeof POLICY_ORIGINS)[number];
  /** The version that a rollback or a promotion is equal to. */
  copies: number | null;
}

const SELECT =
  "select version, settings, actor, reason, created_at, how, copies from policy_version where tenant = $1";

/** The version in force: the newest that is no candidate. */
export function newestPolicy(reader: SqlReader, tenant: string): Promise<PolicyRow | undefined> {
  return reader.one(`${SELECT} and how <> 'candidate' order by version desc limit 1`, [tenant]);
}

export function findPolicy(
  reader: SqlReader,
  tenant: string,
  version: number,
): Promise<PolicyRow | undefined> {
  return reader.one(`${SELECT} and version = $2`, [tenant, version]);
}

/** Newest first, without candidates. */
export function listPolicies(reader: SqlReader, tenant: string): Promise<PolicyRow[]> {
  return reader.all(`${SELECT} and how <> 'candidate' order by version desc`, [tenant]);
}

/** The number of the newest version of any sort; 0 = there is none. */
export async function lastVersion(reader: SqlReader, tenant: string): Promise<number> {
  const row = await reader.one<{ version: number | null }>(
    "select max(version) as version from policy_version where tenant = $1",
    [tenant],
  );
  return row?.version ?? 0;
}

/**
 * The version that was in force before the one that is now, and from which nobody went back: where an instant rollback
 * leads. `rows` are newest first; `null` = there is none.
 */
export function previousStable(rows: readonly PolicyRow[]): number | null {
  const [current, ...older] = rows;
  if (current === undefined) return null;
  const rolledBack = new Set(
    rows.flatMap((row, i) => (row.how === "rollback" ? [rows[i + 1]?.version] : [])),
  );
  const same = (row: PolicyRow): boolean => row.settings === current.settings;
  const stable = older.find((row) => !rolledBack.has(row.version) && row.how !== "rollback" && !same(row));
  if (stable !== undefined) return stable.version;
  return current.settings === null ? null : 0;
}

export function policiesIn(row: Pick<PolicyRow, "settings"> | undefined, opened: Policies): Policies {
  return row === undefined || row.settings === null
    ? policiesOf(opened)
    : policiesOver(opened, JSON.parse(row.settings));
}

/** Whom policies are asked for: a scope, or a tenant as a whole, which no canary concerns. */
export type PolicyOwner = Scope | { readonly tenant: string; readonly kind?: undefined };

function versionOf(owner: PolicyOwner, state: PolicyState): number {
  return owner.kind === undefined ? state.stable : versionFor(owner, state);
}

/** The versions that the scopes of a tenant go by, and what they set. */
interface InForce {
  readonly state: PolicyState;
  /** The row of each; none for version 0. */
  readonly rows: ReadonlyMap<number, Pick<PolicyRow, "settings">>;
}

const settingsAt = (version: string): string =>
  `(select p.settings from policy_version p where p.tenant = $1 and p.version = s.${version})`;

/** One statement: it stands before every recall that finds a newer version. */
async function inForce(reader: SqlReader, tenant: string): Promise<InForce> {
  const row = await reader.one<PolicyColumns & Record<"stable_settings" | "canary_settings", string | null>>(
    `select s.*, ${settingsAt("stable")} as stable_settings, ${settingsAt("canary_version")} as canary_settings
     from (select ${policyColumns("$1")}) s`,
    [tenant],
  );
  const state = policyStateOf(row!);
  const rows = new Map<number, Pick<PolicyRow, "settings">>();
  if (state.stable !== 0) rows.set(state.stable, { settings: row!.stable_settings });
  if (state.canary !== null) rows.set(state.canary.version, { settings: row!.canary_settings });
  return { state, rows };
}

/** The policies and their version; 0 = what the engine was opened with. */
export interface PolicyInForce extends Policies {
  readonly version: number;
}

/** Read each time: a change by one process applies to the next write of every other. */
export async function policyFor(
  reader: SqlReader,
  owner: PolicyOwner,
  opened: Policies,
): Promise<PolicyInForce> {
  const { state, rows } = await inForce(reader, owner.tenant);
  const version = versionOf(owner, state);
  return { version, ...policiesIn(rows.get(version), opened) };
}

/** The effective settings: those the engine was opened with, overridden by the policies in force. */
export interface TenantSettings {
  readonly settings: Settings;
  /** The policies' version; 0 = what the engine was opened with. */
  readonly policy: number;
}

export interface SettingsByTenant {
  /** Read each time: a change by one process applies to the next call of every other. */
  now(owner: PolicyOwner): Promise<TenantSettings>;
  /** As this process last saw them; what is read meanwhile tells in passing whether they are still so. */
  last(owner: PolicyOwner): TenantSettings;
}

/** More tenants than a process serves at once; who is dropped is read again. */
const MAX_SEEN = 10_000;

interface Seen {
  readonly state: PolicyState;
  readonly byVersion: ReadonlyMap<number, TenantSettings>;
}

export function settingsByTenant(reader: SqlReader, opened: Settings): SettingsByTenant {
  const first: TenantSettings = { settings: opened, policy: 0 };
  const unseen: Seen = { state: { stable: 0, canary: null }, byVersion: new Map([[0, first]]) };
  const seen = new BoundedMap<string, Seen>(MAX_SEEN);
  const under = (owner: PolicyOwner, { state, byVersion }: Seen): TenantSettings =>
    byVersion.get(versionOf(owner, state)) ?? first;
  return {
    last: (owner) => under(owner, seen.get(owner.tenant) ?? unseen),
    async now(owner) {
      const { tenant } = owner;
      const { state, rows } = await inForce(reader, tenant);
      const byVersionBefore = (seen.get(tenant) ?? unseen).byVersion;
      const byVersion = new Map<number, TenantSettings>([[0, first]]);
      for (const [version, row] of rows) {
        // A version is never changed, so its settings are the same object, for what is cached by it.
        const tenantSettings = byVersionBefore.get(version) ?? {
          settings: { ...opened, ...policiesIn(row, opened) },
          policy: version,
        };
        byVersion.set(version, tenantSettings);
      }
      const now: Seen = { state, byVersion };
      seen.set(tenant, now);
      return under(owner, now);
    },
  };
}
