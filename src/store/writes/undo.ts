import { MemoirError } from "../../domain/errors.ts";
import { lastHiding, showHiddenBy } from "../tables/hidden-events.ts";
import {
  changeAfterBatch,
  changesOfBatch,
  erasedSince,
  type HistoryRow,
  lastUndoable,
} from "../tables/history.ts";
import { unshelve } from "../tables/index-rows.ts";
import type { MemoryRow } from "../tables/memories.ts";
import type { OpenScope, ScopeRef } from "../tables/scopes.ts";
import type { SqlReader } from "../tx.ts";
import { supersede } from "./claim.ts";
import { refuseOutside, scopeWrite } from "./context.ts";
import { broughtBackBy, lastChange, mergedWith, replacedSince } from "./joined-changes.ts";
import { type PutBackArgs, putBack, putBackLinks } from "./put-back.ts";
import { beginOf } from "./replacement.ts";
import { existing } from "./revise.ts";

export interface UndoArgs extends PutBackArgs {
  /** One memory, or `null` for the scope's last change. */
  id: string | null;
  /** Only if that last change is the one of this revision. */
  ifRev: number | null;
}

/** A change that was taken back. `HIDE`: messages were forgotten, and no memory with them. */
export interface Undone extends Pick<HistoryRow, "rev" | "batch"> {
  event: HistoryRow["event"] | "HIDE";
}

export interface UndoResult {
  /** `null` where only messages were forgotten. */
  memory: MemoryRow | null;
  undone: Undone;
}

export interface UndoBatchArgs extends PutBackArgs {
  /** The operation to take back. */
  of: string;
  /** Leaves memories that were changed or erased since as they are. Default: false, nothing is undone then. */
  lenient?: boolean;
}

export interface UndoBatchResult {
  /** As they are now, each once. */
  memories: MemoryRow[];
  /** Newest first. */
  undone: Undone[];
}

/**
 * Takes back the newest change not yet taken back, with all that it replaced or brought back. Again, it goes one further;
 * each undo is a separate change.
 */
export const undo = scopeWrite(async (scope, args: UndoArgs): Promise<UndoResult> => {
  if (args.id !== null) await existing(scope, args, args.id);
  const last = await lastChange(scope, args);
  // A revision names one change, whatever was hidden since.
  const hiding = args.id === null && args.ifRev === null ? await undoHiding(scope, args, last) : undefined;
  if (hiding !== undefined) return { memory: null, undone: hiding };
  if (last === undefined) {
    throw new MemoirError(
      "nothing_to_undo",
      args.id === null ? "This scope has no change to undo." : `Memory ${args.id} has no change to undo.`,
    );
  }
  if (args.ifRev !== null && last.rev !== args.ifRev) {
    throw new MemoirError(
      "conflict",
      `The last change to undo is of revision ${last.rev}, not ${args.ifRev}: something was changed or undone since. Nothing was undone.`,
      { details: { rev: last.rev } },
    );
  }
  for (const merged of await mergedWith(scope, last)) await putBack(scope, args, merged);
  const back = await broughtBackBy(scope, last);
  const memories = [await putBack(scope, args, last)];
  for (const replaced of await replacedSince(scope, last))
    memories.push(await putBack(scope, args, replaced));
  await endAgain(scope, args, memories[0]!, back);
  if (last.batch !== null && (await changesOfBatch(scope.tx, scope, last.batch)).length === 0)
    await showHiddenBy(scope, last.batch);
  return { memory: memories.find(({ id }) => id === args.id) ?? memories[0]!, undone: undoneOf(last) };
});

/**
 * The newest thing in a scope may be no change of a memory. Messages that were forgotten since are seen again; after an
 * erasure, and after a person was forgotten, nothing older is undone in its place.
 */
async function undoHiding(
  scope: OpenScope,
  { categories }: UndoArgs,
  last: HistoryRow | undefined,
): Promise<Undone | undefined> {
  if (await erasedSince(scope, last?.rev ?? 0, categories)) {
    throw new MemoirError(
      "gone",
      "The last change here was an erasure, which cannot be undone. Nothing was changed. Undo an older change by its memory's id.",
    );
  }
  // A handle that is bound to categories sees no messages.
  const hiding = categories === undefined ? await lastHiding(scope) : undefined;
  if (hiding === undefined || hiding.at < (last?.at ?? 0)) return undefined;
  const { batch } = hiding;
  if (hiding.person !== null) {
    throw new MemoirError(
      "conflict",
      `The last change here forgot a person. Take it back as a whole, by its receipt ${batch}. Nothing was changed.`,
      { details: { batch } },
    );
  }
  await showHiddenBy(scope, batch);
  return { rev: scope.rev, event: "HIDE", batch };
}

/** The memories that came back when a memory was forgotten end again with its return, whatever became of them since. */
async function endAgain(
  scope: OpenScope,
  args: UndoArgs,
  memory: MemoryRow,
  back: readonly HistoryRow[],
): Promise<void> {
  for (const change of back) {
    const last = await lastUndoable(scope, { memory: change.memory });
    if (last?.rev === change.rev) await putBack(scope, args, last);
    else {
      const until = await beginOf(scope, memory.id, args.at);
      await supersede(scope, args, memory, { ids: [change.memory], until });
    }
  }
}

function undoneOf({ rev, event, batch }: HistoryRow): Undone {
  return { rev, event, batch };
}

/**
 * Takes back all that one operation did, or nothing: its changes from the newest to the oldest, the events it hid, and the rows it put aside.
 * Changes that were undone individually before are left as they are.
 */
export const undoBatch = scopeWrite(async (scope, args: UndoBatchArgs): Promise<UndoBatchResult> => {
  const changes = await (args.lenient === true
    ? unchangedSince(scope.tx, scope, args.of)
    : undoableBatch(scope.tx, scope, args.of));
  const memories = new Map<string, MemoryRow>();
  for (const change of changes) {
    if (change.event === "LINK") {
      await putBackLinks(scope, args, change);
      continue;
    }
    const { category } = await existing(scope, { ...args, categories: undefined }, change.memory);
    refuseOutside(args, category);
    memories.set(change.memory, await putBack(scope, args, change));
  }
  const visibleAgain = await showHiddenBy(scope, args.of);
  const unshelved = await unshelve(scope, args.of);
  if (changes.length === 0 && visibleAgain === 0 && unshelved === 0) {
    throw new MemoirError(
      "nothing_to_undo",
      `Batch ${args.of} has nothing to undo in this scope: there is no such batch, or it was undone already.`,
    );
  }
  return { memories: [...memories.values()], undone: changes.map(undoneOf) };
});

/** The changes of a batch in one scope, newest first; refuses where not all of them can be taken back. */
export async function undoableBatch(
  reader: SqlReader,
  scopeRef: ScopeRef,
  batch: string,
): Promise<HistoryRow[]> {
  const changes = await changesOfBatch(reader, scopeRef, batch);
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
    const after = await changeAfterBatch(reader, scopeRef, change);
    if (after !== undefined) throw changedSince(batch, change.memory, after.rev);
  }
  return changes;
}

/** The changes of a batch that can still be taken back, newest first. */
async function unchangedSince(reader: SqlReader, scopeRef: ScopeRef, batch: string): Promise<HistoryRow[]> {
  const result: HistoryRow[] = [];
  for (const change of await changesOfBatch(reader, scopeRef, batch)) {
    const isLast = (await changeAfterBatch(reader, scopeRef, change)) === undefined;
    if (change.hash === null && isLast) result.push(change);
  }
  return result;
}

function changedSince(batch: string, id: string, rev: number): MemoirError {
  return new MemoirError(
    "conflict",
    `Memory ${id} was changed after batch ${batch}, at revision ${rev}. Undo that change first, or the other memories of ` +
      "the batch one by one. Nothing was undone.",
    { details: { batch, id, rev } },
  );
}
