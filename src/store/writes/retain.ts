import type { UpkeepCounts } from "../../api/upkeep.ts";
import type { Scope, ScopeKind } from "../../domain/scope.ts";
import { exceptUntaken } from "../tables/change-log.ts";
import { IN_SCOPE } from "../tables/scopes.ts";
import type { PageAfter, SqlReader, Tx, Value } from "../tx.ts";
import { scopeWrite } from "./context.ts";

/** Drops the operational events, changes and contexts of replies that a scope keeps no longer. The words of its events are another write. */
export const dropFromScope = scopeWrite(
  async (scope, args: { scope: Scope; at: number; retention: ScopeRetention }): Promise<UpkeepCounts> => {
    const before = args.retention.operations;
    const operations =
      before === null ? 0 : await scope.run(`delete from op_event where ${IN_SCOPE} and at < $3`, [before]);
    const changes = await scope.run(
      `delete from change_log where ${IN_SCOPE} and rev <=
         (select rev from scope where tenant = $1 and num = $2) - cast($3 as bigint) ${exceptUntaken(scope.tx)}`,
      [args.retention.changes],
    );
    const said = args.retention.contexts;
    const contexts =
      said === null ? 0 : await scope.run(`delete from reply_context where ${IN_SCOPE} and at < $3`, [said]);
    return { operations, changes, contexts, rows: operations + changes + contexts };
  },
);

/** Drops what a tenant keeps no longer. */
export async function dropFromTenant(
  tx: Tx,
  { tenant, kind, before }: { tenant: string; kind: TenantKept; before: number | string },
): Promise<UpkeepCounts> {
  const rows = await tx.run(`delete from ${oldOf(kind)}`, [tenant, before]);
  return { [kind]: rows, rows };
}

/** The retention limits of a scope. Times in epoch milliseconds; `null` = kept for ever. */
export interface ScopeRetention {
  /** Words of events recorded before. */
  readonly events: number | null;
  /** Also words that nobody has read yet, where nothing reads them by itself. */
  readonly unread: boolean;
  /** Operational events before. */
  readonly operations: number | null;
  /** Contexts of replies before. */
  readonly contexts: number | null;
  /** How many changes are kept. */
  readonly changes: number;
}

/** How much of each kind a scope has that is to go. */
export interface ScopeLeftovers {
  num: number;
  kind: ScopeKind;
  id: string;
  events: number;
  operations: number;
  changes: number;
  contexts: number;
}

const OF_SCOPE = "x.tenant = s.tenant and x.scope = s.num";
const oldEvents = (unread: boolean): string =>
  `from event x where ${OF_SCOPE} and x.seq > s.expired_seq${unread ? "" : " and x.seq <= s.extracted_seq"} and x.recorded_at < `;
const OLD_OPERATIONS = `from op_event x where ${OF_SCOPE} and x.at < `;
const OLD_CONTEXTS = `from reply_context x where ${OF_SCOPE} and x.at < `;
const OLD_CHANGES = `from change_log x where ${OF_SCOPE} and x.rev <= s.rev - `;

/** Scopes with what is to go, one page after another. `exact`: counted; else only whether there is any, which is cheap. */
export async function scopeLeftovers(
  reader: SqlReader,
  tenant: string,
  { events, unread, operations, changes, contexts }: ScopeRetention,
  { after, limit, exact }: { readonly after: number; readonly limit: number; readonly exact: boolean },
): Promise<ScopeLeftovers[]> {
  const params: Value[] = [tenant, after, limit];
  const much = (sql: string, before: number | null, limit: string): string => {
    if (before === null) return "0";
    const from = `${sql} $${params.push(before)}`;
    return exact
      ? `(select count(*) ${from})`
      : `case when exists (select 1 ${from} ${limit}) then 1 else 0 end`;
  };
  return reader.all(
    `select s.num, s.kind, s.id, ${much(oldEvents(unread), events, "order by x.seq limit 1")} as events,
       ${much(OLD_OPERATIONS, operations, "")} as operations, ${much(OLD_CHANGES, changes, "")} as changes,
       ${much(OLD_CONTEXTS, contexts, "")} as contexts
     from scope s where s.tenant = $1 and s.num > $2 and s.writes = 1 order by s.num limit $3`,
    params,
  );
}

/** Rows of a tenant that are kept for a time: which, and since when they count. Days are compared as dates. */
const OF_TENANT = {
  answers: { table: "idempotent_request", where: "begun_at < $2" },
  usage: { table: "model_usage", where: "day < $2" },
  figures: { table: "figure", where: "day < $2" },
  deliveries: { table: "hook_delivery", where: "last_at < $2 and status <> 'waiting'" },
  runs: { table: "upkeep_run", where: "started_at < $2 and status <> 'running'" },
} as const;

const oldOf = (kind: TenantKept): string =>
  `${OF_TENANT[kind].table} where tenant = $1 and ${OF_TENANT[kind].where}`;

type TenantKept = keyof typeof OF_TENANT;

/** Of each kind the moment, or the day, before which it is dropped; `null` = it is kept for ever. */
export type TenantRetention = Readonly<Record<TenantKept, number | string | null>>;

export const TENANT_KEPT = Object.keys(OF_TENANT) as readonly TenantKept[];

export async function countOldRows(
  reader: SqlReader,
  tenant: string,
  kind: TenantKept,
  before: number | string,
): Promise<number> {
  const row = await reader.one<{ n: number }>(`select count(*) as n from ${oldOf(kind)}`, [tenant, before]);
  return row?.n ?? 0;
}

/** Tenants that are looked at in one go; the next look finds the next ones. */
const TENANTS = 200;
const WRITABLE = "not exists (select 1 from tenant t where t.tenant = due.tenant and t.read_only = 1)";

/** Tenants with forgotten memories whose time has come. None that is read-only. */
export function tenantsWithDue(reader: SqlReader, at: number): Promise<string[]> {
  const due = "select tenant from memory where purge_at <= $1 and status = 'soft_deleted' order by purge_at";
  return tenantsOf(reader, due, at);
}

/** Tenants with answers to requests that are too old. None that is read-only. */
export function tenantsWithOldAnswers(reader: SqlReader, before: number): Promise<string[]> {
  const old = "select tenant from idempotent_request where begun_at < $1 order by begun_at";
  return tenantsOf(reader, old, before);
}

async function tenantsOf(reader: SqlReader, sql: string, at: number): Promise<string[]> {
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
  reader: SqlReader,
  tenant: string,
  at: number,
  { after, limit }: PageAfter<Pick<DueMemory, "purgeAt" | "id"> | null>,
): Promise<DueMemory[]> {
  const rows = await reader.all<Omit<DueMemory, "scope"> & { kind: ScopeKind; scope: string }>(
    `select s.kind, s.id as scope, s.num, m.id, m.purge_at as "purgeAt"
     from memory m join scope s on s.tenant = m.tenant and s.num = m.scope
     where m.tenant = $1 and m.purge_at <= $2 and m.status = 'soft_deleted' and s.writes = 1
       and (m.purge_at, m.id) > ($3, $4)
     order by m.purge_at, m.id limit $5`,
    [tenant, at, after?.purgeAt ?? Number.MIN_SAFE_INTEGER, after?.id ?? "", limit],
  );
  return rows.map(({ kind, scope, ...due }) => ({ ...due, scope: { tenant, kind, id: scope } }));
}
