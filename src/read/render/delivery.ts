import type { DeliverOptions, Receipt } from "../../api/recall.ts";
import { mayTouch } from "../../domain/allowlist.ts";
import { checkList, checkNames, checkOptions, checkWhole } from "../../domain/arguments.ts";
import { checkBlockRef } from "../../domain/block-ref.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { HIDDEN_STATUSES } from "../../domain/memory.ts";
import { checkId } from "../../domain/text.ts";
import type { NewContext } from "../../store/tables/contexts.ts";
import { memoriesByIds } from "../../store/tables/memories.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { ReadContext, ReadingHandle } from "../shared/request.ts";

/**
 * Notes that an agent has been given what a recall has shown, and for a reply which lines those were. A receipt may come
 * from anywhere: it marks only what the handle may see, and moves a thread no further than the scope has come.
 */
export async function deliver(
  context: Pick<ReadContext, "store" | "indexes" | "use" | "now">,
  handle: Pick<ReadingHandle, "scopes" | "access" | "thread">,
  receiptInput: Receipt,
  options?: DeliverOptions,
): Promise<void> {
  const receipt = checkReceipt(receiptInput);
  const { ids, thread, rev } = receipt;
  const { reply, signal } = checkDelivery(receipt, handle, options);
  for (const [i, scope] of handle.scopes.entries()) {
    const isOwn = i === 0;
    const scopeRow = await findScope(context.use(), scope);
    const rows = scopeRow === undefined ? [] : await memoriesByIds(context.use(), scopeRow, ids);
    const visibleRows = rows.filter(
      ({ status, category }) =>
        !HIDDEN_STATUSES.includes(status) && mayTouch(handle.access.categories, category),
    );
    const seen = isOwn && scopeRow !== undefined && thread !== null ? rev : 0;
    const replied = isOwn ? reply : null;
    if (visibleRows.length === 0 && seen === 0 && replied === null) continue;
    const args = {
      ...{ scope, at: context.now(), ids: visibleRows.map(({ id }) => id) },
      ...{ thread: seen > 0 ? thread : null, rev: seen, reply: replied },
    };
    const { num, accessed } = await context.store.write("deliver", args, { signal });
    context.indexes.accessed(scope.tenant, num, accessed);
  }
}

function checkReceipt(receiptInput: unknown): Receipt {
  const receipt = checkOptions(receiptInput as Partial<Receipt> | undefined, "delivered()");
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
  const replyRef = {
    reply: checkId(reply, "reply"),
    question: question === undefined ? null : checkId(question, "question"),
  };
  return {
    reply: { ...replyRef, thread: thread ?? receipt.thread, receipt: JSON.stringify(receipt) },
    signal,
  };
}
