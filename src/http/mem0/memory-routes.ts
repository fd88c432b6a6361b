import { z } from "@hono/zod-openapi";
import type { HistoryEntry } from "../../index.ts";
import { type Route, route } from "../route.ts";
import { itemOf, ownItem } from "../routes/item-of.ts";
import { name } from "../schemas/common.ts";
import { isVisible } from "../visible.ts";
import { anyQuery, UpdateBody } from "./bodies.ts";
import { living, whole } from "./living.ts";
import { setMetadata } from "./metadata.ts";
import { Mem0HistorySchema, Mem0MemorySchema, said, toMem0History } from "./shapes.ts";

const tag = "mem0";
const id = z.strictObject({ id: name });

const getting = route(
  {
    method: "get",
    path: "/v1/memories/{id}/",
    role: "read",
    tag,
    summary: "`client.get()`: one memory.",
    params: id,
    query: anyQuery,
    answer: Mem0MemorySchema,
  },
  async (call) => {
    const item = await itemOf({ ...call, query: {} });
    return whole(item.handle, (await living(item)).memory);
  },
);

const updating = route(
  {
    method: "put",
    path: "/v1/memories/{id}/",
    role: "write",
    tag,
    summary: "`client.update()`: change the text, metadata or expiry of a memory.",
    params: id,
    query: anyQuery,
    body: UpdateBody,
    answer: Mem0MemorySchema,
  },
  async (call) => {
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
);

const deleting = route(
  {
    method: "delete",
    path: "/v1/memories/{id}/",
    role: "write",
    tag,
    summary: "`client.delete()`: forget a memory. It can be restored until it is purged.",
    params: id,
    query: anyQuery,
    answer: said,
  },
  async (call) => {
    const item = await ownItem(
      { ...call, query: {} },
      (principal, memory) => isVisible(principal, memory) || memory.status === "soft_deleted",
    );
    await item.handle.memories.delete(item.id);
    return { message: "Memory deleted successfully!" };
  },
);

const history = route(
  {
    method: "get",
    path: "/v1/memories/{id}/history/",
    role: "read",
    tag,
    summary: "`client.history()`: history of a memory's text, oldest first.",
    params: id,
    query: anyQuery,
    answer: z.array(Mem0HistorySchema),
  },
  async (call) => {
    const { handle, id: wanted } = await ownItem({ ...call, query: {} });
    const { memory } = await handle.memories.proof(wanted);
    const entries: HistoryEntry[] = [];
    for await (const entry of await handle.memories.history(memory.id, { limit: 1_000 })) entries.push(entry);
    return toMem0History(entries, memory, handle.scope);
  },
);

/** What the client does with one memory. */
export const memoryRoutes: readonly Route[] = [getting, updating, deleting, history];
