import type { ScopeKind } from "../domain/scope.ts";
import type { OpenScope } from "./scopes.ts";
import type { Reader, Tx, Value } from "./tx.ts";

/** What a scope keeps no longer. Moments in epoch milliseconds; `null` = that is kept for ever. */
export interface ScopeRetention {
  /** Words of events recorded before. */
  readonly events: number | null;
  /** Also words that nobody has read yet, where nothing reads them by itself. */
  readonly unread: boolean;
  /** Operational events before. */
  readonly operations: number | null;
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
}

const OF_SCOPE = "x.tenant = s.tenant and x.scope = s.num";
const oldEvents = (unread: boolean): string =>
  `from event x where ${OF_SCOPE} and x.seq > s.expired_seq${unread ? "" : " and x.seq <= s.extracted_seq"} and x.recorded_at < `;
const OLD_OPERATIONS = `from op_event x where ${OF_SCOPE} and x.at < `;
const OLD_CHANGES = `from change_log x where ${OF_SCOPE} and x.rev <= s.rev - `;

/** Scopes with what is to go, one page after another. `exact`: counted; else only whether there is any, which is cheap. */
export async function scopeLeftovers(
  reader: Reader,
  tenant: string,
  { events, unread, operations, changes }: ScopeRetention,
  { after, limit, exact }: { readonly after: number; readonly limit: number; readonly exact: boolean },
): Promise<ScopeLeftovers[]> {
  const params: Value[] = [tenant, after, limit];
  const much = (sql: string, before: number | null, one: string): string => {
    if (before === null) return "0";
    const from = `${sql} $${params.push(before)}`;
    return exact
      ? `(select count(*) ${from})`
      : `case when exists (select 1 ${from} ${one}) then 1 else 0 end`;
  };
  return reader.all<ScopeLeftovers>(
    `select s.num, s.kind, s.id, ${much(oldEvents(unread), events, "order by x.seq limit 1")} as events,
       ${much(OLD_OPERATIONS, operations, "")} as operations, ${much(OLD_CHANGES, changes, "")} as changes
     from scope s where s.tenant = $1 and s.num > $2 and s.writes = 1 order by s.num limit $3`,
    params,
  );
}

/** Drops the operational events and changes of a scope that are too many. The words of events are another write. */
export async function dropOfScope(
  scope: OpenScope,
  { operations, changes }: ScopeRetention,
): Promise<{ operations: number; changes: number }> {
  return {
    operations:
      operations === null
        ? 0
        : await scope.run("delete from op_event where tenant = $1 and scope = $2 and at < $3", [operations]),
    changes: await scope.run(
      `delete from change_log where tenant = $1 and scope = $2 and rev <=
         (select rev from scope where tenant = $1 and num = $2) - cast($3 as bigint)`,
      [changes],
    ),
  };
}

/** Rows of a tenant that are kept for a time: which, and since when they count. Days are compared as dates. */
const OF_TENANT = {
  answers: { table: "idempotent_request", where: "begun_at < $2" },
  usage: { table: "model_usage", where: "day < $2" },
  figures: { table: "figure", where: "day < $2" },
  runs: { table: "upkeep_run", where: "started_at < $2 and status <> 'running'" },
} as const;

export type TenantKept = keyof typeof OF_TENANT;

/** Of each kind the moment, or the day, before which it is dropped; `null` = it is kept for ever. */
export type TenantRetention = Readonly<Record<TenantKept, number | string | null>>;

export const TENANT_KEPT = Object.keys(OF_TENANT) as readonly TenantKept[];

export async function countOfTenant(
  reader: Reader,
  tenant: string,
  kind: TenantKept,
  before: number | string,
): Promise<number> {
  const { table, where } = OF_TENANT[kind];
  const row = await reader.one<{ n: number }>(
    `select count(*) as n from ${table} where tenant = $1 and ${where}`,
    [tenant, before],
  );
  return row?.n ?? 0;
}

export function dropOfTenant(
  tx: Tx,
  tenant: string,
  kind: TenantKept,
  before: number | string,
): Promise<number> {
  const { table, where } = OF_TENANT[kind];
  return tx.run(`delete from ${table} where tenant = $1 and ${where}`, [tenant, before]);
}
