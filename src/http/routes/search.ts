import { z } from "@hono/zod-openapi";
import { checkScope, ownTenant } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import { name, namesOf, paging } from "../schemas/common.ts";
import { filterOf, ItemSchema, memoryFilters } from "../schemas/memory.ts";
import { visibleStatuses } from "../visible.ts";

const search = route(
  {
    method: "get",
    path: "/api/ltm/search",
    role: "read",
    tag: "Memories",
    summary: "Full-text search over the memories of all or some scopes, best first.",
    description:
      "To look for something as an operator does. What a bot should know for its reply is `POST /api/ltm/recall`, which " +
      "goes by meaning. A key that is bound to scopes looks through these.",
    query: z.strictObject({
      query: z.string().min(1).max(1_000),
      scope: namesOf(name).optional().describe("Only these; may be given several times."),
      ...memoryFilters,
      limit: paging.limit.describe("Most hits. Default: 20."),
    }),
    answer: z.object({ items: z.array(ItemSchema.extend({ score: z.number().min(0).max(1) })) }),
  },
  async ({ service, principal, query, signal }) => {
    const { query: words, scope, limit } = query;
    const scopes = (scope ?? principal.scopes)?.map((one) => checkScope(principal, one));
    const tenant = ownTenant(service, { ...principal, scopes: null });
    const status = visibleStatuses(principal, query.status);
    const options = given({ ...filterOf(query), status, limit, scopes, signal });
    return { items: await tenant.search(words, options) };
  },
);

export const searchRoutes: readonly Route[] = [search];
