import { z } from "@hono/zod-openapi";
import { memorable } from "../../write/remember.ts";
import type { Call } from "../call.ts";
import { type Route, route } from "../route.ts";
import { type Item, itemOf } from "../routes/item-of.ts";
import { name } from "../schemas/common.ts";
import { living } from "./living.ts";
import { said } from "./shapes.ts";

const tag = "mem0";

const SeveralBody = z.strictObject({
  memories: z
    .array(z.looseObject({ memory_id: name, text: z.string().max(1_000_000).optional() }))
    .min(1)
    .max(1_000),
});
type Several = z.output<typeof SeveralBody>;

/** All of them, before the first is touched: one that is not there, or cannot be so, leaves the others as they are. */
async function itemsOf(call: Call<unknown, unknown, Several>): Promise<Item[]> {
  const { denyPatterns } = call.service.memoir.settings.privacy;
  const items: Item[] = [];
  for (const { memory_id: id, text } of call.body.memories) {
    const item = await itemOf({ ...call, params: { id }, query: {} });
    await living(item);
    if (text !== undefined) await memorable(text, denyPatterns);
    items.push(item);
  }
  return items;
}

const updatingSeveral = route(
  {
    method: "put",
    path: "/v1/batch/",
    role: "write",
    tag,
    summary: "`client.batchUpdate()`: change the texts of several memories.",
    body: SeveralBody,
    answer: said,
  },
  async (call) => {
    const items = await itemsOf(call);
    for (const [i, { handle, id }] of items.entries()) {
      const text = call.body.memories[i]?.text;
      if (text !== undefined) await handle.memories.update(id, { text });
    }
    return { message: `Successfully updated ${items.length} memories` };
  },
);

const deletingSeveral = route(
  {
    method: "delete",
    path: "/v1/batch/",
    role: "write",
    tag,
    summary: "`client.batchDelete()`: forget several memories.",
    body: SeveralBody,
    answer: said,
  },
  async (call) => {
    const items = await itemsOf(call);
    for (const { handle, id } of items) await handle.memories.delete(id);
    return { message: `Successfully deleted ${items.length} memories` };
  },
);

export const batchRoutes: readonly Route[] = [updatingSeveral, deletingSeveral];
