import type { ChangeEvent } from "../../domain/change.ts";
import { MemoirError } from "../../domain/errors.ts";
import { unlinkEvidence } from "../evidence.ts";
import { type HistoryRow, lastUndoable, markUndone } from "../history.ts";
import type { MemoryRow } from "../memories.ts";
import { bury, unbury } from "../tombstones.ts";
import type { Tx } from "../tx.ts";
import { changeMemory } from "./change-memory.ts";
import { inScope, type WriteContext } from "./context.ts";
import { existing, refuseTakenKey } from "./revise.ts";

export interface UndoArgs extends WriteContext {
  /** One memory, or `null` for the scope's last change. */
  id: string | null;
  purgeAt: number;
}

export interface UndoResult {
  memory: MemoryRow;
  undone: { rev: number; event: HistoryRow["event"] };
}

/** Takes back the newest change not yet taken back. Again, it goes one further; each undo is a change of its own. */
export function undo(tx: Tx, args: UndoArgs): Promise<UndoResult> {
  return inScope(tx, args, async (scope) => {
    const last = await lastUndoable(tx, scope.tenant, scope.num, args.id ?? undefined);
    if (last === undefined) {
      if (args.id !== null) await existing(tx, scope, args.id);
      throw new MemoirError(
        "nothing_to_undo",
        args.id === null ? "This scope has no change to undo." : `Memory ${args.id} has no change to undo.`,
      );
    }
    const before = await existing(tx, scope, last.memory);
    const after: MemoryRow =
      last.before === null
        ? { ...before, status: "soft_deleted", purge_at: args.purgeAt }
        : { ...before, ...(JSON.parse(last.before) as Partial<MemoryRow>) };
    if (last.before !== null) {
      // From what is linked, not from what the history saw: evidence may have come while audit was off.
      const unlinked =
        last.evidence !== null && (await unlinkEvidence(tx, scope, last.memory, last.evidence));
      after.evidence_count = before.evidence_count - (unlinked ? 1 : 0);
    }
    if (after.key !== before.key) await refuseTakenKey(tx, scope, after.key);
    const event = eventOf(before, after);
    const memory = await changeMemory(tx, scope, args, { before, after, event, undoOf: last.rev });
    await markUndone(tx, scope, last.rev, memory.rev);
    if (event === "restored") await unbury(tx, scope, memory);
    if (event === "soft_deleted") await bury(tx, scope, memory, args.at);
    return { memory, undone: { rev: last.rev, event: last.event } };
  });
}

function eventOf(before: MemoryRow, after: MemoryRow): ChangeEvent {
  if (before.status !== "soft_deleted" && after.status === "soft_deleted") return "soft_deleted";
  if (before.status === "soft_deleted" && after.status !== "soft_deleted") return "restored";
  return "updated";
}
