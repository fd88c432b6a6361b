import { randomUUID } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { byId, name } from "../../../api/calls/schemas/common.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import type { Memory } from "../../../index.ts";
import { memorable } from "../../../write/verbs/remember-options.ts";
import { entityFields, entityOfScope, needScope, readEntity, readFilters } from "../../mem0/filters.ts";
import {
  add,
  endOfDay,
  forgetAll,
  fullMemory,
  HOLDS,
  historyOf,
  living,
  searchMemories,
  setMetadata,
} from "../../mem0/memories.ts";
import { type Call, type Route, routesAbout } from "../route.ts";
import { authorizedMemory, type Item, isVisible, itemOf } from "../routes/item-of.ts";
import {
  AddBody,
  anyQuery,
  ListBody,
  Mem0HistorySchema,
  Mem0MemorySchema,
  pages,
  SearchBody,
  said,
  UpdateBody,
} from "./shapes.ts";

const { delete: remove, get, post, put } = routesAbout("mem0", "read");

const SeveralBody = z.strictObject({
  memories: z
    .array(z.looseObject({ memory_id: name, text: z.string().max(1_000_000).optional() }))
    .min(1)
    .max(1_000),
});
type Several = z.output<typeof SeveralBody>;

/** The routes that the npm client `mem0ai` 3.x calls, so that setting its `host` is enough. */
export const mem0Routes: readonly Route[] = [
  get("/v1/ping/", {
    summary: "Check the key.",
    answer: z.looseObject({}),
    run: async ({ principal: { tenant } }) => ({
      status: "ok",
      org_id: "memoir",
      project_id: tenant,
      user_email: null,
    }),
  }),

  post("/v3/memories/add/", {
    role: "write",
    summary: "`client.add()`: record messages and extract memories at once.",
    body: AddBody,
    answer: z.looseObject({}),
    run: async ({ authorizedScope, service, body }) => {
      const entity = readEntity(body);
      const scope = needScope(entity);
      const acts = scope.startsWith("project:agent/") ? undefined : entity.agent;
      const { denyPatterns } = service.memoir.settings.privacy;
      const handle = authorizedScope({ scope, agent: acts });
      const results = await add(handle, body, entity, denyPatterns);
      return { results, status: "SUCCEEDED", event_id: randomUUID(), message: "Memories were processed." };
    },
  }),

  post("/v3/memories/search/", {
    summary: "`client.search()`: memories for a question, best first.",
    body: SearchBody,
    answer: z.object({ results: z.array(Mem0MemorySchema) }),
    run: async ({ authorizedScope, body, signal }) => {
      const entityFilter = { ...entityFields(body), categories: body.categories };
      const { entity, filter } = readFilters(body.filters, entityFilter);
      const handle = authorizedScope({ scope: needScope(entity) });
      const options = withoutUndefined({ limit: body.top_k ?? body.limit, threshold: body.threshold });
      return { results: await searchMemories(handle, body.query, { ...options, filter, signal }) };
    },
  }),

  post("/v3/memories/", {
    summary: "`client.getAll()`: memories page by page, newest first.",
    query: z.looseObject(pages),
    body: ListBody,
    answer: z.object({
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      results: z.array(Mem0MemorySchema),
    }),
    run: async ({ authorizedScope, body, query: { page = 1, page_size: size = 100 } }) => {
      const { start_date: gte, end_date: lte } = body;
      const { entity, filter } = readFilters(body.filters, {
        ...entityFields(body),
        categories: body.categories,
        created_at: (gte ?? lte) === undefined ? undefined : { gte, lte },
      });
      const handle = authorizedScope({ scope: needScope(entity) });
      const pageItems: Memory[] = [];
      let count = 0;
      for await (const memory of await handle.memories.list({ ...filter, ...HOLDS, limit: 1_000 })) {
        if (count >= (page - 1) * size && pageItems.length < size) pageItems.push(memory);
        count += 1;
      }
      const at = (number: number): string => `/v3/memories/?page=${number}&page_size=${size}`;
      return {
        count,
        next: page * size < count ? at(page + 1) : null,
        previous: page > 1 ? at(page - 1) : null,
        results: await Promise.all(pageItems.map((memory) => fullMemory(handle, memory))),
      };
    },
  }),

  get("/v1/memories/{id}/", {
    summary: "`client.get()`: one memory.",
    params: byId,
    query: anyQuery,
    answer: Mem0MemorySchema,
    run: async (call) => {
      const item = await itemOf({ ...call, query: {} });
      return fullMemory(item.handle, (await living(item)).memory);
    },
  }),

  put("/v1/memories/{id}/", {
    role: "write",
    summary: "`client.update()`: change the text, metadata or expiry of a memory.",
    params: byId,
    query: anyQuery,
    body: UpdateBody,
    answer: Mem0MemorySchema,
    run: async (call) => {
      const { text, metadata, expiration_date: end } = call.body;
      const item = await itemOf({ ...call, query: {} });
      let { memory } = await living(item);
      if (text !== undefined || end !== undefined) {
        const expiresAt = end === null ? null : endOfDay(end);
        memory = await item.handle.memories.update(item.id, withoutUndefined({ text, expiresAt }));
      }
      if (metadata) await setMetadata(item.handle, memory.id, metadata);
      return fullMemory(item.handle, memory);
    },
  }),

  remove("/v1/memories/{id}/", {
    role: "write",
    summary: "`client.delete()`: forget a memory. It can be restored until it is purged.",
    params: byId,
    query: anyQuery,
    answer: said,
    run: async (call) => {
      const item = await authorizedMemory(
        { ...call, query: {} },
        (principal, memory) => isVisible(principal, memory) || memory.status === "soft_deleted",
      );
      await item.handle.memories.delete(item.id);
      return { message: "Memory deleted successfully!" };
    },
  }),

  get("/v1/memories/{id}/history/", {
    summary: "`client.history()`: history of a memory's text, oldest first.",
    params: byId,
    query: anyQuery,
    answer: z.array(Mem0HistorySchema),
    run: async (call) => {
      const { handle, id: memoryId } = await authorizedMemory({ ...call, query: {} });
      return historyOf(handle, memoryId);
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

  get("/v1/entities/", {
    role: "operator",
    summary: "`client.users()`: list users, agents, apps and runs with memories.",
    query: z.looseObject(pages),
    answer: z.looseObject({ count: z.int(), results: z.array(z.looseObject({})) }),
    run: async ({ authorizedTenant, principal, query: { page = 1, page_size: size = 100 } }) => {
      const { scopes } = await authorizedTenant().stats();
      const all = scopes.flatMap(({ scope, memories, createdAt }) => {
        const entityField = Object.entries(entityOfScope(scope)).find(([, one]) => one !== null);
        if (entityField === undefined) return [];
        const [field, name] = entityField;
        const at = createdAt.toISOString();
        const type = field.slice(0, -"_id".length);
        const owner = principal.tenant;
        return [{ id: scope, name, type, owner, total_memories: memories, created_at: at, updated_at: at }];
      });
      const results = all.slice((page - 1) * size, page * size);
      return { count: all.length, next: null, previous: null, results };
    },
  }),

  remove("/v2/entities/{type}/{name}/", {
    role: "write",
    summary: "`client.deleteUsers()`: forget all memories of one of them.",
    params: z.strictObject({ type: z.enum(["user", "agent", "app", "run"]), name }),
    answer: said,
    run: async ({ authorizedScope, params }) => {
      const scope = needScope({ [params.type]: params.name });
      await forgetAll(authorizedScope({ scope }), {});
      return { message: "Entity deleted successfully." };
    },
  }),

  remove("/v1/memories/", {
    role: "write",
    summary: "`client.deleteAll()`: forget all memories of a user, agent, app or run.",
    query: anyQuery,
    answer: said,
    run: async ({ authorizedScope, query }) => {
      const { entity, filter } = readFilters(undefined, entityFields(query));
      await forgetAll(authorizedScope({ scope: needScope(entity) }), filter);
      return { message: "Memories deleted successfully!" };
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
