import type { ChangeEvent } from "../../domain/change.ts";
import { MemoirError } from "../../domain/errors.ts";
import { HELD_BACK } from "../../domain/memory.ts";
import { independentEvidence, unlinkEvidence } from "../evidence.ts";
import { showSources } from "../hidden-events.ts";
import { type HistoryRow, linksSince, markUndone } from "../history.ts";
import { findMemory, type MemoryRow } from "../memories.ts";
import { recordPairs } from "../pair-checks.ts";
import { type RelationRow, relationsOf } from "../relations.ts";
import type { OpenScope } from "../scopes.ts";
import { bury, unbury } from "../tombstones.ts";
import { reopenInterval } from "../validity.ts";
import { freshStart, isRemoved } from "./ageing.ts";
import { changeMemory } from "./change-memory.ts";
import type { WriteContext } from "./context.ts";
import { changeRelations, relationsIn } from "./link.ts";
import { existing, refuseTakenKey } from "./revise.ts";

export interface TakeBackArgs extends WriteContext {
  purgeAt: number;
  /** Whether it may let in what waits for a person, or was refused by one. */
  letsIn: boolean;
}

/** Puts a memory back as it was before one change, with its evidence, edges, intervals and tombstones. */
export async function takeBack(scope: OpenScope, args: TakeBackArgs, last: HistoryRow): Promise<MemoryRow> {
  // Unbound: what the change has replaced may be of a category outside, and is refused as such.
  const before = await existing(scope, { ...args, categories: undefined }, last.memory);
  const after: MemoryRow =
    last.before === null
      ? { ...before, status: "soft_deleted", purge_at: args.purgeAt }
      : { ...before, ...(JSON.parse(last.before) as Partial<MemoryRow>) };
  if (
    !args.letsIn &&
    last.before !== null &&
    HELD_BACK.includes(before.status) &&
    !HELD_BACK.includes(after.status)
  ) {
    throw new MemoirError(
      "not_allowed",
      "The last change here holds a memory back, which only an operator takes back. Ask one.",
    );
  }
  if (last.before !== null) {
    // From what is linked, not from what the history saw: evidence may have come while audit was off.
    if (last.evidence !== null) await unlinkEvidence(scope, last.memory, last.evidence);
    after.evidence_count = await independentEvidence(scope, after);
  }
  // What faded would be gone again at once; whoever takes that back wants it alive.
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
  const left = (status: MemoryRow["status"]): boolean => before.status === status && after.status !== status;
  if (left("soft_deleted") || left("disabled")) await unbury(scope, memory);
  if (left("soft_deleted")) await showSources(scope, memory.id);
  if (left("superseded")) await reopenInterval(scope, memory.id, memory.rev);
  if (event === "soft_deleted") await bury(scope, memory, args.at);
  return memory;
}

/** Puts edges back as they were, as far as both memories are still there. */
export async function takeBackLinks(scope: OpenScope, args: TakeBackArgs, last: HistoryRow): Promise<void> {
  const { tx } = scope;
  const made = relationsIn(last.after);
  const ids = new Set([...made, ...relationsIn(last.before)].flatMap((row) => [row.from_id, row.to_id]));
  const now = new Map((await relationsOf(tx, scope, [...ids])).map((row) => [pairOf(row), row]));
  const removed = made.filter((row) => now.get(pairOf(row))?.id === row.id);
  for (const row of removed) now.delete(pairOf(row));
  const added: RelationRow[] = [];
  for (const row of relationsIn(last.before)) {
    if (now.has(pairOf(row))) continue;
    const ends = [await findMemory(tx, scope, row.from_id), await findMemory(tx, scope, row.to_id)];
    if (!ends.includes(undefined)) added.push(row);
  }
  const rev = await changeRelations(scope, args, {
    ...{ memory: last.memory, removed, added, undoOf: last.rev },
  });
  await markUndone(scope, last.rev, rev ?? scope.rev);
}

function pairOf({ from_id, to_id }: RelationRow): string {
  return `${from_id} ${to_id}`;
}

/**
 * Takes from the memory that stayed what it got from the one that was merged into it, right before that change. What a
 * person took apart no job puts together again.
 */
async function unmerge(
  scope: OpenScope,
  keep: string,
  { memory, rev }: HistoryRow,
  at: number,
): Promise<void> {
  const { tx, tenant, num } = scope;
  await recordPairs(scope, [{ a: keep, b: memory, score: 0, verdict: "apart" }], at);
  await tx.run("delete from evidence where tenant = $1 and scope = $2 and memory = $3 and meta = $4", [
    ...[tenant, num, keep],
    JSON.stringify({ mergedFrom: memory }),
  ]);
  await tx.run("delete from validity where tenant = $1 and scope = $2 and memory = $3 and rev_from = $4", [
    ...[tenant, num, keep],
    rev - 1,
  ]);
}

/** What ended it: it was forgotten, or another memory took its place. */
const ENDED: readonly MemoryRow["status"][] = ["soft_deleted", "superseded"];

function eventOf(before: MemoryRow, after: MemoryRow): ChangeEvent {
  if (before.status !== "soft_deleted" && after.status === "soft_deleted") return "soft_deleted";
  return ENDED.includes(before.status) && !ENDED.includes(after.status) ? "restored" : "updated";
}
