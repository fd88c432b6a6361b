import type { Scope } from "../../domain/scope.ts";
import type { Tx } from "../tx.ts";
import { forgetSweptBy } from "./sweep.ts";

/**
 * Stops or allows all writes of a tenant, in every process at once. The operator's switches work while the tenant is
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

/** Switches writes to one scope on or off. */
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

/** Two who change what belongs to the whole tenant do so one after the other. */
export async function lockTenant(tx: Tx, tenant: string, at: number): Promise<void> {
  await tx.run(
    "insert into tenant (tenant, read_only, updated_at) values ($1, 0, $2) on conflict (tenant) do nothing",
    [tenant, at],
  );
  await tx.one(`select tenant from tenant where tenant = $1${tx.dialect.forUpdate}`, [tenant]);
}
