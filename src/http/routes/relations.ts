import { z } from "@hono/zod-openapi";
import { RELATION_TYPES } from "../../domain/relation.ts";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import { moment, name, paging, wantedAgent, wantedScope } from "../schemas/common.ts";
import { ownItem } from "./item-of.ts";

const tag = "Memories";
const query = z.strictObject({
  ...wantedScope,
  ...wantedAgent,
  limit: paging.limit.describe("Links. Default: 50."),
});

const answer = z.object({
  items: z.array(
    z
      .object({
        from: z.string(),
        to: z.string(),
        type: z.enum(RELATION_TYPES),
        strength: z.number().describe("0–1."),
        createdAt: moment,
      })
      .openapi("Relation"),
  ),
});

const ofScope = route(
  {
    method: "get",
    path: "/api/ltm/relations",
    role: "read",
    tag,
    summary: "Links between the active memories of a scope, the strongest first.",
    query,
    answer,
  },
  async ({ service, principal, query: asked, signal }) => {
    const { memories } = ownScope(service, principal, asked);
    return { items: await memories.relations(undefined, given({ limit: asked.limit, signal })) };
  },
);

const ofItem = route(
  {
    method: "get",
    path: "/api/ltm/items/{id}/relations",
    role: "read",
    tag,
    summary: "Links of a memory to other active ones, the strongest first.",
    params: z.strictObject({ id: name }),
    query,
    answer,
  },
  async (call) => {
    const { handle, id } = await ownItem(call);
    return {
      items: await handle.memories.relations(id, given({ limit: call.query.limit, signal: call.signal })),
    };
  },
);

export const relationRoutes: readonly Route[] = [ofScope, ofItem];
