import { mayTouch } from "../domain/allowlist.ts";
import type { ChangeEvent } from "../domain/change.ts";
import { HELD_BACK } from "../domain/memory.ts";
import { deltaHeader } from "../domain/render/formats.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import { changesSince, isTold, seenRev } from "../store/change-log.ts";
import { findMemory, type MemoryRow, statusAt } from "../store/memories.ts";
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
  { scopes: [first], thread, settings, now, access: { categories } }: RecallRequest,
  reader: Reader,
  scopes: readonly ReadableScope[],
): Promise<Delta> {
  if (thread === null || !settings.render.delta) return NO_DELTA;
  const own = scopes.find(({ scope }) => scope === first);
  if (own === undefined) return NO_DELTA;
  const { rev } = own;
  const since = await seenRev(reader, own, thread);
  if (since >= rev) return { header: "", rev };
  const rows = await changesSince(reader, own, since, MOST);
  const changes = [];
  for (const row of rows.filter(isTold)) {
    const memory = await findMemory(reader, own, row.memory);
    // Of a memory that is gone nobody knows the category any more.
    const outside = memory === undefined ? categories !== null : !mayTouch(categories, memory.category);
    if (!outside && isNews(row.event, memory, now.getTime()))
      changes.push({ event: row.event, rev: row.rev, memory: memory ?? null });
  }
  return { header: deltaHeader(since, changes), rev };
}

/**
 * Whether a change is still worth telling, as its memory is now. The end of a memory is news while it has ended, and all
 * else while it has not: one that was forgotten and restored is told as restored, one that was erased only as erased.
 */
function isNews(event: ChangeEvent, memory: MemoryRow | undefined, at: number): boolean {
  if (memory === undefined) return event === "deleted";
  const status = statusAt(memory, at);
  // Nobody may see it unasked; or the memory that took its place tells it.
  if (HELD_BACK.includes(status) || status === "superseded") return false;
  const hasEnded = status === "soft_deleted" || status === "expired";
  return (event === "soft_deleted") === hasEnded;
}
