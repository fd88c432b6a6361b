import type { ChangeEvent } from "../../domain/change.ts";
import { MemoirError } from "../../domain/errors.ts";
import { HIDDEN_STATUSES } from "../../domain/memory.ts";
import { independentEvidence } from "../tables/evidence.ts";
import { lastHiding, showHiddenBy, showSources } from "../tables/hidden-events.ts";
import {
  changeAfterBatch,
  changesOfBatch,
  erasedSince,
  type HistoryRow,
  lastUndoable,
  linksSince,
  markUndone,
} from "../tables/history.ts";
import { unshelve } from "../tables/index-rows.ts";
import { findMemory, type MemoryRow } from "../tables/memories.ts";
import { type RelationRow, recordPairs, relationsOf } from "../tables/relations.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef } from "../tables/scopes.ts";
import { buryMemory, unbury } from "../tables/tombstones.ts";
import { recloseInterval, reopenInterval } from "../tables/validity.ts";
import type { SqlReader } from "../tx.ts";
import { changeMemory, freshStart, isRemoved } from "./change-memory.ts";
import { supersede } from "./claim.ts";
import { refuseOutside, scopeWrite, type WriteContext } from "./context.ts";
import { broughtBackBy, lastChange, mergedWith, replacedSince } from "./joined-changes.ts";
import { changeRelations, relationsInHistory } from "./link.ts";
import { beginOf } from "./replacement.ts";
import { existing, refuseTakenKey } from "./revise.ts";

export interface UndoArgs extends TakeBackArgs {
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

export interface UndoBatchArgs extends TakeBackArgs {
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
  for (const merged of await mergedWith(scope, last)) await takeBack(scope, args, merged);
  const back = await broughtBackBy(scope, last);
  const memories = [await takeBack(scope, args, last)];
  for (const replaced of await replacedSince(scope, last))
    memories.push(await takeBack(scope, args, replaced));
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
    if (last?.rev === change.rev) await takeBack(scope, args, last);
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
      await takeBackLinks(scope, args, change);
      continue;
    }
    const { category } = await existing(scope, { ...args, categories: undefined }, change.memory);
    refuseOutside(args, category);
    memories.set(change.memory, await takeBack(scope, args, change));
  }
  const visibleAgain = await showHiddenBy(scope, args.of);
  const putBack = await unshelve(scope, args.of);
  if (changes.length === 0 && visibleAgain === 0 && putBack === 0) {
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

interface TakeBackArgs extends WriteContext {
  purgeAt: number;
  /** Whether it may change what waits for a person, or was refused by one. */
  activatePending: boolean;
}

/**
 * What waits for a person or was refused by one is the operators': neither let in nor taken away, nor held back again. A
 * whole forgetting brings held-back memories back with the others, as they were.
 */
function refuseHeldBack(before: MemoryRow, after: MemoryRow, isBatch: boolean): void {
  const isReturn = isBatch && before.status === "soft_deleted";
  if (!HIDDEN_STATUSES.includes(before.status) && (isReturn || !HIDDEN_STATUSES.includes(after.status)))
    return;
  throw new MemoirError(
    "not_allowed",
    "The last change here is of a memory that is held back, which only an operator takes back. Ask one.",
  );
}

/** Puts a memory back as it was before one change, with its evidence, edges, intervals and tombstones. */
async function takeBack(
  scope: OpenScope,
  args: UndoArgs | UndoBatchArgs,
  last: HistoryRow,
): Promise<MemoryRow> {
  // Unbound: what the change has replaced may be of a category outside, and is refused as such.
  const before = await existing(scope, { ...args, categories: undefined }, last.memory);
  const after: MemoryRow =
    last.before === null
      ? { ...before, status: "soft_deleted", purge_at: args.purgeAt }
      : { ...before, ...(JSON.parse(last.before) as Partial<MemoryRow>) };
  if (!args.activatePending) refuseHeldBack(before, after, "of" in args);
  if (last.before !== null) {
    // From what is linked, not from what the history saw: evidence may have come while audit was off.
    if (last.evidence !== null) {
      await scope.run(`delete from evidence where ${IN_SCOPE} and memory = $3 and event = $4`, [
        last.memory,
        last.evidence,
      ]);
    }
    after.evidence_count = await independentEvidence(scope, after);
  }
  // A faded memory would end again at once; an undo is meant to keep it.
  if (before.status === "soft_deleted" && after.status !== "soft_deleted" && isRemoved(after, args.at))
    Object.assign(after, freshStart(after, args.at));
  if (after.key !== before.key) await refuseTakenKey(scope, args, after.key);
  const unmerged = before.merged_into !== null && after.merged_into === null ? before.merged_into : null;
  if (after.text !== before.text || last.event === "MERGE") {
    for (const links of await linksSince(scope, last)) await takeBackLinks(scope, args, links);
  }
  if (unmerged !== null) await unmerge(scope, unmerged, last, args.at);
  const event = eventOf(before, after);
  const memory = await changeMemory(scope, args, {
    before,
    after,
    event,
    undoOf: last.rev,
    byTime: true,
  });
  await markUndone(scope, last.rev, memory.rev);
  const leaves = (status: MemoryRow["status"]): boolean =>
    before.status === status && after.status !== status;
  if (leaves("soft_deleted") || leaves("disabled")) await unbury(scope, memory);
  if (leaves("soft_deleted")) await showSources(scope, memory.id);
  if (leaves("superseded")) await reopenInterval(scope, memory.id, memory.rev);
  else if (before.superseded_by === null && after.superseded_by !== null)
    await recloseInterval(scope, memory.id, last.rev, memory.rev);
  if (event === "soft_deleted") await buryMemory(scope, memory, args.at);
  return memory;
}

/** Puts edges back as they were, as far as both memories are still there. */
async function takeBackLinks(scope: OpenScope, args: TakeBackArgs, last: HistoryRow): Promise<void> {
  const { tx } = scope;
  const relations = relationsInHistory(last.after);
  const ids = new Set(
    [...relations, ...relationsInHistory(last.before)].flatMap((row) => [row.from_id, row.to_id]),
  );
  const now = new Map((await relationsOf(tx, scope, [...ids])).map((row) => [pairOf(row), row]));
  const removed = relations.filter((row) => now.get(pairOf(row))?.id === row.id);
  for (const row of removed) now.delete(pairOf(row));
  const added: RelationRow[] = [];
  for (const row of relationsInHistory(last.before)) {
    if (now.has(pairOf(row))) continue;
    const ends = [await findMemory(tx, scope, row.from_id), await findMemory(tx, scope, row.to_id)];
    if (!ends.includes(undefined)) added.push(row);
  }
  const rev = await changeRelations(scope, args, {
    memory: last.memory,
    removed,
    added,
    undoOf: last.rev,
  });
  await markUndone(scope, last.rev, rev ?? scope.rev);
}

function pairOf({ from_id, to_id }: RelationRow): string {
  return `${from_id} ${to_id}`;
}

/**
 * Takes from the memory that stayed what it got from the one that was merged into it, right before that change. No job
 * merges memories that a person separated.
 */
async function unmerge(
  scope: OpenScope,
  keep: string,
  { memory, rev }: HistoryRow,
  at: number,
): Promise<void> {
  await recordPairs(scope, [{ a: keep, b: memory, score: 0, verdict: "apart" }], at);
  await scope.run(`delete from evidence where ${IN_SCOPE} and memory = $3 and meta = $4`, [
    keep,
    JSON.stringify({ mergedFrom: memory }),
  ]);
  await scope.run(`delete from validity where ${IN_SCOPE} and memory = $3 and rev_from = $4`, [
    keep,
    rev - 1,
  ]);
}

/** The cause of its end: it was forgotten, or replaced by another memory. */
const ENDED: readonly MemoryRow["status"][] = ["soft_deleted", "superseded"];

function eventOf(before: MemoryRow, after: MemoryRow): ChangeEvent {
  if (before.status !== "soft_deleted" && after.status === "soft_deleted") return "soft_deleted";
  return ENDED.includes(before.status) && !ENDED.includes(after.status) ? "restored" : "updated";
}
