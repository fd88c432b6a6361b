import type { UpkeepCounts } from "../../api/upkeep.ts";
import { mergedColumns, orderedPair } from "../../domain/relation.ts";
import { evidenceOf, independentEvidence, linkEvidence } from "../tables/evidence.ts";
import { findMemory, type MemoryRow, mergedInto } from "../tables/memories.ts";
import {
  dropPairs,
  otherEnd,
  type PairCheck,
  type RelationRow,
  recordPairs,
  relationsOf,
} from "../tables/relations.ts";
import type { OpenScope } from "../tables/scopes.ts";
import { setMark, type UpkeepMark } from "../tables/upkeep-marks.ts";
import { insertInterval, intervalsOf } from "../tables/validity.ts";
import { changeMemory } from "./change-memory.ts";
import { supersede } from "./claim.ts";
import { scopeWrite, type WriteContext } from "./context.ts";
import { changeRelations } from "./link.ts";

/** Two memories that say the same, as they were when that was found. */
export interface MergePair {
  keep: string;
  gone: string;
  /** Their revisions then. Where one has moved, the pair is left alone. */
  keepRev: number;
  goneRev: number;
}

/** A memory that gives a newer value than another one, as both were when that was found. */
export interface UpdatePair {
  by: string;
  old: string;
  byRev: number;
  oldRev: number;
}

export interface MergeArgs extends WriteContext {
  pairs: MergePair[];
  /** Default: none. */
  updates?: UpdatePair[] | undefined;
  /** Pairs that were compared for it, and what came of them. Default: none. */
  checked?: PairCheck[] | undefined;
  /** How far the job has looked with this. Default: as far as before. */
  mark?: UpkeepMark | undefined;
}

/**
 * Merges pairs of memories. The one that stays gets evidence, edges and usage of the other, whose row keeps its words and
 * leads to it: an undo puts both back exactly as they were.
 */
export const mergeMemories = scopeWrite(
  async (scope, args: MergeArgs): Promise<{ merged: number; updated: number }> => {
    let merged = 0;
    let updated = 0;
    for (const pair of args.pairs) {
      const keep = await findMemory(scope.tx, scope, pair.keep);
      const gone = await findMemory(scope.tx, scope, pair.gone);
      if (keep?.rev !== pair.keepRev || gone?.rev !== pair.goneRev) continue;
      if (keep.id === gone.id || !isOwn(keep) || !isOwn(gone)) continue;
      await mergeOne(scope, args, keep, gone);
      merged += 1;
    }
    for (const { by, old, byRev, oldRev } of args.updates ?? []) {
      const newer = await findMemory(scope.tx, scope, by);
      const older = await findMemory(scope.tx, scope, old);
      if (newer?.rev !== byRev || older?.rev !== oldRev || !isOwn(newer) || !isOwn(older)) continue;
      updated += (await supersede(scope, args, newer, { ids: [old], until: newer.confirmed_at })).length;
    }
    await recordPairs(scope, args.checked ?? [], args.at);
    if (args.mark !== undefined) await setMark(scope, args.mark);
    return { merged, updated };
  },
);

function isOwn({ status, merged_into }: MemoryRow): boolean {
  return status === "active" && merged_into === null;
}

async function mergeOne(
  scope: OpenScope,
  context: WriteContext,
  keep: MemoryRow,
  gone: MemoryRow,
): Promise<void> {
  for (const link of await evidenceOf(scope.tx, scope, gone.id)) {
    await linkEvidence(scope, {
      ...link,
      memory: keep.id,
      meta: JSON.stringify({ mergedFrom: gone.id }),
    });
  }
  const after: MemoryRow = { ...keep, ...mergedColumns(keep, gone, context.at) };
  after.evidence_count = await independentEvidence(scope, after);
  const changed = await changeMemory(scope, context, { before: keep, after, event: "merged" });
  await heldSince(scope, changed, gone);
  // Right behind it, so that an undo finds what belongs together.
  await leadTo(scope, context, gone, keep.id);
  for (const earlier of await mergedInto(scope, gone.id)) await leadTo(scope, context, earlier, keep.id);
  await repoint(scope, context, gone.id, keep.id);
}

async function leadTo(scope: OpenScope, context: WriteContext, before: MemoryRow, to: string): Promise<void> {
  const after: MemoryRow = { ...before, status: "superseded", merged_into: to };
  await changeMemory(scope, context, { before, after, event: "merged" });
}

/** Earlier intervals of validity under other words are kept. */
async function heldSince(scope: OpenScope, keep: MemoryRow, gone: MemoryRow): Promise<void> {
  const start = async (id: string): Promise<number> => {
    const believed = (await intervalsOf(scope.tx, scope, id)).filter(({ revTo }) => revTo === null);
    return Math.min(...believed.map(({ validFrom }) => validFrom.getTime()));
  };
  const [keepStart, other] = [await start(keep.id), await start(gone.id)];
  if (!(other < keepStart)) return;
  await insertInterval(scope, keep.id, [other, keepStart], keep.rev);
}

/** The edges of one memory become those of another; of two to the same neighbour the stronger stays. */
async function repoint(scope: OpenScope, context: WriteContext, from: string, to: string): Promise<void> {
  const rows = await relationsOf(scope.tx, scope, [from, to]);
  const keepLinks = new Map(rows.filter((row) => isOf(row, to)).map((row) => [otherEnd(row, to), row]));
  const removed = rows.filter((row) => isOf(row, from));
  const added: RelationRow[] = [];
  for (const row of removed.slice()) {
    const other = otherEnd(row, from);
    const existing = keepLinks.get(other);
    if (other === to || (existing !== undefined && existing.strength >= row.strength)) continue;
    if (existing !== undefined) removed.push(existing);
    const [from_id, to_id] = orderedPair(to, other);
    added.push({ ...row, from_id, to_id });
  }
  await changeRelations(scope, context, { memory: to, removed, added });
}

function isOf({ from_id, to_id }: RelationRow, id: string): boolean {
  return from_id === id || to_id === id;
}

export interface MarkArgs extends Pick<WriteContext, "scope" | "at"> {
  marks: UpkeepMark[];
  /** Comparisons until then are too old to count, and forgotten. Default: none. */
  dropPairs?: number | undefined;
}

/** Notes how far jobs have looked through a scope, where they found nothing to do. */
export const markScope = scopeWrite(async (scope, args: MarkArgs): Promise<UpkeepCounts> => {
  for (const mark of args.marks) await setMark(scope, mark);
  if (args.dropPairs !== undefined) await dropPairs(scope, args.dropPairs);
  return {};
});
