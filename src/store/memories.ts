import { effectiveStatus } from "../domain/effective-status.ts";
import {
  type Memory,
  type MemoryKind,
  type MemoryStatus,
  type MemoryType,
  SHORT_ID,
} from "../domain/memory.ts";
import type { OpenScope } from "./scopes.ts";
import type { Reader, Tx } from "./tx.ts";

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
  /** What it says something about, without what it says; at most one claim of a slot is true at a time (C10). */
  slot: string | null;
  affirmed: number;
  /** `sourceRank` and trust of its best source. */
  rank: number;
  trust: number;
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
  "slot",
  "affirmed",
  "rank",
  "trust",
] as const satisfies readonly (keyof MemoryRow)[];

/** The columns of `memory m`, for any statement that reads whole rows. */
export const MEMORY_SELECT = MEMORY_COLUMNS.map((column) => `m.${column}`).join(", ");
const UPDATABLE = MEMORY_COLUMNS.filter((column) => column !== "id" && column !== "created_at");

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** The first moment at which time may have ended it: nothing has to be asked before. */
export function dueAt({ pinned, ttl_days, confirmed_at, expires_at }: MemoryRow): number {
  const ttl = ttl_days === null || ttl_days < 0 || pinned === 1 ? Number.POSITIVE_INFINITY : ttl_days * DAY;
  return Math.min(confirmed_at + ttl, expires_at ?? Number.POSITIVE_INFINITY);
}

const DAY = 86_400_000;

export function statusAt(row: MemoryRow, at: number): MemoryStatus {
  // Most rows have no end: this is asked of many in a recall.
  if (row.expires_at === null && (row.ttl_days === null || row.ttl_days < 0)) return row.status;
  const ageing = {
    status: row.status,
    confirmedAt: new Date(row.confirmed_at),
    ttlDays: row.ttl_days,
    expiresAt: date(row.expires_at),
    pinned: row.pinned === 1,
  };
  return effectiveStatus(ageing, new Date(at)).status;
}

/** A row as callers see it at a moment: its status is what time has made of it. */
export function toMemory(row: MemoryRow, at: number): Memory {
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
    status: statusAt(row, at),
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
    `select ${MEMORY_SELECT} from memory m where tenant = $1 and scope = $2 and id = $3`,
    [tenant, scope, id],
  );
}

/** The number by which other tables point at a memory. */
export async function memoryNum(
  reader: Reader,
  tenant: string,
  scope: number,
  id: string,
): Promise<number | undefined> {
  const row = await reader.one<{ num: number }>(
    "select num from memory where tenant = $1 and scope = $2 and id = $3",
    [tenant, scope, id],
  );
  return row?.num;
}

export function findMemoryByKey(
  reader: Reader,
  tenant: string,
  scope: number,
  key: string,
): Promise<MemoryRow | undefined> {
  return reader.one<MemoryRow>(
    `select ${MEMORY_SELECT} from memory m where tenant = $1 and scope = $2 and key = $3`,
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
    `select ${MEMORY_SELECT} from memory m where tenant = $1 and scope = $2 and id >= $3 and id < $4 limit 2`,
    [tenant, scope, prefix, endOf(prefix)],
  );
}

/** Above every id that begins with the prefix. */
export const endOf = (prefix: string): string => `${prefix}\u{10FFFF}`;

export async function isPrefixTaken(tx: Tx, scope: OpenScope, prefix: string): Promise<boolean> {
  const row = await tx.one(
    "select 1 as found from memory where tenant = $1 and scope = $2 and id >= $3 and id < $4 limit 1",
    [scope.tenant, scope.num, prefix, endOf(prefix)],
  );
  return row !== undefined;
}
