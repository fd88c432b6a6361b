import type { Receipt } from "../api/recall.ts";
import { type Access, mayTouch } from "../domain/allowlist.ts";
import { checkList, checkOptions, checkWhole } from "../domain/arguments.ts";
import { HELD_BACK } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import { memoriesByIds } from "../store/memories.ts";
import { findScope } from "../store/scopes.ts";
import type { ReadContext } from "./read-context.ts";

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
