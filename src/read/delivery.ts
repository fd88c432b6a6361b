import type { Receipt } from "../api/recall.ts";
import { type Access, mayTouch } from "../domain/allowlist.ts";
import { checkList, checkOptions, checkWhole } from "../domain/arguments.ts";
import type { ChangeEvent } from "../domain/change.ts";
import { HELD_BACK } from "../domain/memory.ts";
import { deltaHeader } from "../domain/render/formats.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import { shownText } from "../language/shown-name.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import { namesIn } from "../store/authors.ts";
import { changesSince, isTold, seenRev } from "../store/change-log.ts";
import { findMemory, type MemoryRow, memoriesByIds, statusAt } from "../store/memories.ts";
import { findScope } from "../store/scopes.ts";
import type { Reader } from "../store/tx.ts";
import { NOBODY } from "./question.ts";
import type { ReadContext, RecallRequest } from "./request.ts";

/**
 * Notes that an agent has been given what a recall has shown. A receipt may come from anywhere: it marks only what the
 * handle may see, and moves a thread no further than the scope has come.
 */
export async function deliver(
  context: Pick<ReadContext, "store" | "indexes" | "use" | "now">,
  { scopes, access }: { readonly scopes: readonly Scope[]; readonly access: Access },
  given: Receipt,
): Promise<void> {
  const { ids, thread, rev } = checkReceipt(given);
  for (const [i, scope] of scopes.entries()) {
    const found = await findScope(context.use(), scope);
    if (found === undefined) continue;
    const rows = await memoriesByIds(context.use(), found, ids);
    const shown = rows.filter(
      ({ status, category }) => !HELD_BACK.includes(status) && mayTouch(access.categories, category),
    );
    const seen = i === 0 && thread !== null ? rev : 0;
    if (shown.length === 0 && seen === 0) continue;
    const { num, accessed } = await context.store.write("deliver", {
      scope,
      at: context.now(),
      ids: shown.map(({ id }) => id),
      thread: seen > 0 ? thread : null,
      rev: seen,
    });
    context.indexes.accessed(scope.tenant, num, accessed);
  }
}

function checkReceipt(given: unknown): Receipt {
  const { ids, thread, rev } = checkOptions(given as Partial<Receipt> | undefined, "delivered()");
  return {
    ids: Array.from(checkList(ids, "receipt.ids"), (id, i) => checkId(id, `receipt.ids[${i}]`)),
    thread: thread == null ? null : checkId(thread, "receipt.thread"),
    rev: checkWhole(rev, "receipt.rev", 0, Number.MAX_SAFE_INTEGER),
  };
}

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
  const names = own.scope.kind === "user" ? NOBODY : await namesIn(reader, own);
  const changes = [];
  for (const row of rows.filter(isTold)) {
    const memory = await findMemory(reader, own, row.memory);
    // Of a memory that is gone nobody knows the category any more.
    const outside = memory === undefined ? categories !== null : !mayTouch(categories, memory.category);
    if (!outside && isNews(row.event, memory, now.getTime()))
      changes.push({
        event: row.event,
        rev: row.rev,
        memory: memory === undefined ? null : { ...memory, text: shownText(memory, names) },
      });
  }
  return { header: deltaHeader(since, changes), rev };
}

/**
 * Whether a change is still worth reporting, given the memory's current state. The end of a memory is news while it has
 * ended, and all else while it has not: one that was forgotten and restored is reported as restored, one that was
 * erased only as erased.
 */
function isNews(event: ChangeEvent, memory: MemoryRow | undefined, at: number): boolean {
  if (memory === undefined) return event === "deleted";
  const status = statusAt(memory, at);
  // Nobody may see it unasked; or the memory that took its place tells it.
  if (HELD_BACK.includes(status) || status === "superseded") return false;
  const hasEnded = status === "soft_deleted" || status === "expired";
  return (event === "soft_deleted") === hasEnded;
}
