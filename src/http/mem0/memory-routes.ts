import { z } from "@hono/zod-openapi";
import type { HistoryEntry } from "../../index.ts";
import { memorable } from "../../write/remember.ts";
import { type Call, type Route, routesAbout } from "../route.ts";
import { type Item, itemOf, ownItem } from "../routes/item-of.ts";
import { name } from "../schemas/common.ts";
import { isVisible } from "../visible.ts";
import { living, setMetadata, whole } from "./memories.ts";
import { anyQuery, Mem0HistorySchema, Mem0MemorySchema, said, toMem0History, UpdateBody } from "./shapes.ts";

const { delete: remove, get, put } = routesAbout("mem0", "read");

const id = z.strictObject({ id: name });

const SeveralBody = z.strictObject({
  memories: z
    .array(z.looseObject({ memory_id: name, text: z.string().max(1_000_000).optional() }))
    .min(1)
    .max(1_000),
});
type Several = z.output<typeof SeveralBody>;

/** The client's calls on memories by id. */
export const memoryRoutes: readonly Route[] = [
  get("/v1/memories/{id}/", {
    summary: "`client.get()`: one memory.",
    params: id,
    query: anyQuery,
    answer: Mem0MemorySchema,
    run: async (call) => {
      const item = await itemOf({ ...call, query: {} });
      return whole(item.handle, (await living(item)).memory);
    },
  }),

  put("/v1/memories/{id}/", {
    role: "write",
    summary: "`client.update()`: change the text, metadata or expiry of a memory.",
    params: id,
    query: anyQuery,
    body: UpdateBody,
    answer: Mem0MemorySchema,
    run: async (call) => {
      const { text, metadata, expiration_date: end } = call.body;
      const item = await itemOf({ ...call, query: {} });
      let { memory } = await living(item);
      if (text !== undefined || end !== undefined) {
        memory = await item.handle.memories.update(item.id, {
          ...(text === undefined ? {} : { text }),
          ...(end === undefined ? {} : { expiresAt: end }),
        });
      }
      if (metadata) await setMetadata(item.handle, memory.id, metadata);
      return whole(item.handle, memory);
    },
  }),

  remove("/v1/memories/{id}/", {
    role: "write",
    summary: "`client.delete()`: forget a memory. It can be restored until it is purged.",
    params: id,
    query: anyQuery,
    answer: said,
    run: async (call) => {
      const item = await ownItem(
        { ...call, query: {} },
        (principal, memory) => isVisible(principal, memory) || memory.status === "soft_deleted",
      );
      await item.handle.memories.delete(item.id);
      return { message: "Memory deleted successfully!" };
    },
  }),

  get("/v1/memories/{id}/history/", {
    summary: "`client.history()`: history of a memory's text, oldest first.",
    params: id,
    query: anyQuery,
    answer: z.array(Mem0HistorySchema),
    run: async (call) => {
      const { handle, id: wanted } = await ownItem({ ...call, query: {} });
      const { memory } = await handle.memories.proof(wanted);
      const entries: HistoryEntry[] = [];
      for await (const entry of await handle.memories.history(memory.id, { limit: 1_000 }))
        entries.push(entry);
      return toMem0History(entries, memory, handle.scope);
    },
  }),

  put("/v1/batch/", {
    role: "write",
    summary: "`client.batchUpdate()`: change the texts of several memories.",
    body: SeveralBody,
    answer: said,
    run: async (call) => {
      const items = await itemsOf(call);
      for (const [i, { handle, id }] of items.entries()) {
        const text = call.body.memories[i]?.text;
        if (text !== undefined) await handle.memories.update(id, { text });
      }
      return { message: `Successfully updated ${items.length} memories` };
    },
  }),

  remove("/v1/batch/", {
    role: "write",
    summary: "`client.batchDelete()`: forget several memories.",
    body: SeveralBody,
    answer: said,
    run: async (call) => {
      const items = await itemsOf(call);
      for (const { handle, id } of items) await handle.memories.delete(id);
      return { message: `Successfully deleted ${items.length} memories` };
    },
  }),
];

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
