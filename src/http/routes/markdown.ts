import { z } from "@hono/zod-openapi";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, wanted } from "../schemas/body.ts";
import { flag, moment, wantedAgent, wantedScope } from "../schemas/common.ts";

const id = z.string().nullable();
const ids = z.array(z.string());
const edit = z.object({
  kind: z.enum(["added", "changed", "removed", "waiting", "refused"]),
  id,
  reason: z.string().nullable(),
});

const report = {
  file: z.string(),
  archive: z.string().nullable().describe("The second file, with the archive."),
  entries: z.int(),
  edits: z.array(edit).describe("What was taken from the file."),
  conflicts: z.array(z.object({ id: z.string(), fields: ids, winner: z.enum(["file", "database"]) })),
  unparsed: z.array(z.object({ id, problem: z.string() })),
  held: ids.describe(
    "Entries that are gone from the file and were not forgotten: too much was gone at once.",
  ),
  written: z.boolean(),
};

const MarkdownReportSchema = z.object(report).openapi("MarkdownReport");

const MarkdownDiffSchema = z
  .object({ ...report, toFile: z.object({ added: ids, changed: ids, removed: ids }) })
  .openapi("MarkdownDiff");

const MarkdownStatusSchema = z
  .object({
    file: z.string(),
    archive: z.string().nullable(),
    exists: z.boolean(),
    entries: z.int(),
    unparsed: z.int(),
    edits: z.int().describe("Edits by hand that the database has not taken yet."),
    behind: z.int().describe("Entries that the file shows differently from the database."),
    updatedAt: moment.nullable(),
    backups: ids,
  })
  .openapi("MarkdownStatus");

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
