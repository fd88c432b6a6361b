import { type HistoryEntry, type HistoryEvent, OWN_ACTOR } from "../../domain/change.ts";
import type { ScopeKind } from "../../domain/scope.ts";
import { columnNames, type Newest, type SqlReader, TOP, type Value } from "../tx.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

/** A history row. `before` and `after` hold the changed columns as JSON. */
export interface HistoryRow {
  rev: number;
  memory: string;
  event: HistoryEvent;
  before: string | null;
  after: string | null;
  /** The event whose link this change added, so that undoing it takes the link away again. */
  evidence: number | null;
  undo_of: number | null;
  undone_by: number | null;
  /** The operation that the change was part of. */
  batch: string | null;
  actor: string;
  reason: string;
  at: number;
}

const WRITTEN = columnNames("rev, memory, event, before, after, evidence, undo_of, batch, actor, reason, at");
export const HISTORY_COLUMNS = [...WRITTEN, "undone_by"] as const;
const COLUMNS = HISTORY_COLUMNS.join(", ");

export function appendHistory(scope: OpenScope, row: Omit<HistoryRow, "undone_by">): Promise<void> {
  return scope.insert("history", WRITTEN, [row]);
}

export function toHistoryEntry(row: HistoryRow): HistoryEntry {
  const parse = (text: string | null): Record<string, unknown> | null =>
    text === null ? null : (JSON.parse(text) as Record<string, unknown>);
  return {
    id: row.rev,
    memoryId: row.memory,
    event: row.event,
    rev: row.rev,
    before: parse(row.before),
    after: parse(row.after),
    batch: row.batch,
    undoOf: row.undo_of,
    undoneBy: row.undone_by,
    actor: row.actor,
    reason: row.reason,
    at: new Date(row.at),
  };
}

export interface HistoryFilter {
  /** Of one memory. */
  readonly memory?: string | undefined;
  /** Also of those that were merged into it. Default: false. */
  readonly merged?: boolean | undefined;
  /** Only of memories that are, and as far as is on record have always been, of these categories. */
  readonly categories?: readonly string[] | undefined;
}

/** SQL for a filter of `history h`, its values pushed onto `params`. */
function filterSql(
  { dialect }: SqlReader,
  { memory, merged = false, categories }: HistoryFilter,
  params: Value[],
): string {
  const param = (value: Value): string => `$${params.push(value)}`;
  const conditions: string[] = [];
  if (memory !== undefined) {
    const memoryParam = param(memory);
    const others = `select m.id from memory m where m.tenant = h.tenant and m.scope = h.scope and m.merged_into = ${memoryParam}`;
    conditions.push(
      merged ? `and (h.memory = ${memoryParam} or h.memory in (${others}))` : `and h.memory = ${memoryParam}`,
    );
  }
  if (categories !== undefined) {
    const list = param(JSON.stringify(categories));
    const isOutside = (column: string): string => {
      const category = dialect.jsonField(column, "category");
      return `(${category} is not null and not (${dialect.inJson(category, list)}))`;
    };
    conditions.push(
      `and exists (select 1 from memory m where m.tenant = h.tenant and m.scope = h.scope and m.id = h.memory
         and ${dialect.inJson("m.category", list)})
       and not exists (select 1 from history x where x.tenant = h.tenant and x.scope = h.scope and x.memory = h.memory
         and (${isOutside("x.before")} or ${isOutside("x.after")}))`,
    );
  }
  return conditions.join(" ");
}

/** Newest first, below the revision `before`; of one memory, or of the whole scope. */
export function listHistory(
  reader: SqlReader,
  { tenant, num: scope }: ScopeRef,
  filter: HistoryFilter,
  { before = TOP, limit }: Newest,
): Promise<HistoryRow[]> {
  const params: Value[] = [tenant, scope, before, limit];
  return reader.all(
    `select ${COLUMNS} from history h where h.tenant = $1 and h.scope = $2 and h.rev < $3
     ${filterSql(reader, filter, params)} order by h.rev desc limit $4`,
    params,
  );
}

/**
 * The newest change that has not been undone and is not itself an undo. Edges go with the change they came with, and
 * compressing a conversation is nobody's change.
 */
export function lastUndoable(
  { tx, tenant, num: scope }: OpenScope,
  filter: HistoryFilter,
): Promise<HistoryRow | undefined> {
  const params: Value[] = [tenant, scope];
  return tx.one(
    `select ${COLUMNS} from history h where h.tenant = $1 and h.scope = $2 and h.undone_by is null
     and h.undo_of is null and h.hash is null and h.event <> 'LINK' ${filterSql(tx, filter, params)}
     and not exists (select 1 from timeline_span t where t.tenant = h.tenant and t.scope = h.scope and t.memory = h.memory)
     order by h.rev desc limit 1`,
    params,
  );
}

/** Whether somebody has erased a memory since a revision; an erasure that was only due is nobody's change. */
export async function erasedSince(
  { tx, tenant, num: scope }: OpenScope,
  rev: number,
  categories: readonly string[] | undefined,
): Promise<boolean> {
  // Nobody can tell any more of which category an erased memory was.
  if (categories !== undefined) return false;
  const row = await tx.one(
    `select 1 as found from history where tenant = $1 and scope = $2 and rev > $3 and event = 'DELETE'
     and actor <> '${OWN_ACTOR}' limit 1`,
    [tenant, scope, rev],
  );
  return row !== undefined;
}

/** The changes by which memories came back in the same write as a change of another, oldest first. */
export function broughtBackWith(
  scope: OpenScope,
  { rev, at }: Pick<HistoryRow, "rev" | "at">,
): Promise<HistoryRow[]> {
  return scope.all(
    `select ${COLUMNS} from history where ${IN_SCOPE} and rev > $3 and at = $4 and event = 'RESTORE'
     and undone_by is null and undo_of is null and hash is null order by rev`,
    [rev, at],
  );
}

/** The changes of one operation that have not been undone, newest first. `hash` is set where a purge took the words. */
export function changesOfBatch(
  reader: SqlReader,
  scopeRef: ScopeRef,
  batch: string,
): Promise<(HistoryRow & { hash: string | null })[]> {
  return scopeReader(reader, scopeRef).all(
    `select ${COLUMNS}, hash from history
     where ${IN_SCOPE} and batch = $3 and undone_by is null and undo_of is null order by rev desc`,
    [batch],
  );
}

/** The scopes in which an operation has changed something that was not undone. */
export function scopesOfBatch(
  reader: SqlReader,
  tenant: string,
  batch: string,
): Promise<{ num: number; kind: ScopeKind; id: string }[]> {
  return reader.all(
    `select distinct s.num, s.kind, s.id from history h join scope s on s.tenant = h.tenant and s.num = h.scope
     where h.tenant = $1 and h.batch = $2 and h.undone_by is null and h.undo_of is null order by s.num`,
    [tenant, batch],
  );
}

/** The oldest change of a memory after one of a batch that is not part of the batch and still stands. */
export function changeAfterBatch(
  reader: SqlReader,
  scopeRef: ScopeRef,
  { memory, rev, batch }: Pick<HistoryRow, "memory" | "rev" | "batch">,
): Promise<{ rev: number } | undefined> {
  return scopeReader(reader, scopeRef).one(
    `select rev from history where ${IN_SCOPE} and memory = $3 and rev > $4 and undone_by is null
     and undo_of is null and event <> 'LINK' and (batch is null or batch <> $5) order by rev limit 1`,
    [memory, rev, batch],
  );
}

/** The edges that came with a change of a memory, or after it in the same operation, and still stand; newest first. */
export function linksSince(
  scope: OpenScope,
  { memory, rev, batch }: Pick<HistoryRow, "memory" | "rev" | "batch">,
): Promise<HistoryRow[]> {
  return scope.all(
    `select ${COLUMNS} from history where ${IN_SCOPE} and memory = $3 and rev > $4
     and coalesce(batch, '') = $5 and event = 'LINK' and undone_by is null and undo_of is null order by rev desc`,
    [memory, rev, batch ?? ""],
  );
}

/** The values that the columns of a memory had before its changes after a revision, newest change first. */
export function changesOfMemory(
  reader: SqlReader,
  scopeRef: ScopeRef,
  memory: string,
  after: number,
): Promise<Pick<HistoryRow, "rev" | "before">[]> {
  return scopeReader(reader, scopeRef).all(
    `select rev, before from history where ${IN_SCOPE} and memory = $3 and rev > $4 order by rev desc`,
    [memory, after],
  );
}

export async function markUndone(scope: OpenScope, rev: number, by: number): Promise<void> {
  await scope.run(`update history set undone_by = $4 where ${IN_SCOPE} and rev = $3`, [rev, by]);
}

/** Every event that a memory was ever linked to, also where an undo has taken the link away. */
export async function evidenceEverOf(scope: OpenScope, memory: string): Promise<number[]> {
  const rows = await scope.all<{ evidence: number }>(
    `select distinct evidence from history where ${IN_SCOPE} and memory = $3 and evidence is not null`,
    [memory],
  );
  return rows.map((row) => row.evidence);
}

/** Keeps that something happened; takes what it said. `hash` only marks it. */
export async function eraseHistoryOf(scope: OpenScope, memory: string): Promise<void> {
  await scope.run(
    `update history set before = null, after = null, reason = '', hash = 'erased'
     where ${IN_SCOPE} and memory = $3`,
    [memory],
  );
}
