import { randomUUID } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import type { Memory } from "../../index.ts";
import { type Route, routesAbout } from "../route.ts";
import { name } from "../schemas/common.ts";
import { add } from "./add.ts";
import { entityFields, entityOfScope, needScope, readEntity } from "./entity.ts";
import { readFilters } from "./filters.ts";
import { forgetAll, HOLDS, metadataOf, whole } from "./memories.ts";
import { memoryRoutes } from "./memory-routes.ts";
import { AddBody, anyQuery, ListBody, Mem0MemorySchema, pages, SearchBody, said, toMem0 } from "./shapes.ts";

const { delete: remove, get, post } = routesAbout("mem0", "read");

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
    run: async ({ ownScope, service, body }) => {
      const entity = readEntity(body);
      const scope = needScope(entity);
      const acts = scope.startsWith("project:agent/") ? undefined : entity.agent;
      const { denyPatterns } = service.memoir.settings.privacy;
      const handle = ownScope({ scope, agent: acts });
      const results = await add(handle, body, entity, denyPatterns);
      return { results, status: "SUCCEEDED", event_id: randomUUID(), message: "Memories were processed." };
    },
  }),

  post("/v3/memories/search/", {
    summary: "`client.search()`: memories for a question, best first.",
    body: SearchBody,
    answer: z.object({ results: z.array(Mem0MemorySchema) }),
    run: async ({ ownScope, body, signal }) => {
      const { entity, filter } = readFilters(body.filters, {
        ...entityFields(body),
        categories: body.categories,
      });
      const handle = ownScope({ scope: needScope(entity) });
      const { categories, ...filters } = filter;
      const options = given({ limit: body.top_k ?? body.limit, threshold: body.threshold, categories });
      const { hits } = await handle.recall(body.query, { from: ["memories"], ...options, filters, signal });
      const results = hits.map(async ({ memory, score, evidence }) => {
        const metadata = await metadataOf(
          handle,
          memory.id,
          evidence.map(({ eventId }) => eventId),
        );
        return { ...toMem0(memory, handle.scope, metadata), score };
      });
      return { results: await Promise.all(results) };
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
    run: async ({ ownScope, body, query: { page = 1, page_size: size = 100 } }) => {
      const { start_date: gte, end_date: lte } = body;
      const { entity, filter } = readFilters(body.filters, {
        ...entityFields(body),
        categories: body.categories,
        created_at: (gte ?? lte) === undefined ? undefined : { gte, lte },
      });
      const handle = ownScope({ scope: needScope(entity) });
      const shown: Memory[] = [];
      let count = 0;
      for await (const memory of await handle.memories.list({ ...filter, ...HOLDS, limit: 1_000 })) {
        if (count >= (page - 1) * size && shown.length < size) shown.push(memory);
        count += 1;
      }
      const at = (number: number): string => `/v3/memories/?page=${number}&page_size=${size}`;
      return {
        count,
        next: page * size < count ? at(page + 1) : null,
        previous: page > 1 ? at(page - 1) : null,
        results: await Promise.all(shown.map((memory) => whole(handle, memory))),
      };
    },
  }),

  ...memoryRoutes,

  get("/v1/entities/", {
    role: "operator",
    summary: "`client.users()`: list users, agents, apps and runs with memories.",
    query: z.looseObject(pages),
    answer: z.looseObject({ count: z.int(), results: z.array(z.looseObject({})) }),
    run: async ({ ownTenant, principal, query: { page = 1, page_size: size = 100 } }) => {
      const { scopes } = await ownTenant().stats();
      const all = scopes.flatMap(({ scope, memories, createdAt }) => {
        const named = Object.entries(entityOfScope(scope)).find(([, one]) => one !== null);
        if (named === undefined) return [];
        const [field, who] = named;
        const at = createdAt.toISOString();
        const type = field.slice(0, -"_id".length);
        return [
          {
            id: scope,
            name: who,
            type,
            owner: principal.tenant,
            total_memories: memories,
            created_at: at,
            updated_at: at,
          },
        ];
      });
      return {
        count: all.length,
        next: null,
        previous: null,
        results: all.slice((page - 1) * size, page * size),
      };
    },
  }),

  remove("/v2/entities/{type}/{name}/", {
    role: "write",
    summary: "`client.deleteUsers()`: forget all memories of one of them.",
    params: z.strictObject({ type: z.enum(["user", "agent", "app", "run"]), name }),
    answer: said,
    run: async ({ ownScope, params }) => {
      const scope = needScope({ [params.type]: params.name });
      await forgetAll(ownScope({ scope }), {});
      return { message: "Entity deleted successfully." };
    },
  }),

  remove("/v1/memories/", {
    role: "write",
    summary: "`client.deleteAll()`: forget all memories of a user, agent, app or run.",
    query: anyQuery,
    answer: said,
    run: async ({ ownScope, query }) => {
      const { entity, filter } = readFilters(undefined, entityFields(query));
      await forgetAll(ownScope({ scope: needScope(entity) }), filter);
      return { message: "Memories deleted successfully!" };
    },
  }),
];
