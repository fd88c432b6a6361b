import type { Reader, Tx } from "./tx.ts";

/** The settings that a tenant's rows agree with, as a sweep noted them; `null` = they have to be looked at one by one. */
export async function sweptBy(reader: Reader, tenant: string): Promise<string | null> {
  const row = await reader.one<{ aged_by: string | null }>("select aged_by from tenant where tenant = $1", [
    tenant,
  ]);
  return row?.aged_by ?? null;
}

export async function noteSweptBy(tx: Tx, tenant: string, settings: string, at: number): Promise<void> {
  await tx.run(
    `insert into tenant (tenant, read_only, updated_at, aged_by) values ($1, 0, $2, $3)
     on conflict (tenant) do update set aged_by = excluded.aged_by`,
    [tenant, at, settings],
  );
}

export async function forgetSweptBy(tx: Tx, tenant: string): Promise<void> {
  await tx.run("update tenant set aged_by = null where tenant = $1", [tenant]);
}
