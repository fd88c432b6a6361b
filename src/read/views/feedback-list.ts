import type { Feedback, FeedbackListOptions } from "../../api/feedback.ts";
import type { Page } from "../../api/options.ts";
import { checkId } from "../../domain/text.ts";
import { feedbackBelow, toFeedback } from "../../store/tables/feedback.ts";
import { visibleMemory } from "../../store/tables/memories.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { ReadContext, ReadingHandle } from "../shared/request.ts";
import { page } from "./page.ts";

/** What people said of lines, newest first. */
export async function listFeedback(
  context: Pick<ReadContext, "use">,
  { scopes: [scope], access }: ReadingHandle,
  { memory, reply, ...options }: FeedbackListOptions = {},
): Promise<Page<Feedback>> {
  const id = memory === undefined ? undefined : checkId(memory, "memory");
  const visible = id === undefined ? undefined : await visibleMemory(context.use(), scope, access, id);
  const filter = {
    memory: visible?.row.id ?? id,
    reply: reply === undefined ? undefined : checkId(reply, "reply"),
    categories: access.categories ?? undefined,
  };
  const scopeRef = await findScope(context.use(), scope);
  return page(options, async (part) => {
    if (scopeRef === undefined) return [];
    const rows = await feedbackBelow(context.use(), scopeRef, filter, part);
    return rows.map((row) => ({ item: toFeedback(row), position: row.num }));
  });
}
