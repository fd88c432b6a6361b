import { z } from "@hono/zod-openapi";
import { byId, momentSchema, namedObject, paging, scopeQuery } from "../../../api/calls/schemas/common.ts";
import { RELATION_TYPES } from "../../../domain/relation.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { authorizedMemory } from "./item-of.ts";

const { get } = routesAbout("Memories", "read");

const linked = z.strictObject({ ...scopeQuery, limit: paging.limit.describe("Links. Default: 50.") });

const RelationsSchema = z.object({
  items: z.array(
    namedObject("Relation", {
      from: z.string(),
      to: z.string(),
      type: z.enum(RELATION_TYPES),
      strength: z.number().describe("0–1."),
      createdAt: momentSchema,
    }),
  ),
});

export const relationRoutes: readonly Route[] = [
  get("/api/ltm/relations", {
    summary: "Links between the active memories of a scope, the strongest first.",
    query: linked,
    answer: RelationsSchema,
    run: async ({ ownScope, query, signal }) => ({
      items: await ownScope(query).memories.relations(undefined, optionsOf(query, signal)),
    }),
  }),

  get("/api/ltm/items/{id}/relations", {
    summary: "Links of a memory to other active ones, the strongest first.",
    params: byId,
    query: linked,
    answer: RelationsSchema,
    run: async (call) => {
      const { handle, id } = await authorizedMemory(call);
      return { items: await handle.memories.relations(id, optionsOf(call.query, call.signal)) };
    },
  }),
];
