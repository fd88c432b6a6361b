import { randomUUID } from "node:crypto";
import { z } from "@hono/zod-openapi";
import type { Memory } from "../../index.ts";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { add } from "./add.ts";
import { batchRoutes } from "./batch-routes.ts";
import { AddBody, ListBody, pages, SearchBody } from "./bodies.ts";
import { entityFields, needScope, readEntity } from "./entity.ts";
import { entityRoutes } from "./entity-routes.ts";
import { readFilters } from "./filters.ts";
import { HOLDS, whole } from "./living.ts";
import { memoryRoutes } from "./memory-routes.ts";
import { metadataOf } from "./metadata.ts";
import { Mem0MemorySchema, toMem0 } from "./shapes.ts";

const tag = "mem0";

const ping = route(
  {
    method: "get",
    path: "/v1/ping/",
    role: "read",
    tag,
    summary: "Check the key.",
    answer: z.looseObject({}),
  },
  async ({ principal: { tenant } }) => ({
    status: "ok",
    org_id: "memoir",
    project_id: tenant,
    user_email: null,
  }),
);

const adding = route(
  {
    method: "post",
    path: "/v3/memories/add/",
    role: "write",
    tag,
    summary: "`client.add()`: record messages and extract memories at once.",
    body: AddBody,
    answer: z.looseObject({}),
  },
  async ({ service, principal, body }) => {
    const entity = readEntity(body);
    const scope = needScope(entity);
    const acts = scope.startsWith("project:agent/") ? undefined : entity.agent;
    const { denyPatterns } = service.memoir.settings.privacy;
    const handle = ownScope(service, principal, { scope, agent: acts });
    const results = await add(handle, body, entity, denyPatterns);
    return { results, status: "SUCCEEDED", event_id: randomUUID(), message: "Memories were processed." };
  },
);

const searching = route(
  {
    method: "post",
    path: "/v3/memories/search/",
    role: "read",
    tag,
    summary: "`client.search()`: memories for a question, best first.",
    body: SearchBody,
    answer: z.object({ results: z.array(Mem0MemorySchema) }),
  },
  async ({ service, principal, body, signal }) => {
    const { entity, filter } = readFilters(body.filters, {
      ...entityFields(body),
      categories: body.categories,
    });
    const handle = ownScope(service, principal, { scope: needScope(entity) });
    const limit = body.top_k ?? body.limit;
    const { categories, ...filters } = filter;
    const { hits } = await handle.recall(body.query, {
      from: ["memories"],
      ...(limit === undefined ? {} : { limit }),
      ...(body.threshold === undefined ? {} : { threshold: body.threshold }),
      ...(categories === undefined ? {} : { categories }),
      filters,
      signal,
    });
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
);

const listing = route(
  {
    method: "post",
    path: "/v3/memories/",
    role: "read",
    tag,
    summary: "`client.getAll()`: memories page by page, newest first.",
    query: z.looseObject(pages),
    body: ListBody,
    answer: z.object({
      count: z.int(),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      results: z.array(Mem0MemorySchema),
    }),
  },
  async ({ service, principal, body, query: { page = 1, page_size: size = 100 } }) => {
    const { start_date: gte, end_date: lte } = body;
    const { entity, filter } = readFilters(body.filters, {
      ...entityFields(body),
      categories: body.categories,
      created_at: (gte ?? lte) === undefined ? undefined : { gte, lte },
    });
    const handle = ownScope(service, principal, { scope: needScope(entity) });
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
);

/** The routes that the npm client `mem0ai` 3.x calls, so that setting its `host` is enough. */
export const mem0Routes: readonly Route[] = [
  ping,
  adding,
  searching,
  listing,
  ...memoryRoutes,
  ...entityRoutes,
  ...batchRoutes,
];
