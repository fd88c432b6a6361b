import { MemoirError } from "../../domain/errors.ts";
import { showHiddenBy } from "../hidden-events.ts";
import { changeAfterBatch, changesOfBatch, type HistoryRow, lastUndoable } from "../history.ts";
import type { MemoryRow } from "../memories.ts";
import { mergedInto } from "../merged.ts";
import type { OpenScope, Place } from "../scopes.ts";
import type { Reader, Tx } from "../tx.ts";
import { inScope, refuseOutside } from "./context.ts";
import { existing } from "./revise.ts";
import { type TakeBackArgs, takeBack, takeBackLinks } from "./take-back.ts";

export interface UndoArgs extends TakeBackArgs {
  /** One memory, or `null` for the scope's last change. */
  id: string | null;
}

/** A change that was taken back. */
export type Undone = Pick<HistoryRow, "rev" | "event" | "batch">;

export interface UndoResult {
  memory: MemoryRow;
  undone: Undone;
}

export interface UndoBatchArgs extends TakeBackArgs {
  /** The operation to take back. */
  of: string;
}

export interface UndoBatchResult {
  /** As they are now, each once. */
  memories: MemoryRow[];
  /** Newest first. */
  undone: Undone[];
}

/**
 * Takes back the newest change not yet taken back, with all that it replaced. Again, it goes one further; each undo is a
 * change of its own.
 */
export function undo(tx: Tx, args: UndoArgs): Promise<UndoResult> {
  return inScope(tx, args, async (scope) => {
    if (args.id !== null) await existing(scope, args, args.id);
    const last = await lastChange(scope, args);
    if (last === undefined) {
      throw new MemoirError(
        "nothing_to_undo",
        args.id === null ? "This scope has no change to undo." : `Memory ${args.id} has no change to undo.`,
      );
    }
    for (const merged of await mergedWith(scope, last)) await takeBack(scope, args, merged);
    const memory = await takeBack(scope, args, last);
    for (const replaced of await replacedSince(scope, last)) await takeBack(scope, args, replaced);
    return { memory, undone: undoneOf(last) };
  });
}

function undoneOf({ rev, event, batch }: HistoryRow): Undone {
  return { rev, event, batch };
}

/**
 * Takes back all that one operation did, or nothing: its changes from the newest to the oldest, and the events it hid.
 * What was undone by itself before is left as it is.
 */
export function undoBatch(tx: Tx, args: UndoBatchArgs): Promise<UndoBatchResult> {
  return inScope(tx, args, async (scope) => {
    const changes = await undoableBatch(tx, scope, args.of);
    const memories = new Map<string, MemoryRow>();
    for (const change of changes) {
      if (change.event === "LINK") {
        await takeBackLinks(scope, args, change);
        continue;
      }
      const { category } = await existing(scope, { ...args, categories: undefined }, change.memory);
      refuseOutside(args, category);
      memories.set(change.memory, await takeBack(scope, args, change));
    }
    const shown = await showHiddenBy(scope, args.of);
    if (changes.length === 0 && shown === 0) {
      throw new MemoirError(
        "nothing_to_undo",
        `Batch ${args.of} has nothing to undo in this scope: there is no such batch, or it was undone already.`,
      );
    }
    return { memories: [...memories.values()], undone: changes.map(undoneOf) };
  });
}

/** The changes of a batch in one scope, newest first; refuses where not all of them can be taken back. */
export async function undoableBatch(reader: Reader, place: Place, batch: string): Promise<HistoryRow[]> {
  const changes = await changesOfBatch(reader, place, batch);
  const erased = changes.filter(({ hash }) => hash !== null).length;
  if (erased > 0) {
    throw new MemoirError(
      "gone",
      `${erased} of the ${changes.length} changes of batch ${batch} are of memories that were purged, so it cannot be ` +
        "taken back as a whole. Undo the others one by one.",
      { details: { batch, purged: erased } },
    );
  }
  for (const change of changes) {
    const after = await changeAfterBatch(reader, place, change);
    if (after !== undefined) throw changedSince(batch, change.memory, after.rev);
  }
  return changes;
}

function changedSince(batch: string, id: string, rev: number): MemoirError {
  return new MemoirError(
    "conflict",
    `Memory ${id} was changed after batch ${batch}, at revision ${rev}. Undo that change first, or the other memories of ` +
      "the batch one by one. Nothing was undone.",
    { details: { batch, id, rev } },
  );
}

/** A claim and what it replaced came as one: of a whole scope, the claim's own change stands for both. */
async function lastChange(scope: OpenScope, { id, categories }: UndoArgs): Promise<HistoryRow | undefined> {
  const newest = (memory: string | undefined): Promise<HistoryRow | undefined> =>
    lastUndoable(scope, { memory, categories });
  const last = await newest(id ?? undefined);
  const by = id !== null || last === undefined ? null : replacedBy(last);
  return by === null ? last : ((await newest(by)) ?? last);
}

function replacedBy({ after }: HistoryRow): string | null {
  if (after === null) return null;
  const { superseded_by, merged_into } = JSON.parse(after) as Partial<MemoryRow>;
  return superseded_by ?? merged_into ?? null;
}

/** The changes by which others were merged into a memory together with a change of its own, newest first. */
async function mergedWith(scope: OpenScope, { memory, rev, event }: HistoryRow): Promise<HistoryRow[]> {
  if (event !== "MERGE") return [];
  const changes: HistoryRow[] = [];
  for (const { id } of await mergedInto(scope, memory)) {
    const last = await lastUndoable(scope, { memory: id });
    if (last !== undefined && last.rev > rev && replacedBy(last) === memory) changes.push(last);
  }
  return changes.sort((a, b) => b.rev - a.rev);
}

/** The changes by which a claim has replaced others, at or after a change of its own. */
async function replacedSince(scope: OpenScope, { memory, rev }: HistoryRow): Promise<HistoryRow[]> {
  const rows = await scope.all<{ id: string }>(
    `select id from memory
     where tenant = $1 and scope = $2 and status = 'superseded' and superseded_by = $3 order by num`,
    [memory],
  );
  const changes: HistoryRow[] = [];
  for (const { id } of rows) {
    const last = await lastUndoable(scope, { memory: id });
    if (last !== undefined && last.rev > rev && replacedBy(last) === memory) changes.push(last);
  }
  return changes;
}
