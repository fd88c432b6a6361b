import type { Scope, ScopeKind } from "../domain/scope.ts";
import type { PageAfter } from "./page.ts";
import type { Reader } from "./tx.ts";

/** Tenants that are looked at in one go; the next look finds the next ones. */
const TENANTS = 200;
const WRITABLE = "not exists (select 1 from tenant t where t.tenant = due.tenant and t.read_only = 1)";

/** Tenants with forgotten memories whose time has come. None that is read-only. */
export function tenantsWithDue(reader: Reader, at: number): Promise<string[]> {
  return tenantsOf(
    reader,
    "select tenant from memory where purge_at <= $1 and status = 'soft_deleted' order by purge_at",
    at,
  );
}

/** Tenants with answers to requests that are too old. None that is read-only. */
export function tenantsWithOldAnswers(reader: Reader, before: number): Promise<string[]> {
  return tenantsOf(
    reader,
    "select tenant from idempotent_request where begun_at < $1 order by begun_at",
    before,
  );
}

async function tenantsOf(reader: Reader, sql: string, at: number): Promise<string[]> {
  const rows = await reader.all<{ tenant: string }>(
    `select distinct tenant from (${sql} limit ${TENANTS}) due where ${WRITABLE}`,
    [at],
  );
  return rows.map(({ tenant }) => tenant);
}

/** A forgotten memory whose time has come. */
export interface DueMemory {
  readonly scope: Scope;
  /** The scope's number. */
  readonly num: number;
  readonly id: string;
  readonly purgeAt: number;
}

/** Forgotten memories of a tenant whose time has come, the oldest first. */
export async function findDue(
  reader: Reader,
  tenant: string,
  at: number,
  { after, limit }: PageAfter<Pick<DueMemory, "purgeAt" | "id"> | null>,
): Promise<DueMemory[]> {
  const rows = await reader.all<{
    kind: ScopeKind;
    scope: string;
    num: number;
    id: string;
    purge_at: number;
  }>(
    `select s.kind, s.id as scope, s.num, m.id, m.purge_at
     from memory m join scope s on s.tenant = m.tenant and s.num = m.scope
     where m.tenant = $1 and m.purge_at <= $2 and m.status = 'soft_deleted' and s.writes = 1
       and (m.purge_at, m.id) > ($3, $4)
     order by m.purge_at, m.id limit $5`,
    [tenant, at, after?.purgeAt ?? Number.MIN_SAFE_INTEGER, after?.id ?? "", limit],
  );
  return rows.map(({ kind, scope, num, id, purge_at }) => ({
    scope: { tenant, kind, id: scope },
    ...{ num, id, purgeAt: purge_at },
  }));
}
