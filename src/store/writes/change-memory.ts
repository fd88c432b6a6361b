import { randomUUID } from "node:crypto";
import type { OpEvent } from "../../api/stats.ts";
import { type ChangeEvent, HISTORY_OF_CHANGE } from "../../domain/change.ts";
import { effectiveStatus, nextChangeAt } from "../../domain/effective-status.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import { type Bands, bandEnds, bandsOf, strengthAt } from "../../domain/strength.ts";
import { logChange } from "../tables/change-log.ts";
import { appendHistory, eraseHistoryOf } from "../tables/history.ts";
import { enqueueJobs } from "../tables/job-queue.ts";
import {
  MEMORY_COLUMNS,
  type MemoryRow,
  memoryNum,
  prefixEnd,
  searchTerms,
  statusAt,
  toAgeing,
  updateMemory,
} from "../tables/memories.ts";
import { IN_SCOPE, type OpenScope } from "../tables/scopes.ts";
import { recordOps } from "../tables/statistics.ts";
import { dropVectors, EMBED, type NewVector, nextStamp, replaceVectors } from "../tables/vectors.ts";
import { refuseOutside, type WriteContext } from "./context.ts";

/** One memory before and after. `before` is null when it is new. */
export interface MemoryChange {
  before: MemoryRow | null;
  after: MemoryRow;
  event: ChangeEvent;
  /** The event whose link came with this change. */
  evidence?: number | undefined;
  /** The revision this change takes back. */
  undoOf?: number | undefined;
  /** Time made the status, or an undo puts back what was. Default: the write set it. */
  byTime?: boolean | undefined;
  /** Vectors of the new text. Without any, the old ones go when the text changes, and a job makes new ones. */
  vectors?: readonly NewVector[] | undefined;
}

/** Columns that follow from a change and are not part of what changed. */
const DERIVED: ReadonlySet<keyof MemoryRow> = new Set([
  ...(["rev", "updated_at", "terms"] as const),
  ...(["archive_at", "remove_at", "due_at"] as const),
]);
/** The history entry of a new memory. */
const BIRTH = ["text", "key", "kind", "type", "category", "status", "confidence", "importance"] as const;

const OP_OF_CHANGE: Readonly<Record<ChangeEvent, OpEvent["op"]>> = {
  created: "create",
  updated: "update",
  merged: "merge",
  deleted: "delete",
  soft_deleted: "delete",
  restored: "update",
};

/** Row, history, change log and operational event of one change, at the scope's next revision. */
export async function changeMemory(
  scope: OpenScope,
  context: WriteContext,
  change: MemoryChange,
): Promise<MemoryRow> {
  refuseOutside(context, change.before?.category ?? change.after.category);
  refuseOutside(context, change.after.category);
  scope.rev += 1;
  const after: MemoryRow = { ...change.after, rev: scope.rev, updated_at: context.at };
  const { before } = change;
  if (before === null || before.text !== after.text || before.key !== after.key)
    after.terms = searchTerms(after);
  keepAge(before, after, context, change.byTime ?? false);

  const changed = MEMORY_COLUMNS.filter((column) => before === null || before[column] !== after[column]);
  if (before === null) await scope.insert("memory", MEMORY_COLUMNS, [after]);
  else await updateMemory(scope, after.id, changed, after);

  await keepVectors(scope, context, change, after);

  const batch = context.batch ?? null;
  await logChange(
    scope,
    { rev: after.rev, memory: after.id, event: change.event, batch, at: context.at },
    context.keepChanges,
  );
  if (context.audit) {
    const loggedColumns = before === null ? BIRTH : changed.filter((column) => !DERIVED.has(column));
    await appendHistory(scope, {
      rev: after.rev,
      memory: after.id,
      event: HISTORY_OF_CHANGE[change.event],
      before: before === null ? null : pick(before, loggedColumns),
      after: pick(after, loggedColumns),
      evidence: change.evidence ?? null,
      undo_of: change.undoOf ?? null,
      batch,
      actor: context.actor,
      reason: context.reason,
      at: context.at,
    });
    await recordOps(scope.tx, scope, [
      {
        thread: after.thread,
        node: context.node ?? (after.kind === "episodic" ? "episodic" : "hotpath"),
        op: OP_OF_CHANGE[change.event],
        status: "ok",
        memory: after.id,
        category: after.category,
        sim: null,
        at: context.at,
      },
    ]);
  }
  return after;
}

async function keepVectors(
  scope: OpenScope,
  context: WriteContext,
  change: MemoryChange,
  after: MemoryRow,
): Promise<void> {
  const vectors = change.vectors ?? [];
  if (change.before?.text === after.text) return;
  if (vectors.length === 0 && context.embeds) {
    await enqueueJobs(scope.tx, scope.tenant, [
      { kind: EMBED, scope: scope.num, flight: EMBED, priority: -10 },
    ]);
  }
  if (vectors.length === 0 && change.before === null) return;
  const num = await memoryNum(scope, after.id);
  if (num === undefined) return;
  if (vectors.length === 0) await dropVectors(scope, "m", num);
  else {
    await nextStamp(scope);
    await replaceVectors(scope, "m", num, vectors);
  }
}

function pick(row: MemoryRow, columns: readonly (keyof MemoryRow)[]): string {
  return JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column]])));
}

/** Erases a memory with its evidence, intervals and vectors. Its id stays, and that it happened: without words. */
export async function eraseMemory(scope: OpenScope, context: WriteContext, id: string): Promise<void> {
  const position = await memoryNum(scope, id);
  await scope.run(`delete from timeline_span where ${IN_SCOPE} and memory = $3`, [id]);
  if (position === undefined) return;
  for (const table of ["evidence", "validity"])
    await scope.run(`delete from ${table} where ${IN_SCOPE} and memory = $3`, [id]);
  await dropVectors(scope, "m", position);
  await scope.run(`delete from memory where ${IN_SCOPE} and id = $3`, [id]);
  scope.rev += 1;
  const { rev } = scope;
  await scope.insert("purged", ["id", "rev"], [{ id, rev }]);
  const batch = context.batch ?? null;
  await logChange(scope, { rev, memory: id, event: "deleted", batch, at: context.at }, context.keepChanges);
  if (context.audit) {
    await appendHistory(scope, {
      rev,
      memory: id,
      event: "DELETE",
      before: null,
      after: null,
      evidence: null,
      undo_of: null,
      batch,
      actor: context.actor,
      reason: "",
      at: context.at,
    });
  }
  // Also where no history is kept now: one may have been kept before.
  await eraseHistoryOf(scope, id);
}

/** The columns of a new memory that follow from the others. */
export const UNAGED = {
  aged_from: null,
  archive_at: null,
  remove_at: null,
  due_at: null,
  ttl_own: 0,
} as const satisfies Partial<MemoryRow>;

/** When the strength of a row falls below the bands, as its columns. */
export function bandColumns(
  { kind, strength, strength_at }: Pick<MemoryRow, "kind" | "strength" | "strength_at">,
  bands: Bands | undefined,
): Pick<MemoryRow, "archive_at" | "remove_at"> {
  const { archiveAt, removeAt } = bandEnds(strength, strength_at, bandsOf(kind, bands));
  return { archive_at: archiveAt, remove_at: removeAt };
}

/**
 * Keeps the columns that follow from a changed row: when it fades, when time changes it next, and whose the status is. A
 * status that a write sets is its own; one that time made follows when the write moves what it was made from.
 */
function keepAge(
  before: MemoryRow | null,
  after: MemoryRow,
  { at, bands }: { at: number; bands?: Bands | undefined },
  byTime: boolean,
): void {
  if (before === null || before.strength !== after.strength || before.strength_at !== after.strength_at) {
    Object.assign(after, bandColumns(after, bands));
  }
  if (!byTime && before?.status !== after.status && before?.aged_from === after.aged_from)
    after.aged_from = null;
  if (after.aged_from !== null) {
    const set = after.aged_from;
    const { status, since } = effectiveStatus(toAgeing(after), new Date(at));
    after.status = status;
    after.aged_from = since === null ? null : set;
    if (status !== "soft_deleted") after.purge_at = null;
  }
  after.due_at = nextChangeAt(toAgeing(after));
}

/** Whether its strength alone has ended it, for now or for good. */
export function hasFaded(row: MemoryRow, at: number): boolean {
  return ["archived", "soft_deleted"].includes(statusAt(row, at));
}

/** Whether it would be gone again at once. */
export function isRemoved(row: MemoryRow, at: number): boolean {
  return statusAt(row, at) === "soft_deleted";
}

/** Strength from now on, at least as much as at birth: somebody wants it alive. */
export function freshStart(
  { strength, strength_at, importance }: MemoryRow,
  at: number,
): Pick<MemoryRow, "strength" | "strength_at"> {
  const now = strengthAt(strength, new Date(strength_at), new Date(at));
  return { strength: Math.max(now, importance), strength_at: at };
}

/** An id whose first characters no other memory of the scope has, so that people can type just those. Default of `requestedId`: any. */
export async function freeId(scope: OpenScope, requestedId?: string): Promise<string> {
  let id = requestedId ?? (randomUUID() as string);
  const idQuery = `select 1 as found from memory where ${IN_SCOPE} and id >= $3 and id < $4 limit 1`;
  // A scope with millions of memories has used most beginnings up; a whole id is unique all the same.
  for (let tries = 0; tries < 20; tries++) {
    const prefix = id.slice(0, SHORT_ID);
    if ((await scope.one(idQuery, [prefix, prefixEnd(prefix)])) === undefined) break;
    id = randomUUID();
  }
  return id;
}
