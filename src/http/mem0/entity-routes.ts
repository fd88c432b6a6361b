import { z } from "@hono/zod-openapi";
import { ownScope, ownTenant } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { name } from "../schemas/common.ts";
import { anyQuery, pages } from "./bodies.ts";
import { entityFields, entityOfScope, needScope } from "./entity.ts";
import { readFilters } from "./filters.ts";
import { forgetAll } from "./living.ts";
import { said } from "./shapes.ts";

const tag = "mem0";

const entities = route(
  {
    method: "get",
    path: "/v1/entities/",
    role: "operator",
    tag,
    summary: "`client.users()`: list users, agents, apps and runs with memories.",
    query: z.looseObject(pages),
    answer: z.looseObject({ count: z.int(), results: z.array(z.looseObject({})) }),
  },
  async ({ service, principal, query: { page = 1, page_size: size = 100 } }) => {
    const { scopes } = await ownTenant(service, principal).stats();
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
);

const deletingEntity = route(
  {
    method: "delete",
    path: "/v2/entities/{type}/{name}/",
    role: "write",
    tag,
    summary: "`client.deleteUsers()`: forget all memories of one of them.",
    params: z.strictObject({ type: z.enum(["user", "agent", "app", "run"]), name }),
    answer: said,
  },
  async ({ service, principal, params }) => {
    const scope = needScope({ [params.type]: params.name });
    await forgetAll(ownScope(service, principal, { scope }), {});
    return { message: "Entity deleted successfully." };
  },
);

const deletingAll = route(
  {
    method: "delete",
    path: "/v1/memories/",
    role: "write",
    tag,
    summary: "`client.deleteAll()`: forget all memories of a user, agent, app or run.",
    query: anyQuery,
    answer: said,
  },
  async ({ service, principal, query }) => {
    const { entity, filter } = readFilters(undefined, entityFields(query));
    await forgetAll(ownScope(service, principal, { scope: needScope(entity) }), filter);
    return { message: "Memories deleted successfully!" };
  },
);

/** What the client does with all memories of somebody. */
export const entityRoutes: readonly Route[] = [entities, deletingEntity, deletingAll];
