import type { HistoryEntry, HistoryEvent } from "../domain/change.ts";
import type { OpenScope } from "./scopes.ts";
import type { Reader, Tx, Value } from "./tx.ts";

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
  actor: string;
  reason: string;
  at: number;
}

const COLUMNS = "rev, memory, event, before, after, evidence, undo_of, undone_by, actor, reason, at";

export async function appendHistory(
  tx: Tx,
  scope: OpenScope,
  row: Omit<HistoryRow, "undone_by">,
): Promise<void> {
  await tx.insert(
    "history",
    [
      "tenant",
      "scope",
      "rev",
      "memory",
      "event",
      "before",
      "after",
      "evidence",
      "undo_of",
      "actor",
      "reason",
      "at",
    ],
    [
      [
        scope.tenant,
        scope.num,
        row.rev,
        row.memory,
        row.event,
        row.before,
        row.after,
        row.evidence,
        row.undo_of,
        row.actor,
        row.reason,
        row.at,
      ],
    ],
  );
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
    actor: row.actor,
    reason: row.reason,
    at: new Date(row.at),
  };
}

/** Newest first, below the revision `before`; of one memory, or of the whole scope. */
export function listHistory(
  reader: Reader,
  tenant: string,
  scope: number,
  memory: string | undefined,
  before: number,
  limit: number,
): Promise<HistoryRow[]> {
  const params: Value[] = [tenant, scope, before, limit];
  if (memory !== undefined) params.push(memory);
  return reader.all<HistoryRow>(
    `select ${COLUMNS} from history where tenant = $1 and scope = $2 and rev < $3
     ${memory === undefined ? "" : "and memory = $5"} order by rev desc limit $4`,
    params,
  );
}

/** The newest change that has not been undone and is not itself an undo. */
export function lastUndoable(
  reader: Reader,
  tenant: string,
  scope: number,
  memory: string | undefined,
): Promise<HistoryRow | undefined> {
  const params: Value[] = [tenant, scope];
  if (memory !== undefined) params.push(memory);
  return reader.one<HistoryRow>(
    `select ${COLUMNS} from history where tenant = $1 and scope = $2 and undone_by is null and undo_of is null
     and hash is null ${memory === undefined ? "" : "and memory = $3"} order by rev desc limit 1`,
    params,
  );
}

export async function markUndone(tx: Tx, scope: OpenScope, rev: number, by: number): Promise<void> {
  await tx.run("update history set undone_by = $4 where tenant = $1 and scope = $2 and rev = $3", [
    scope.tenant,
    scope.num,
    rev,
    by,
  ]);
}

/** Every event that a memory was ever linked to, also where an undo has taken the link away. */
export async function evidenceEverOf(
  reader: Reader,
  tenant: string,
  scope: number,
  memory: string,
): Promise<number[]> {
  const rows = await reader.all<{ evidence: number }>(
    `select distinct evidence from history
     where tenant = $1 and scope = $2 and memory = $3 and evidence is not null`,
    [tenant, scope, memory],
  );
  return rows.map((row) => row.evidence);
}

/** Keeps that something happened, and a hash; takes what it said (C18). */
export async function eraseHistoryOf(tx: Tx, scope: OpenScope, memory: string, hash: string): Promise<void> {
  await tx.run(
    `update history set before = null, after = null, reason = '', hash = $4
     where tenant = $1 and scope = $2 and memory = $3`,
    [scope.tenant, scope.num, memory, hash],
  );
}
