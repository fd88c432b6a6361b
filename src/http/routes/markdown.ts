import { z } from "@hono/zod-openapi";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, wanted } from "../schemas/body.ts";
import { flag, wantedAgent, wantedScope } from "../schemas/common.ts";
import { MarkdownDiffSchema, MarkdownReportSchema, MarkdownStatusSchema } from "../schemas/markdown.ts";

const tag = "Markdown";
const path = "/api/ltm/markdown";
const where = { ...wantedScope, ...wantedAgent };
const { scope, agent } = wanted;
const removals =
  "Also forget what is gone because the file is missing, empty or has lost more than half of its entries.";

const render = route(
  {
    method: "get",
    path,
    role: "read",
    tag,
    summary: "The scope's memories as a MEMORY.md, or as context for another tool.",
    query: z.strictObject({ ...where, format: z.enum(["memory", "context"]).optional() }),
    answer: z.object({ text: z.string() }),
  },
  async ({ service, principal, query: { format, ...rest }, signal }) => ({
    text: await ownScope(service, principal, rest).markdown.render({ signal, ...given({ format }) }),
  }),
);

const status = route(
  {
    method: "get",
    path: `${path}/status`,
    role: "write",
    tag,
    summary: "How the server's file and the database stand to each other.",
    query: z.strictObject(where),
    answer: MarkdownStatusSchema,
  },
  ({ service, principal, query, signal }) => ownScope(service, principal, query).markdown.status({ signal }),
);

const diff = route(
  {
    method: "get",
    path: `${path}/diff`,
    role: "write",
    tag,
    summary: "What a sync would take from the server's file, and what it would write.",
    query: z.strictObject({ ...where, acceptRemovals: flag.optional().describe(removals) }),
    answer: MarkdownDiffSchema,
  },
  ({ service, principal, query: { acceptRemovals, ...rest }, signal }) =>
    ownScope(service, principal, rest).markdown.diff({ signal, ...given({ acceptRemovals }) }),
);

const sync = route(
  {
    method: "post",
    path: `${path}/sync`,
    role: "write",
    tag,
    summary:
      "Take the edits of the server's file, then write it. The file is the one of the server's settings.",
    body: z.strictObject({ scope, agent, acceptRemovals: z.boolean().optional().describe(removals) }),
    twice: "harmless",
    answer: MarkdownReportSchema,
  },
  ({ service, principal, body: { acceptRemovals, ...rest }, signal }) =>
    ownScope(service, principal, rest).markdown.sync({ signal, ...given({ acceptRemovals }) }),
);

export const markdownRoutes: readonly Route[] = [render, status, diff, sync];
