import type { MemoryFilter } from "../api/memory-filter.ts";
import type { MemoryStatus } from "../domain/memory.ts";
import type { Match } from "./dialect.ts";
import { type MemoryRow, MEMORY_SELECT as SELECT } from "./memories.ts";
import type { Reader, Value } from "./tx.ts";

/** What the engine adds: the moment at which `status` is meant, as `effectiveStatus` says it. */
export interface StoreFilter extends MemoryFilter {
  at: number;
}

/** SQL for a filter, its values pushed onto `params`. */
export function filterSql(reader: Reader, filter: StoreFilter, params: Value[]): string {
  const conditions: string[] = [];
  const also = (sql: string, value: Value | undefined): void => {
    if (value === undefined) return;
    params.push(value);
    conditions.push(` and m.${sql} $${params.length}`);
  };
  if (filter.status !== undefined) {
    params.push(filter.at, JSON.stringify(filter.status));
    const status = statusSql(`$${params.length - 1}`);
    conditions.push(` and ${reader.dialect.inJson(status, `$${params.length}`)}`);
  }
  also("type =", filter.type);
  also("kind =", filter.kind);
  also("category =", filter.category);
  if (filter.categories !== undefined) {
    params.push(JSON.stringify(filter.categories));
    conditions.push(` and ${reader.dialect.inJson("m.category", `$${params.length}`)}`);
  }
  also("confidence >=", filter.minConfidence);
  also("importance >=", filter.importanceMin);
  also("importance <=", filter.importanceMax);
  also("pinned =", filter.pinned === undefined ? undefined : filter.pinned ? 1 : 0);
  also("user_id =", filter.user);
  also("agent =", filter.agent);
  also("run =", filter.run);
  also("actor =", filter.actor);
  also("subject =", filter.subject);
  also("role =", filter.role);
  also("session =", filter.session);
  also("updated_at >", filter.updatedAfter);
  also("updated_at <", filter.updatedBefore);
  also("created_at >=", filter.createdAfter);
  also("created_at <", filter.createdBefore);
  return conditions.join("");
}

/** The same filter for rows that are in memory. Made once a read: most fields are not filtered by. */
export function rowFilter(
  filter: StoreFilter,
): (entry: { readonly row: MemoryRow; statusAt(at: number): MemoryStatus }) => boolean {
  const checks: ((row: MemoryRow) => boolean)[] = [];
  const when = <T>(value: T | undefined, check: (row: MemoryRow, value: T) => boolean): void => {
    if (value !== undefined) checks.push((row) => check(row, value));
  };
  when(filter.minConfidence, (row, least) => row.confidence >= least);
  when(filter.type, (row, type) => row.type === type);
  when(filter.kind, (row, kind) => row.kind === kind);
  when(filter.category, (row, category) => row.category === category);
  when(filter.categories, (row, categories) => categories.includes(row.category));
  when(filter.importanceMin, (row, least) => row.importance >= least);
  when(filter.importanceMax, (row, most) => row.importance <= most);
  when(filter.pinned, (row, pinned) => (row.pinned === 1) === pinned);
  when(filter.user, (row, user) => row.user_id === user);
  when(filter.agent, (row, agent) => row.agent === agent);
  when(filter.run, (row, run) => row.run === run);
  when(filter.actor, (row, actor) => row.actor === actor);
  when(filter.subject, (row, subject) => row.subject === subject);
  when(filter.role, (row, role) => row.role === role);
  when(filter.session, (row, session) => row.session === session);
  when(filter.updatedAfter, (row, after) => row.updated_at > after);
  when(filter.updatedBefore, (row, before) => row.updated_at < before);
  when(filter.createdAfter, (row, after) => row.created_at >= after);
  when(filter.createdBefore, (row, before) => row.created_at < before);
  const { status: statuses, at } = filter;
  return (entry) => {
    if (statuses !== undefined && !statuses.includes(entry.statusAt(at))) return false;
    for (const check of checks) if (!check(entry.row)) return false;
    return true;
  };
}

/** `effectiveStatus` as SQL, so that what time has ended takes no place of the living. */
export function statusSql(at: string): string {
  return `case when m.status in ('active', 'shadow', 'pending', 'archived') and (m.expires_at <= ${at} or (m.pinned = 0
    and m.ttl_days >= 0 and m.confirmed_at + cast(m.ttl_days as bigint) * 86400000 <= ${at})) then 'expired' else m.status end`;
}

export type PlacedMemoryRow = MemoryRow & { num: number };

/** Newest first, below the place `before`. */
export function listMemories(
  reader: Reader,
  tenant: string,
  scope: number,
  filter: StoreFilter,
  before: number,
  limit: number,
): Promise<PlacedMemoryRow[]> {
  const params: Value[] = [tenant, scope, before, limit];
  return reader.all<PlacedMemoryRow>(
    `select m.num, ${SELECT} from memory m where m.tenant = $1 and m.scope = $2 and m.num < $3${filterSql(reader, filter, params)}
     order by m.num desc limit $4`,
    params,
  );
}

/** The next memories above a place, oldest first: for an index that is being built. */
export function memoriesAfter(
  reader: Reader,
  tenant: string,
  scope: number,
  num: number,
  limit: number,
): Promise<PlacedMemoryRow[]> {
  return reader.all<PlacedMemoryRow>(
    `select m.num, ${SELECT} from memory m where m.tenant = $1 and m.scope = $2 and m.num > $3 order by m.num limit $4`,
    [tenant, scope, num, limit],
  );
}

export function memoriesById(
  reader: Reader,
  tenant: string,
  scope: number,
  ids: readonly string[],
): Promise<PlacedMemoryRow[]> {
  return reader.all<PlacedMemoryRow>(
    `select m.num, ${SELECT} from memory m where m.tenant = $1 and m.scope = $2 and ${reader.dialect.inJson("m.id", "$3")}`,
    [tenant, scope, JSON.stringify(ids)],
  );
}

/** Memories that hold the terms, newest first, below the place `before`. The order says nothing about relevance. */
export function matchMemories(
  reader: Reader,
  tenant: string,
  scope: number,
  terms: readonly string[],
  match: Match,
  filter: StoreFilter,
  before: number,
  limit: number,
): Promise<PlacedMemoryRow[]> {
  const { dialect } = reader;
  const params: Value[] = [tenant, scope, dialect.matchParam(terms, [scope], match), before, limit];
  return reader.all<PlacedMemoryRow>(
    `select m.num, ${SELECT} from ${dialect.matchFrom}
     where ${dialect.matchWhere("$3", match)} and ${dialect.matchPlace} < $4
     and m.tenant = $1 and m.scope = $2${filterSql(reader, filter, params)}
     order by ${dialect.matchPlace} desc limit $5`,
    params,
  );
}
