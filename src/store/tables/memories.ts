import { type Access, mayTouch } from "../../domain/allowlist.ts";
import { type Ageing, effectiveStatus, nextChangeAt } from "../../domain/effective-status.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { MEMORY_FIELDS, type Memory, type MemoryStatus, SHORT_ID } from "../../domain/memory.ts";
import { columnsOf, type Fields, type FieldType, type RowOf } from "../../domain/memory-field.ts";
import type { Scope } from "../../domain/scope.ts";
import { terms } from "../../language/terms.ts";
import type { Row, SqlReader } from "../tx.ts";
import { findScope, IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

/** A memory's row. Column names are the schema's; `Memory` is what callers see. */
export type MemoryRow = RowOf<typeof MEMORY_FIELDS>;

export const MEMORY_COLUMNS = columnsOf(MEMORY_FIELDS).map(
  ({ column }) => column,
) as readonly (keyof MemoryRow)[];

/** The columns of `memory m`, for any statement that reads whole rows. */
export const MEMORY_SELECT = MEMORY_COLUMNS.map((column) => `m.${column}`).join(", ");
const UPDATABLE = MEMORY_COLUMNS.filter((column) => column !== "id");

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** The columns that time looks at. */
export type AgeingRow = Pick<
  MemoryRow,
  "status" | "aged_from" | "pinned" | "ttl_days" | "confirmed_at" | "expires_at" | "archive_at" | "remove_at"
>;

export function toAgeing(row: AgeingRow): Ageing {
  return {
    status: row.status,
    agedFrom: row.aged_from,
    confirmedAt: new Date(row.confirmed_at),
    ttlDays: row.ttl_days,
    expiresAt: date(row.expires_at),
    archiveAt: date(row.archive_at),
    removeAt: date(row.remove_at),
    pinned: row.pinned === 1,
  };
}

/** The first moment at which time may have made another status of it: nothing has to be asked before. */
export function dueAt(row: AgeingRow): number {
  if (row.aged_from !== null) return Number.NEGATIVE_INFINITY;
  return nextChangeAt(toAgeing(row)) ?? Number.POSITIVE_INFINITY;
}

export function statusAt(row: AgeingRow, at: number): MemoryStatus {
  // Most rows have no end: this is asked of many in a recall.
  if (
    row.aged_from === null &&
    row.expires_at === null &&
    (row.ttl_days === null || row.ttl_days < 0) &&
    row.archive_at === null &&
    row.remove_at === null
  ) {
    return row.status;
  }
  return effectiveStatus(toAgeing(row), new Date(at)).status;
}

/** How a stored value becomes the caller's. `null` stays. */
const READ: Partial<Record<FieldType["kind"], (stored: never) => unknown>> = {
  labels: (stored: string) => JSON.parse(stored) as unknown,
  flag: (stored: number) => stored === 1,
  time: (stored: number) => new Date(stored),
};

/** A row's columns under the names and in the types that callers see; what has no column is `null`. */
export function rowReader(fields: Fields): (row: Row) => Record<string, unknown> {
  const columns = columnsOf(fields)
    .filter(({ hidden }) => hidden !== true)
    .map(({ name, column, type }) => ({ name, column, read: READ[type.kind] }));
  // Copied and filled, all memories have their fields in one order.
  const names = Object.keys(fields).filter((name) => fields[name]?.hidden !== true);
  const blank = Object.fromEntries(names.map((name) => [name, null]));
  return (row) => {
    const values: Record<string, unknown> = { ...blank };
    for (const { name, column, read } of columns) {
      const stored = row[column];
      values[name] = read === undefined || stored === null ? stored : read(stored as never);
    }
    return values;
  };
}

const readRow = rowReader(MEMORY_FIELDS);

/** A row as callers see it at a moment: its status is what time has made of it. */
export function toMemory(row: MemoryRow, at: number): Memory {
  const memory = readRow(row);
  memory.shortId = row.id.slice(0, SHORT_ID);
  memory.status = statusAt(row, at);
  return memory as unknown as Memory;
}

export async function updateMemory(
  scope: OpenScope,
  id: string,
  changed: readonly (keyof MemoryRow)[],
  row: MemoryRow,
): Promise<void> {
  const columns = UPDATABLE.filter((column) => changed.includes(column));
  const sets = columns.map((column, i) => `${column} = $${i + 4}`).join(", ");
  await scope.run(`update memory set ${sets} where ${IN_SCOPE} and id = $3`, [
    id,
    ...columns.map((column) => row[column]),
  ]);
}

export function findMemory(
  reader: SqlReader,
  scopeRef: ScopeRef,
  id: string,
): Promise<MemoryRow | undefined> {
  return scopeReader(reader, scopeRef).one(
    `select ${MEMORY_SELECT} from memory m where ${IN_SCOPE} and id = $3`,
    [id],
  );
}

/** The number by which other tables point at a memory. */
export async function memoryNum(scope: OpenScope, id: string): Promise<number | undefined> {
  const row = await scope.one<{ num: number }>(`select num from memory where ${IN_SCOPE} and id = $3`, [id]);
  return row?.num;
}

export function findMemoryByKey(
  reader: SqlReader,
  scopeRef: ScopeRef,
  key: string,
): Promise<MemoryRow | undefined> {
  return scopeReader(reader, scopeRef).one(
    `select ${MEMORY_SELECT} from memory m where ${IN_SCOPE} and key = $3`,
    [key],
  );
}

/** Memories whose id begins so, at most two: enough to tell "none", "this one" and "more than one". */
export function findMemoriesByPrefix(
  reader: SqlReader,
  scopeRef: ScopeRef,
  prefix: string,
): Promise<MemoryRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select ${MEMORY_SELECT} from memory m where ${IN_SCOPE} and id >= $3 and id < $4 limit 2`,
    [prefix, prefixEnd(prefix)],
  );
}

/** Above every id that begins with the prefix. */
export const prefixEnd = (prefix: string): string => `${prefix}\u{10FFFF}`;

/** By whole id, or by its beginning when that names exactly one. The id of a merged memory leads to what it is now. */
export async function memoryById(
  reader: SqlReader,
  scopeRef: ScopeRef,
  id: string,
): Promise<MemoryRow | undefined> {
  const row = await ownRow(reader, scopeRef, id);
  return row === undefined ? undefined : survivorOf(reader, scopeRef, row);
}

async function ownRow(reader: SqlReader, scopeRef: ScopeRef, id: string): Promise<MemoryRow | undefined> {
  const exact = await findMemory(reader, scopeRef, id);
  if (exact !== undefined || id.length < SHORT_ID) return exact;
  const rows = await findMemoriesByPrefix(reader, scopeRef, id);
  if (rows.length > 1) {
    throw invalidArgument(`More than one memory's id begins with ${id}. Give more of it.`);
  }
  return rows[0];
}

/** The fields that decide who may see the existing memories of a scope. */
export async function memoriesByIds(
  reader: SqlReader,
  scopeRef: ScopeRef,
  ids: readonly string[],
): Promise<Pick<MemoryRow, "id" | "status" | "category">[]> {
  if (ids.length === 0) return [];
  return scopeReader(reader, scopeRef).all(
    `select id, status, category from memory where ${IN_SCOPE} and ${reader.dialect.inJson("id", "$3")}`,
    [JSON.stringify(ids)],
  );
}

/** By id for a handle: a memory of a category that it is not bound to is as if it were not there. */
export async function visibleMemory(
  reader: SqlReader,
  scope: Scope,
  { categories }: Access,
  id: string,
): Promise<{ scopeRef: ScopeRef; row: MemoryRow } | undefined> {
  const scopeRef = await findScope(reader, scope);
  if (scopeRef === undefined) return undefined;
  const row = await memoryById(reader, scopeRef, id);
  return row === undefined || !mayTouch(categories, row.category) ? undefined : { scopeRef, row };
}

/** The memories that were superseded by one of these, oldest first. */
export async function replacedMemories(
  reader: SqlReader,
  scopeRef: ScopeRef,
  ids: readonly string[],
): Promise<MemoryRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select ${MEMORY_SELECT} from memory m where m.tenant = $1 and m.scope = $2
     and ${reader.dialect.inJson("m.superseded_by", "$3")} order by m.num`,
    [JSON.stringify(ids)],
  );
}

/** The memories that were merged into one. They lead to it directly, however often it was merged itself. */
export function mergedInto(scope: OpenScope, id: string): Promise<MemoryRow[]> {
  return scope.all(
    `select ${MEMORY_SELECT} from memory m where m.tenant = $1 and m.scope = $2 and m.merged_into = $3 order by m.num`,
    [id],
  );
}

/** The memory that a row stands for: itself, or the one that it was merged into. */
export async function survivorOf<R extends MemoryRow>(
  reader: SqlReader,
  scopeRef: ScopeRef,
  row: R,
): Promise<R | MemoryRow> {
  if (row.merged_into === null) return row;
  return (await findMemory(reader, scopeRef, row.merged_into)) ?? row;
}

/** The parts of a sentence that a key omits, besides its capitals. */
const FULL_STOP = /[.!?。！？]$/u;

/** The words a memory is found by: those of its text, and those its key adds. */
export function searchTerms(row: { readonly text: string; readonly key: string }): string {
  const fromText = terms(row.text);
  const key = row.key.replaceAll("_", " ");
  // Most keys are the text itself: they add nothing, and need not be taken apart.
  if (key === row.text.toLowerCase().replace(FULL_STOP, "")) return fromText.join(" ");
  const textTerms = new Set(fromText);
  return [...fromText, ...terms(key).filter((term) => !textTerms.has(term))].join(" ");
}

/** How often a memory of a scope must have been delivered to be among its most used tenth. */
export async function oftenUsed(reader: SqlReader, scopeRef: ScopeRef): Promise<number> {
  const row = await scopeReader(reader, scopeRef).one<{ access_count: number }>(
    `select access_count from memory where ${IN_SCOPE} and status = 'active' order by access_count desc
     limit 1 offset (select count(*) / 10 from memory where ${IN_SCOPE} and status = 'active')`,
  );
  return row?.access_count ?? 0;
}
