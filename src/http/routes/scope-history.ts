import { z } from "@hono/zod-openapi";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import { name, pageAsked, pageOf, paging, wantedAgent, wantedScope } from "../schemas/common.ts";
import { DecisionSchema, HistorySchema } from "../schemas/history.ts";

const tag = "Memories";
const where = { ...wantedScope, ...wantedAgent, ...paging };

const history = route(
  {
    method: "get",
    path: "/api/ltm/history",
    role: "operator",
    tag,
    summary: "History of a scope's memories, newest first.",
    description: "Also to those that were forgotten, so it is for operators.",
    query: z.strictObject(where),
    answer: pageOf(HistorySchema),
  },
  async ({ service, principal, query, signal }) => {
    const { memories } = ownScope(service, principal, query);
    const { items, next } = await memories.history(undefined, { ...pageAsked(query), signal });
    return { items, next };
  },
);

const decisions = route(
  {
    method: "get",
    path: "/api/ltm/decisions",
    role: "operator",
    tag,
    summary: "Decisions in a scope with their reasons, including rejections, newest first.",
    query: z.strictObject({
      ...where,
      outcome: name.optional().describe("Only this outcome, such as `refused`."),
    }),
    answer: pageOf(DecisionSchema),
  },
  async ({ service, principal, query, signal }) => {
    const { memories } = ownScope(service, principal, query);
    const asked = { ...pageAsked(query), ...given({ outcome: query.outcome }), signal };
    const { items, next } = await memories.decisions(undefined, asked);
    return { items, next };
  },
);

export const scopeHistoryRoutes: readonly Route[] = [history, decisions];
