import { z } from "@hono/zod-openapi";
import { ownScope, ownTenant } from "../own-scope.ts";
import { type Route, reply, route } from "../route.ts";
import { name, pageAsked, pageOf, paging, wantedAgent, wantedScope } from "../schemas/common.ts";
import { filterOf, ItemSchema, memoryFilters } from "../schemas/memory.ts";
import { etagOf, itemOf } from "./item-of.ts";

const tag = "Memories";

const list = route(
  {
    method: "get",
    path: "/api/ltm/items",
    role: "read",
    tag,
    summary: "List memories, newest first.",
    description:
      "Without `scope`, of all scopes of the tenant (R46, R52). Filters are applied in the database.",
    query: z.strictObject({ ...wantedScope, ...wantedAgent, ...memoryFilters, ...paging }),
    answer: pageOf(ItemSchema),
  },
  async ({ service, principal, query, signal }) => {
    const options = { ...filterOf(query), ...pageAsked(query), signal };
    if (query.scope === undefined && principal.scopes === null) {
      const { items, next } = await ownTenant(service, principal).memories.list(options);
      return { items, next };
    }
    const handle = ownScope(service, principal, query);
    const { items, next } = await handle.memories.list(options);
    return { items: items.map((memory) => ({ scope: handle.scope, memory })), next };
  },
);

const one = route(
  {
    method: "get",
    path: "/api/ltm/items/{id}",
    role: "read",
    tag,
    summary: "One memory with its evidence, the very words, and when it was true (R47).",
    params: z.strictObject({ id: name }),
    query: z.strictObject({ ...wantedScope, ...wantedAgent }),
    answer: ItemSchema,
  },
  async (call) => {
    const { handle, id } = await itemOf(call);
    const proof = await handle.memories.proof(id);
    return reply({ scope: handle.scope, ...proof }, { headers: { ETag: etagOf(proof.memory) } });
  },
);

export const itemRoutes: readonly Route[] = [list, one];
