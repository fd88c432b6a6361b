import type { Memory, MemoryKind, MemoryStatus, MemoryType } from "../domain/memory.ts";
import type { Match } from "./dialect.ts";
import type { Reader, Tx, Value } from "./port.ts";
import type { OpenScope } from "./scopes.ts";

/** A memory's row. Column names are the schema's; `Memory` is what callers see. */
export interface MemoryRow {
  id: string;
  key: string;
  kind: MemoryKind;
  type: MemoryType | null;
  category: string;
  text: string;
  tags: string;
  confidence: number;
  importance: number;
  strength: number;
  strength_at: number;
  evidence_count: number;
  status: MemoryStatus;
  pinned: number;
  superseded_by: string | null;
  subject: string | null;
  actor: string | null;
  role: string | null;
  user_id: string | null;
  agent: string | null;
  run: string | null;
  thread: string | null;
  session: string | null;
  platform: string | null;
  created_at: number;
  updated_at: number;
  confirmed_at: number;
  last_activated: number;
  activation_count: number;
  last_accessed: number | null;
  access_count: number;
  ttl_days: number | null;
  expires_at: number | null;
  purge_at: number | null;
  rev: number;
  terms: string;
}

export const MEMORY_COLUMNS = [
  "id",
  "key",
  "kind",
  "type",
  "category",
  "text",
  "tags",
  "confidence",
  "importance",
  "strength",
  "strength_at",
  "evidence_count",
  "status",
  "pinned",
  "superseded_by",
  "subject",
  "actor",
  "role",
  "user_id",
  "agent",
  "run",
  "thread",
  "session",
  "platform",
  "created_at",
  "updated_at",
  "confirmed_at",
  "last_activated",
  "activation_count",
  "last_accessed",
  "access_count",
  "ttl_days",
  "expires_at",
  "purge_at",
  "rev",
  "terms",
] as const satisfies readonly (keyof MemoryRow)[];

const SELECT = MEMORY_COLUMNS.map((column) => `m.${column}`).join(", ");
const UPDATABLE = MEMORY_COLUMNS.filter((column) => column !== "id" && column !== "created_at");

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** How many characters of an id a person types. Ids whose first six collide in a scope are never given out (R316). */
export const SHORT_ID = 6;

export function toMemory(row: MemoryRow): Memory {
  return {
    id: row.id,
    shortId: row.id.slice(0, SHORT_ID),
    key: row.key,
    kind: row.kind,
    type: row.type,
    category: row.category,
    text: row.text,
    tags: JSON.parse(row.tags) as string[],
    confidence: row.confidence,
    importance: row.importance,
    strength: row.strength,
    strengthAt: new Date(row.strength_at),
    evidenceCount: row.evidence_count,
    status: row.status,
    pinned: row.pinned === 1,
    supersededBy: row.superseded_by,
    subject: row.subject,
    actor: row.actor,
    role: row.role,
    user: row.user_id,
    agent: row.agent,
    run: row.run,
    thread: row.thread,
    session: row.session,
    platform: row.platform,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    confirmedAt: new Date(row.confirmed_at),
    lastActivated: new Date(row.last_activated),
    activationCount: row.activation_count,
    lastAccessed: date(row.last_accessed),
    accessCount: row.access_count,
    ttlDays: row.ttl_days,
    expiresAt: date(row.expires_at),
    purgeAt: date(row.purge_at),
    rev: row.rev,
  };
}

export async function insertMemory(tx: Tx, scope: OpenScope, row: MemoryRow): Promise<void> {
  await tx.insert(
    "memory",
    ["tenant", "scope", ...MEMORY_COLUMNS],
    [[scope.tenant, scope.num, ...MEMORY_COLUMNS.map((column) => row[column])]],
  );
}

export async function updateMemory(
  tx: Tx,
  scope: OpenScope,
  id: string,
  changed: readonly (keyof MemoryRow)[],
  row: MemoryRow,
): Promise<void> {
  const columns = UPDATABLE.filter((column) => changed.includes(column));
  const sets = columns.map((column, i) => `${column} = $${i + 4}`).join(", ");
  await tx.run(`update memory set ${sets} where tenant = $1 and scope = $2 and id = $3`, [
    scope.tenant,
    scope.num,
    id,
    ...columns.map((column) => row[column]),
  ]);
}

export async function deleteMemory(tx: Tx, scope: OpenScope, id: string): Promise<void> {
  await tx.run("delete from memory where tenant = $1 and scope = $2 and id = $3", [
    scope.tenant,
    scope.num,
    id,
  ]);
}

export function findMemory(
  reader: Reader,
  tenant: string,
  scope: number,
  id: string,
): Promise<MemoryRow | undefined> {
  return reader.one<MemoryRow>(
    `select ${SELECT} from memory m where tenant = $1 and scope = $2 and id = $3`,
    [tenant, scope, id],
  );
}

export function findMemoryByKey(
  reader: Reader,
  tenant: string,
  scope: number,
  key: string,
): Promise<MemoryRow | undefined> {
  return reader.one<MemoryRow>(
    `select ${SELECT} from memory m where tenant = $1 and scope = $2 and key = $3`,
    [tenant, scope, key],
  );
}

/** Memories whose id begins so, at most two: enough to tell "none", "this one" and "more than one". */
export function findMemoriesByPrefix(
  reader: Reader,
  tenant: string,
  scope: number,
  prefix: string,
): Promise<MemoryRow[]> {
  return reader.all<MemoryRow>(
    `select ${SELECT} from memory m where tenant = $1 and scope = $2 and id >= $3 and id < $4 limit 2`,
    [tenant, scope, prefix, endOf(prefix)],
  );
}

/** Above every id that begins with the prefix. */
const endOf = (prefix: string): string => `${prefix}\u{10FFFF}`;

export async function isPrefixTaken(tx: Tx, scope: OpenScope, prefix: string): Promise<boolean> {
  const row = await tx.one(
    "select 1 as found from memory where tenant = $1 and scope = $2 and id >= $3 and id < $4 limit 1",
    [scope.tenant, scope.num, prefix, endOf(prefix)],
  );
  return row !== undefined;
}

/** The filters of R52 and R266, applied in the store. */
export interface MemoryFilter {
  status?: readonly MemoryStatus[] | undefined;
  type?: MemoryType | undefined;
  kind?: MemoryKind | undefined;
  category?: string | undefined;
  minConfidence?: number | undefined;
  importanceMin?: number | undefined;
  importanceMax?: number | undefined;
  pinned?: boolean | undefined;
  user?: string | undefined;
  agent?: string | undefined;
  run?: string | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  role?: string | undefined;
  session?: string | undefined;
  updatedAfter?: number | undefined;
  updatedBefore?: number | undefined;
}

/** What only the engine asks for. */
export interface StoreFilter extends MemoryFilter {
  /** Only what time has not ended by then, as `effectiveStatus` says; or the ended would take the living's places. */
  aliveAt?: number | undefined;
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
    params.push(JSON.stringify(filter.status));
    conditions.push(` and ${reader.dialect.inJson("m.status", `$${params.length}`)}`);
  }
  also("type =", filter.type);
  also("kind =", filter.kind);
  also("category =", filter.category);
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
  if (filter.aliveAt !== undefined) {
    params.push(filter.aliveAt);
    const at = `$${params.length}`;
    conditions.push(` and (m.expires_at is null or m.expires_at > ${at})
      and (m.pinned = 1 or m.ttl_days is null or m.ttl_days < 0
        or m.confirmed_at + cast(m.ttl_days as bigint) * 86400000 > ${at})`);
  }
  return conditions.join("");
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

/** Memories that hold any or all of the terms, newest first. The order says nothing about relevance. */
export function matchMemories(
  reader: Reader,
  tenant: string,
  scope: number,
  terms: readonly string[],
  match: Match,
  filter: StoreFilter,
  limit: number,
): Promise<MemoryRow[]> {
  const { dialect } = reader;
  const params: Value[] = [tenant, scope, dialect.matchParam(terms, scope, match), limit];
  return reader.all<MemoryRow>(
    `select ${SELECT} from ${dialect.matchFrom}
     where ${dialect.matchWhere("$3", match)} and m.tenant = $1 and m.scope = $2${filterSql(reader, filter, params)}
     order by m.num desc limit $4`,
    params,
  );
}

export async function countMemories(reader: Reader, tenant: string, scope: number): Promise<number> {
  const row = await reader.one<{ n: number }>(
    "select count(*) as n from memory where tenant = $1 and scope = $2",
    [tenant, scope],
  );
  return row?.n ?? 0;
}

/** One step of the scan behind full text (R218): the rows of a window whose key or text holds a needle. */
export async function scanMemories(
  reader: Reader,
  tenant: string,
  scope: number,
  needles: readonly string[],
  filter: StoreFilter,
  before: number,
  window: number,
): Promise<{ rows: MemoryRow[]; next: number | null }> {
  const edge = await reader.one<{ num: number }>(
    "select num from memory where tenant = $1 and scope = $2 and num < $3 order by num desc limit 1 offset $4",
    [tenant, scope, before, window - 1],
  );
  const params: Value[] = [tenant, scope, before, edge?.num ?? 0];
  const likes = needles.map((needle) => {
    params.push(`%${needle.replace(/[\\%_]/g, "\\$&")}%`);
    const param = `$${params.length}`;
    return `m.text ${reader.dialect.like} ${param} escape '\\' or m.key ${reader.dialect.like} ${param} escape '\\'`;
  });
  const rows = await reader.all<MemoryRow>(
    `select ${SELECT} from memory m where m.tenant = $1 and m.scope = $2 and m.num < $3 and m.num >= $4
     and (${likes.join(" or ")})${filterSql(reader, filter, params)} order by m.num desc`,
    params,
  );
  return { rows, next: edge?.num ?? null };
}
