import type { OpEvent } from "../../api/stats.ts";
import { type ChangeEvent, HISTORY_OF_CHANGE } from "../../domain/change.ts";
import { logChange } from "../change-log.ts";
import { appendHistory } from "../history.ts";
import { enqueueJobs } from "../job-queue.ts";
import { MEMORY_COLUMNS, type MemoryRow, memoryNum, updateMemory } from "../memories.ts";
import { recordOps } from "../op-events.ts";
import type { OpenScope } from "../scopes.ts";
import { searchTerms } from "../search-terms.ts";
import { dropVectors, EMBED, type NewVector, nextStamp, replaceVectors } from "../vectors.ts";
import { keepAge } from "./ageing.ts";
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
/** What the history says of a new memory. */
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
    const told = before === null ? BIRTH : changed.filter((column) => !DERIVED.has(column));
    await appendHistory(scope, {
      rev: after.rev,
      memory: after.id,
      event: HISTORY_OF_CHANGE[change.event],
      before: before === null ? null : pick(before, told),
      after: pick(after, told),
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
