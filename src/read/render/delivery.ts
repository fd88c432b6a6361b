import type { DeliverOptions, Receipt } from "../../api/recall.ts";
import { mayTouch } from "../../domain/allowlist.ts";
import { checkList, checkNames, checkOptions, checkWhole } from "../../domain/arguments.ts";
import { type ChangeRef, checkBlockRef } from "../../domain/block-ref.ts";
import type { ChangeEvent } from "../../domain/change.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { HIDDEN_STATUSES } from "../../domain/memory.ts";
import { deltaHeader, shownChanges } from "../../domain/render/formats.ts";
import { checkId } from "../../domain/text.ts";
import { shownText } from "../../language/shown-name.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import { namesIn } from "../../store/tables/authors.ts";
import { changesSince, isTold, seenRev } from "../../store/tables/change-log.ts";
import type { NewContext } from "../../store/tables/contexts.ts";
import { findMemory, type MemoryRow, memoriesByIds, statusAt } from "../../store/tables/memories.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { SqlReader } from "../../store/tx.ts";
import { NOBODY } from "../parse/question.ts";
import type { ReadContext, ReadingHandle, RecallRequest } from "../types.ts";

/**
 * Notes that an agent has been given what a recall has shown, and for a reply which lines those were. A receipt may come
 * from anywhere: it marks only what the handle may see, and moves a thread no further than the scope has come.
 */
export async function deliver(
  context: Pick<ReadContext, "store" | "indexes" | "use" | "now">,
  handle: Pick<ReadingHandle, "scopes" | "access" | "thread">,
  given: Receipt,
  options?: DeliverOptions,
): Promise<void> {
  const receipt = checkReceipt(given);
  const { ids, thread, rev } = receipt;
  const { reply, signal } = checkDelivery(receipt, handle, options);
  for (const [i, scope] of handle.scopes.entries()) {
    const own = i === 0;
    const found = await findScope(context.use(), scope);
    const rows = found === undefined ? [] : await memoriesByIds(context.use(), found, ids);
    const shown = rows.filter(
      ({ status, category }) =>
        !HIDDEN_STATUSES.includes(status) && mayTouch(handle.access.categories, category),
    );
    const seen = own && found !== undefined && thread !== null ? rev : 0;
    const replied = own ? reply : null;
    if (shown.length === 0 && seen === 0 && replied === null) continue;
    const args = {
      ...{ scope, at: context.now(), ids: shown.map(({ id }) => id) },
      ...{ thread: seen > 0 ? thread : null, rev: seen, reply: replied },
    };
    const { num, accessed } = await context.store.write("deliver", args, { signal });
    context.indexes.accessed(scope.tenant, num, accessed);
  }
}

function checkReceipt(given: unknown): Receipt {
  const receipt = checkOptions(given as Partial<Receipt> | undefined, "delivered()");
  checkNames(receipt, ["ids", "thread", "rev", "block"], "delivered()");
  const { ids, thread, rev, block } = receipt;
  return {
    ids: Array.from(checkList(ids, "receipt.ids"), (id, i) => checkId(id, `receipt.ids[${i}]`)),
    thread: thread == null ? null : checkId(thread, "receipt.thread"),
    rev: checkWhole(rev, "receipt.rev", 0, Number.MAX_SAFE_INTEGER),
    ...(block == null ? {} : { block: checkBlockRef(block, "receipt.block") }),
  };
}

/** The reply to record the block for; `null`: none is named. */
function checkDelivery(
  receipt: Receipt,
  { thread }: Pick<ReadingHandle, "thread">,
  options: DeliverOptions | undefined,
): { reply: NewContext | null; signal: AbortSignal | undefined } {
  const { reply, question, signal } = checkOptions(options, "delivered()");
  if (reply === undefined) return { reply: null, signal };
  if (receipt.block === undefined) {
    throw invalidArgument(
      "This receipt does not say what its block had, so nothing can be recorded for the reply. Pass the receipt of a recall as it is.",
    );
  }
  const named = {
    reply: checkId(reply, "reply"),
    question: question === undefined ? null : checkId(question, "question"),
  };
  return { reply: { ...named, thread: thread ?? receipt.thread, receipt: JSON.stringify(receipt) }, signal };
}

/** More than a ring ever keeps: the header tells three of them. */
const MAX_CHANGES = 1_000;

export interface Delta {
  readonly header: string;
  /** The revision that the thread has seen once this is delivered. */
  readonly rev: number;
  /** The revision that it had seen before. */
  readonly since: number;
  /** The changes that the header tells of. */
  readonly changes: readonly ChangeRef[];
}

export const NO_DELTA: Delta = { header: "", rev: 0, since: 0, changes: [] };

/** Changes in the scope itself since a thread last looked. The cursor moves only on delivery. */
export async function deltaFor(
  { scopes: [first], thread, settings, now, access: { categories } }: RecallRequest,
  reader: SqlReader,
  scopes: readonly ReadableScope[],
): Promise<Delta> {
  if (thread === null || !settings.render.delta) return NO_DELTA;
  const own = scopes.find(({ scope }) => scope === first);
  if (own === undefined) return NO_DELTA;
  const { rev } = own;
  const since = await seenRev(reader, own, thread);
  if (since >= rev) return { ...NO_DELTA, rev, since };
  const rows = await changesSince(reader, own, since, MAX_CHANGES);
  const names = own.scope.kind === "user" ? NOBODY : await namesIn(reader, own);
  const changes = [];
  for (const row of rows.filter(isTold)) {
    const memory = await findMemory(reader, own, row.memory);
    // Of a memory that is gone nobody knows the category any more.
    const outside = memory === undefined ? categories !== null : !mayTouch(categories, memory.category);
    if (!outside && isNews(row.event, memory, now.getTime()))
      changes.push({
        ...{ event: row.event, rev: row.rev },
        ref: { event: row.event, id: row.memory, rev: memory?.rev ?? 0 },
        memory: memory === undefined ? null : { ...memory, text: shownText(memory, names) },
      });
  }
  const shown = shownChanges(changes);
  return { header: deltaHeader(since, shown), rev, since, changes: shown.map(({ ref }) => ref) };
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
  if (HIDDEN_STATUSES.includes(status) || status === "superseded") return false;
  const hasEnded = status === "soft_deleted" || status === "expired";
  return (event === "soft_deleted") === hasEnded;
}
