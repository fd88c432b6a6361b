import type { ChangeEvent } from "../../domain/change.ts";
import { MemoirError } from "../../domain/errors.ts";
import { HIDDEN_STATUSES } from "../../domain/memory.ts";
import { independentEvidence } from "../tables/evidence.ts";
import { showSources } from "../tables/hidden-events.ts";
import { type HistoryRow, linksSince, markUndone } from "../tables/history.ts";
import { findMemory, type MemoryRow } from "../tables/memories.ts";
import { type RelationRow, recordPairs, relationsOf } from "../tables/relations.ts";
import { IN_SCOPE, type OpenScope } from "../tables/scopes.ts";
import { buryMemory, unbury } from "../tables/tombstones.ts";
import { recloseInterval, reopenInterval } from "../tables/validity.ts";
import { changeMemory, freshStart, isRemoved } from "./change-memory.ts";
import type { WriteContext } from "./context.ts";
import { changeRelations, relationsInHistory } from "./link.ts";
import { existing, refuseTakenKey } from "./revise.ts";

export interface PutBackArgs extends WriteContext {
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
export async function putBack(
  scope: OpenScope,
  args: PutBackArgs & { readonly of?: string },
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
    for (const links of await linksSince(scope, last)) await putBackLinks(scope, args, links);
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
export async function putBackLinks(scope: OpenScope, args: PutBackArgs, last: HistoryRow): Promise<void> {
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
