import type { MemoryFilter } from "../../api/memories.ts";
import { MEMORY_FIELDS, type MemoryStatus } from "../../domain/memory.ts";
import { type ColumnFilter, type Compare, filtersOf } from "../../domain/memory-field.ts";
import { type Newest, type Row, type SqlReader, TOP, type Value } from "../tx.ts";
import { type MemoryRow, MEMORY_SELECT as SELECT } from "./memories.ts";
import { type ScopeRef, scopeReader } from "./scopes.ts";

/** Added by the engine: the time for which `status` applies, as `effectiveStatus` computes it. */
export interface StoreFilter extends MemoryFilter {
  at: number;
}

const FILTERS = filtersOf(MEMORY_FIELDS);

/** SQL for a filter, its values pushed onto `params`. */
export function filterSql(
  { dialect }: Pick<SqlReader, "dialect">,
  filter: StoreFilter,
  params: Value[],
  filters: readonly ColumnFilter[] = FILTERS,
): string {
  const param = (value: Value): string => `$${params.push(value)}`;
  return filtersWithValues(filter, filters)
    .map(({ column, compare, value }) => {
      const stored = column === "status" ? statusSql(param(filter.at)) : `m.${column}`;
      if (compare !== "in") return ` and ${stored} ${compare} ${param(storedAs(value))}`;
      return ` and ${dialect.inJson(stored, param(JSON.stringify(value)))}`;
    })
    .join("");
}

type Compared = string | number;

const HOLDS: Readonly<Record<Exclude<Compare, "in">, (stored: Compared, value: Compared) => boolean>> = {
  "=": (stored, value) => stored === value,
  ">": (stored, value) => stored > value,
  ">=": (stored, value) => stored >= value,
  "<": (stored, value) => stored < value,
  "<=": (stored, value) => stored <= value,
};

/** The same filter for rows that are in memory. Made once a read: most fields are not filtered by. */
export function rowFilter(
  filter: StoreFilter,
  filters: readonly ColumnFilter[] = FILTERS,
): (entry: { readonly row: MemoryRow; statusAt(at: number): MemoryStatus }) => boolean {
  const checks = filtersWithValues(filter, filters)
    .filter(({ column }) => column !== "status")
    .map(({ column, compare, value }): ((row: Row) => boolean) => {
      if (compare === "in") return (row) => (value as unknown[]).includes(row[column]);
      const holds = HOLDS[compare];
      const than = storedAs(value);
      return (row) => row[column] !== null && holds(row[column] as Compared, than);
    });
  const { status: statuses, at } = filter;
  return (entry) => {
    if (statuses !== undefined && !statuses.includes(entry.statusAt(at))) return false;
    for (const check of checks) if (!check(entry.row)) return false;
    return true;
  };
}

function filtersWithValues(
  filter: StoreFilter,
  filters: readonly ColumnFilter[],
): (ColumnFilter & { readonly value: unknown })[] {
  const result: (ColumnFilter & { readonly value: unknown })[] = [];
  for (const columnFilter of filters) {
    const value = filter[columnFilter.name as keyof MemoryFilter];
    if (value !== undefined) result.push({ ...columnFilter, value });
  }
  return result;
}

function storedAs(value: unknown): Compared {
  return typeof value === "boolean" ? Number(value) : (value as Compared);
}

/** `effectiveStatus` as SQL, so that what time has ended takes no place of the living. */
export function statusSql(at: string): string {
  const set = "coalesce(m.aged_from, m.status)";
  return `case when ${set} not in ('active', 'shadow', 'pending', 'archived') then ${set}
    when m.pinned = 0 and ${set} in ('active', 'archived') and m.remove_at <= ${at} then 'soft_deleted'
    when m.expires_at <= ${at} or (m.pinned = 0
      and m.ttl_days >= 0 and m.confirmed_at + cast(m.ttl_days as bigint) * 86400000 <= ${at}) then 'expired'
    when m.pinned = 0 and ${set} = 'active' and m.archive_at <= ${at} then 'archived'
    else ${set} end`;
}

export type NumberedMemoryRow = MemoryRow & { num: number };

/** Newest first, below the place `before`. */
export function listMemories(
  reader: SqlReader,
  { tenant, num: scope }: ScopeRef,
  filter: StoreFilter,
  { before = TOP, limit }: Newest,
): Promise<NumberedMemoryRow[]> {
  const params: Value[] = [tenant, scope, before, limit];
  return reader.all(
    `select m.num, ${SELECT} from memory m where m.tenant = $1 and m.scope = $2 and m.num < $3${filterSql(reader, filter, params)}
     order by m.num desc limit $4`,
    params,
  );
}

/** The next memories above a place, oldest first: for an index that is being built. */
export function memoriesAfter(
  reader: SqlReader,
  scopeRef: ScopeRef,
  num: number,
  limit: number,
): Promise<NumberedMemoryRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select m.num, ${SELECT} from memory m where m.tenant = $1 and m.scope = $2 and m.num > $3 order by m.num limit $4`,
    [num, limit],
  );
}

export function memoriesById(
  reader: SqlReader,
  scopeRef: ScopeRef,
  ids: readonly string[],
): Promise<NumberedMemoryRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select m.num, ${SELECT} from memory m where m.tenant = $1 and m.scope = $2 and ${reader.dialect.inJson("m.id", "$3")}`,
    [JSON.stringify(ids)],
  );
}
