import { z } from "@hono/zod-openapi";
import { listOf, name, optional, pageSchema, paging, scopeQuery } from "../../../api/calls/schemas/common.ts";
import { ContextEntrySchema, ContextSchema } from "../../../api/calls/schemas/context.ts";
import { roleAllows } from "../../../domain/api-key.ts";
import { MemoirError } from "../../../index.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";

const { get } = routesAbout("Recall", "read");

const path = "/api/ltm/contexts";

export const contextRoutes: readonly Route[] = [
  get(path, {
    summary: "The replies of a scope with a context on record, newest first.",
    description: "A context is recorded where `POST /api/ltm/recall/delivered` names the reply.",
    query: z.strictObject({ ...scopeQuery, ...paging }),
    answer: pageSchema(ContextEntrySchema),
    run: async ({ ownScope, query, signal }) => {
      const { items, next } = await ownScope(query).contexts(optionsOf(query, signal));
      return { items, next };
    },
  }),

  get(`${path}/{reply}`, {
    summary: "What the model knew when it said this: the block that went with a reply.",
    description:
      "`reply` is your own id of the reply's event. Each line says what it said then, and what became of it since. Words of lines " +
      "that were replaced, forgotten or are held back are for keys with the role operator; lines of a scope that the request does not read are `unseen`.",
    params: z.strictObject({ reply: name }),
    query: z.strictObject({
      ...scopeQuery,
      legacy: optional(listOf(name), "Scopes that are read along with it."),
    }),
    answer: ContextSchema,
    run: async ({ ownScope, principal, params: { reply }, query, signal }) => {
      const openOnly = !roleAllows(principal.role, "operator");
      const found = await ownScope(query).context(reply, { openOnly, signal });
      if (found !== null) return found;
      throw new MemoirError("not_found", `No context is on record for the reply ${reply} here.`, {
        details: { reply },
      });
    },
  }),
];
