import { mayTouch } from "../domain/allowlist.ts";
import { deltaHeader } from "../domain/render/delta-header.ts";
import type { ReadableScope } from "../scope-index/readable-scope.ts";
import { changesSince, isTold, seenRev } from "../store/change-log.ts";
import { findMemory } from "../store/memories.ts";
import type { Reader } from "../store/tx.ts";
import type { RecallRequest } from "./request.ts";

/** More than a ring ever keeps: the header tells three of them. */
const MOST = 1_000;

export interface Delta {
  readonly header: string;
  /** The revision that the thread has seen once this is delivered. */
  readonly rev: number;
}

export const NO_DELTA: Delta = { header: "", rev: 0 };

/** Changes in the scope itself since a thread last looked (R238–R242, C25). The cursor moves only on delivery. */
export async function deltaFor(
  { scopes: [first], thread, settings, access: { categories } }: RecallRequest,
  reader: Reader,
  scopes: readonly ReadableScope[],
): Promise<Delta> {
  const own = scopes.find(({ scope }) => scope === first);
  if (thread === null || own === undefined || !settings.render.delta) return NO_DELTA;
  const { scope, num, rev } = own;
  const since = await seenRev(reader, scope.tenant, num, thread);
  if (since >= rev) return { header: "", rev };
  const rows = await changesSince(reader, scope.tenant, num, since, MOST);
  const changes = [];
  for (const row of rows.filter(isTold)) {
    const memory = await findMemory(reader, scope.tenant, num, row.memory);
    // A memory that nobody may see unasked is not announced; one that is gone is (R268).
    const waits = memory !== undefined && ["shadow", "pending", "disabled"].includes(memory.status);
    // Nor is one of a category outside the reader's own; of one that is gone nobody knows the category any more.
    const outside = memory === undefined ? categories !== null : !mayTouch(categories, memory.category);
    // A merged memory is announced by the one that it was merged into.
    const merged = memory !== undefined && memory.merged_into !== null;
    if (!waits && !outside && !merged)
      changes.push({ event: row.event, rev: row.rev, memory: memory ?? null });
  }
  return { header: deltaHeader(since, changes), rev };
}
