import { BoundedMap } from "../domain/bounded-map.ts";
import type { Settings } from "../domain/settings.ts";
import { policyFor } from "./policies.ts";
import type { Reader } from "./tx.ts";

/** What holds for a tenant: the settings the engine was opened with, under the tenant's newest policies. */
export interface TenantSettings {
  readonly settings: Settings;
  /** The policies' version; 0 = what the engine was opened with. */
  readonly policy: number;
}

export interface SettingsByTenant {
  /** Read anew: what one process sets holds for the next call of every other. */
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
