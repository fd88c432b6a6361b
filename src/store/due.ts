import type { Scope, ScopeKind } from "../domain/scope.ts";
import type { Reader } from "./tx.ts";

/** Tenants that are looked at in one go; the next look finds the next ones. */
const TENANTS = 200;

/** Tenants with forgotten memories whose time has come, or with kept answers that are too old. None that is read-only. */
export async function tenantsWithDue(reader: Reader, at: number, answersBefore: number): Promise<string[]> {
  const rows = await reader.all<{ tenant: string }>(
    `select tenant from (
       select tenant from (select tenant from memory where purge_at <= $1 and status = 'soft_deleted'
         order by purge_at limit ${TENANTS}) m
       union select tenant from (select tenant from idempotent_request where begun_at < $2
         order by begun_at limit ${TENANTS}) r
     ) due where not exists (select 1 from tenant t where t.tenant = due.tenant and t.read_only = 1)`,
    [at, answersBefore],
  );
  return rows.map(({ tenant }) => tenant);
}

/** Forgotten memories of one scope whose time has come, the oldest first; `null` = there are none. */
export async function findDue(
  reader: Reader,
  tenant: string,
  at: number,
  limit: number,
): Promise<{ scope: Scope; ids: string[] } | null> {
  const [first, ...rest] = await reader.all<{ kind: ScopeKind; scope: string; num: number; id: string }>(
    `select s.kind, s.id as scope, s.num, m.id from memory m join scope s on s.tenant = m.tenant and s.num = m.scope
     where m.tenant = $1 and m.purge_at <= $2 and m.status = 'soft_deleted' and s.writes = 1
     order by m.purge_at limit $3`,
    [tenant, at, limit],
  );
  if (first === undefined) return null;
  const ids = [first, ...rest.filter(({ num }) => num === first.num)].map(({ id }) => id);
  return { scope: { tenant, kind: first.kind, id: first.scope }, ids };
}
