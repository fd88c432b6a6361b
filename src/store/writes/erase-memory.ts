import { logChange } from "../change-log.ts";
import { deleteEvidenceOf } from "../evidence.ts";
import { appendHistory, eraseHistoryOf } from "../history.ts";
import { deleteMemory, memoryNum } from "../memories.ts";
import type { OpenScope } from "../scopes.ts";
import { deleteSpan } from "../timeline.ts";
import { deleteIntervalsOf } from "../validity.ts";
import { dropVectors } from "../vectors.ts";
import type { WriteContext } from "./context.ts";

/** Erases a memory with its evidence, intervals and vectors. Its id stays, and that it happened: without words (C18). */
export async function eraseMemory(scope: OpenScope, context: WriteContext, id: string): Promise<void> {
  const place = await memoryNum(scope, id);
  await deleteSpan(scope, id);
  if (place === undefined) return;
  await deleteEvidenceOf(scope, id);
  await deleteIntervalsOf(scope, id);
  await dropVectors(scope, "m", place);
  await deleteMemory(scope, id);
  scope.rev += 1;
  const { tx, tenant, num, rev } = scope;
  await tx.insert("purged", ["tenant", "scope", "id", "rev"], [[tenant, num, id, rev]]);
  const batch = context.batch ?? null;
  await logChange(scope, { rev, memory: id, event: "deleted", batch, at: context.at }, context.keepChanges);
  if (context.audit) {
    await appendHistory(scope, {
      ...{ rev, memory: id, event: "DELETE", before: null, after: null, evidence: null, undo_of: null },
      ...{ batch, actor: context.actor, reason: "", at: context.at },
    });
  }
  // Also where no history is kept now: one may have been kept before.
  await eraseHistoryOf(scope, id);
}
