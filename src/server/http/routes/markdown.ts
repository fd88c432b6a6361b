import { basename } from "node:path";
import { z } from "@hono/zod-openapi";
import {
  flagSchema,
  momentSchema,
  namedObject,
  optional,
  scopeBody,
  scopeQuery,
} from "../../../api/calls/schemas/common.ts";
import { type Principal, roleAllows } from "../../../domain/api-key.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";

const { get, post } = routesAbout("Markdown", "write");

const id = z.string().nullable();
const ids = z.array(z.string());
const file = z.string().describe("Its path on the server; its name alone below the role operator.");
const edit = z.object({
  kind: z.enum(["added", "changed", "removed", "waiting", "refused"]),
  id,
  reason: z.string().nullable(),
});

const MarkdownReportSchema = namedObject("MarkdownReport", {
  file,
  archive: z.string().nullable().describe("The second file, with the archive."),
  entries: z.int(),
  edits: z.array(edit).describe("The edits taken from the file."),
  conflicts: z.array(z.object({ id: z.string(), fields: ids, winner: z.enum(["file", "database"]) })),
  unparsed: z.array(z.object({ id, problem: z.string() })),
  held: ids.describe(
    "Entries that are gone from the file and were not forgotten: too much was gone at once.",
  ),
  written: z.boolean(),
});

const MarkdownDiffSchema = namedObject("MarkdownDiff", {
  ...MarkdownReportSchema.shape,
  toFile: z.object({ added: ids, changed: ids, removed: ids }),
});

const MarkdownStatusSchema = namedObject("MarkdownStatus", {
  file,
  archive: z.string().nullable(),
  exists: z.boolean(),
  entries: z.int(),
  unparsed: z.int(),
  edits: z.int().describe("Edits by hand that the database has not taken yet."),
  behind: z.int().describe("Entries that the file shows differently from the database."),
  updatedAt: momentSchema.nullable(),
  backups: ids,
});

/** Only operators see where the server's files are; others see their names. */
function shownPath({ role }: Pick<Principal, "role">): (path: string) => string {
  return (path) => (roleAllows(role, "operator") ? path : basename(path));
}

function shownFiles<T extends { readonly file: string; readonly archive: string | null }>(
  principal: Pick<Principal, "role">,
  report: T,
): T {
  const shown = shownPath(principal);
  const { file, archive } = report;
  return { ...report, file: shown(file), archive: archive === null ? null : shown(archive) };
}

const path = "/api/ltm/markdown";
const { scope, agent } = scopeBody;
const removals =
  "Also forget what is gone because the file is missing, empty or has lost more than half of its entries.";

export const markdownRoutes: readonly Route[] = [
  get(path, {
    role: "read",
    summary: "The scope's memories as a MEMORY.md, or as context for another tool.",
    query: z.strictObject({ ...scopeQuery, format: z.enum(["memory", "context"]).optional() }),
    answer: z.object({ text: z.string() }),
    run: async ({ ownScope, query, signal }) => ({
      text: await ownScope(query).markdown.render(optionsOf(query, signal)),
    }),
  }),

  get(`${path}/status`, {
    summary: "How the server's file and the database stand to each other.",
    query: z.strictObject(scopeQuery),
    answer: MarkdownStatusSchema,
    run: async ({ ownScope, principal, query, signal }) => {
      const status = await ownScope(query).markdown.status({ signal });
      return { ...shownFiles(principal, status), backups: status.backups.map(shownPath(principal)) };
    },
  }),

  get(`${path}/diff`, {
    summary:
      "Preview a sync: the edits it would take from the server's file, and the changes it would write.",
    query: z.strictObject({ ...scopeQuery, acceptRemovals: optional(flagSchema, removals) }),
    answer: MarkdownDiffSchema,
    run: async ({ ownScope, principal, query, signal }) =>
      shownFiles(principal, await ownScope(query).markdown.diff(optionsOf(query, signal))),
  }),

  post(`${path}/sync`, {
    summary:
      "Take the edits of the server's file, then write it. The file is the one of the server's settings.",
    body: z.strictObject({ scope, agent, acceptRemovals: optional(z.boolean(), removals) }),
    twice: "harmless",
    answer: MarkdownReportSchema,
    run: async ({ ownScope, principal, body, signal }) =>
      shownFiles(principal, await ownScope(body).markdown.sync(optionsOf(body, signal))),
  }),
];
