import type { HistoryEvent } from "../../domain/change.ts";
import type { Event } from "../../domain/event.ts";
import type { MemorySort } from "../../domain/memory.ts";
import { formatScope, type Scope, type ScopeKind } from "../../domain/scope.ts";
import type { PageBelow, SqlReader, Value } from "../tx.ts";
import { EVENT_COLUMNS, type EventFilter, type EventRow, eventFilterSql, toEvent } from "./events.ts";
import { HISTORY_COLUMNS, type HistoryRow } from "./history.ts";
import { type MemoryRow, prefixEnd, MEMORY_SELECT as SELECT } from "./memories.ts";
import { filterSql, type StoreFilter } from "./memory-search.ts";

/** The scope that a row belongs to. */
export interface InScope {
  scope: number;
  scope_kind: ScopeKind;
  scope_id: string;
}

export function scopeNameOf({ scope_kind, scope_id }: Pick<InScope, "scope_kind" | "scope_id">): string {
  return formatScope({ kind: scope_kind, id: scope_id });
}

export function scopeOf(
  tenant: string,
  { scope_kind, scope_id }: Pick<InScope, "scope_kind" | "scope_id">,
): Scope {
  return { tenant, kind: scope_kind, id: scope_id };
}

export const SCOPE_SELECT = "s.num as scope, s.kind as scope_kind, s.id as scope_id";

export type OwnedMemoryRow = MemoryRow & InScope & { num: number };

/** Which of a tenant's scopes. */
export interface ScopeFilter {
  readonly tenant: string;
  /** One, by its number. */
  readonly scope?: number | undefined;
  readonly kind?: ScopeKind | undefined;
}

/** Memories with the scope of each. */
export const OWNED_MEMORIES = `select m.num, ${SCOPE_SELECT}, ${SELECT} from memory m join scope s on s.tenant = m.tenant and s.num = m.scope`;

/** Where a memory stands in a list: by the values of the sort, then by its number. */
export interface MemoryPosition {
  readonly values: readonly (number | string)[];
  readonly num: number;
}

export interface MemoryOrder {
  readonly sort: MemorySort;
  readonly ascending: boolean;
}

/** A part of a list in an order, beyond the place `before`; `null`: from its beginning. */
export interface MemoryPage extends MemoryOrder, PageBelow<MemoryPosition | null> {
  readonly skip: number;
}

/** An SQL expression to sort by, and its value of a row. */
interface SortKey {
  readonly sql: string;
  of(row: OwnedMemoryRow): number | string;
}

const byColumn = (column: "updated_at" | "confirmed_at" | "importance" | "confidence"): SortKey[] => [
  { sql: `m.${column}`, of: (row) => row[column] },
];

/** Before the number, which is given out in the order of creation and has an index. */
const SORT_KEYS: Readonly<Record<MemorySort, readonly SortKey[]>> = {
  created: [],
  updated: byColumn("updated_at"),
  confirmed: byColumn("confirmed_at"),
  importance: byColumn("importance"),
  confidence: byColumn("confidence"),
  person: [
    { sql: "s.kind", of: (row) => row.scope_kind },
    { sql: "s.id", of: (row) => row.scope_id },
    // What is about nobody else in a user's scope is about that user.
    {
      sql: "coalesce(m.subject, case s.kind when 'user' then s.id else '' end)",
      of: (row) => row.subject ?? (row.scope_kind === "user" ? row.scope_id : ""),
    },
    { sql: "coalesce(m.type, '')", of: (row) => row.type ?? "" },
  ],
};

/** The number of values that a place in this order has. */
export function valuesOfSort(sort: MemorySort): number {
  return SORT_KEYS[sort].length;
}

export function memoryPosition(row: OwnedMemoryRow, { sort }: MemoryOrder): MemoryPosition {
  return { values: SORT_KEYS[sort].map((key) => key.of(row)), num: row.num };
}

/** Memories of all scopes of a tenant in an order. */
export function memoriesOfTenant(
  reader: SqlReader,
  within: ScopeFilter,
  filter: StoreFilter,
  { sort, ascending, skip, before, limit }: MemoryPage,
): Promise<OwnedMemoryRow[]> {
  const columns = [...SORT_KEYS[sort].map(({ sql }) => sql), "m.num"];
  const [compare, direction] = ascending ? [">", "asc"] : ["<", "desc"];
  const params: Value[] = [within.tenant, limit, skip];
  const values = before === null ? [] : [...before.values, before.num].map((one) => `$${params.push(one)}`);
  const beyond = before === null ? "" : `and (${columns.join(", ")}) ${compare} (${values.join(", ")})`;
  return reader.all(
    `${OWNED_MEMORIES} where m.tenant = $1 ${beyond} ${scopeSql("m", within, params)}
     ${filterSql(reader, filter, params)} order by ${columns.map((one) => `${one} ${direction}`).join(", ")}
     limit $2 offset $3`,
    params,
  );
}

/** The memories that some were replaced by, and those that were replaced by them, oldest first; forgotten ones are left out. */
export function replacementsOf(
  reader: SqlReader,
  tenant: string,
  rows: readonly OwnedMemoryRow[],
): Promise<OwnedMemoryRow[]> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const by = JSON.stringify(rows.flatMap(({ superseded_by }) => superseded_by ?? []));
  const params: Value[] = [tenant, ids, by];
  const scopes = [...new Set(rows.map(({ scope }) => scope))].map((scope) => `$${params.push(scope)}`);
  const { inJson } = reader.dialect;
  return reader.all(
    `${OWNED_MEMORIES} where m.tenant = $1 and m.scope in (${scopes.join(", ")}) and m.status <> 'soft_deleted'
     and (${inJson("m.superseded_by", "$2")} or ${inJson("m.id", "$3")}) order by m.num`,
    params,
  );
}

export async function countTenantMemories(
  reader: SqlReader,
  within: ScopeFilter,
  filter: StoreFilter,
): Promise<number> {
  const params: Value[] = [within.tenant];
  const row = await reader.one<{ n: number }>(
    `select count(*) as n from memory m join scope s on s.tenant = m.tenant and s.num = m.scope
     where m.tenant = $1 ${scopeSql("m", within, params)} ${filterSql(reader, filter, params)}`,
    params,
  );
  return row?.n ?? 0;
}

/** Memories of a tenant whose id begins so, at most two: enough to tell "none", "this one" and "more than one". */
export function memoriesInTenant(
  reader: SqlReader,
  tenant: string,
  prefix: string,
): Promise<OwnedMemoryRow[]> {
  return reader.all(`${OWNED_MEMORIES} where m.tenant = $1 and m.id >= $2 and m.id < $3 limit 2`, [
    tenant,
    prefix,
    prefixEnd(prefix),
  ]);
}

/** Where an event stands among those of its tenant: by when it was recorded, then by its scope and place there. */
export interface EventPosition {
  readonly recordedAt: number;
  readonly scope: number;
  readonly seq: number;
}

export type OwnedEventRow = InScope & { readonly event: Event };

/** Events of all scopes of a tenant, the last recorded first, below a place. */
export async function eventsOfTenant(
  reader: SqlReader,
  within: ScopeFilter,
  filter: EventFilter,
  { before, limit }: PageBelow<EventPosition>,
): Promise<OwnedEventRow[]> {
  const params: Value[] = [within.tenant, before.recordedAt, before.scope, before.seq, limit];
  const columns = EVENT_COLUMNS.map((column) => `e.${column}`).join(", ");
  const rows = await reader.all<EventRow & InScope>(
    `select ${SCOPE_SELECT}, ${columns}
     from event e join scope s on s.tenant = e.tenant and s.num = e.scope
     where e.tenant = $1 and (e.recorded_at, e.scope, e.seq) < ($2, $3, $4) ${scopeSql("e", within, params)}
     ${eventFilterSql("e", filter, params)}
     order by e.recorded_at desc, e.scope desc, e.seq desc limit $5`,
    params,
  );
  return rows.map((row) => {
    const { scope, scope_kind, scope_id } = row;
    return { scope, scope_kind, scope_id, event: toEvent(row) };
  });
}

/** Where a change stands among those of its tenant: by its time, then by its scope and revision. */
export interface ChangePosition {
  readonly at: number;
  readonly scope: number;
  readonly rev: number;
}

export type OwnedHistoryRow = InScope & HistoryRow;

/** Changes in all scopes of a tenant, newest first, below a place. */
export function historyOfTenant(
  reader: SqlReader,
  within: ScopeFilter,
  { before, limit }: PageBelow<ChangePosition>,
): Promise<OwnedHistoryRow[]> {
  const params: Value[] = [within.tenant, before.at, before.scope, before.rev, limit];
  const columns = HISTORY_COLUMNS.map((column) => `h.${column}`).join(", ");
  return reader.all(
    `select ${SCOPE_SELECT}, ${columns} from history h join scope s on s.tenant = h.tenant and s.num = h.scope
     where h.tenant = $1 and (h.at, h.scope, h.rev) < ($2, $3, $4) ${scopeSql("h", within, params)}
     order by h.at desc, h.scope desc, h.rev desc limit $5`,
    params,
  );
}

/** Counts of changes by their UTC day, counted from 1970, and sort. */
export function activityOfTenant(
  reader: SqlReader,
  within: ScopeFilter,
  since: number,
  until: number,
): Promise<{ day: number; event: HistoryEvent; count: number }[]> {
  const params: Value[] = [within.tenant, since, until];
  return reader.all(
    `select h.at / 86400000 as day, h.event, count(*) as count
     from history h join scope s on s.tenant = h.tenant and s.num = h.scope
     where h.tenant = $1 and h.at >= $2 and h.at < $3 ${scopeSql("h", within, params)}
     group by h.at / 86400000, h.event order by day, h.event`,
    params,
  );
}

/** SQL for a filter by scope, its values pushed onto `params`. */
export function scopeSql(table: string, { scope, kind }: ScopeFilter, params: Value[]): string {
  const scopeFilter = scope === undefined ? "" : `and ${table}.scope = $${params.push(scope)}`;
  return kind === undefined ? scopeFilter : `${scopeFilter} and s.kind = $${params.push(kind)}`;
}
