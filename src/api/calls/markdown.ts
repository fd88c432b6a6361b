import { MARKDOWN_FORMATS } from "../../domain/enums.ts";
import type { MarkdownHandle, MarkdownSyncOptions } from "../markdown.ts";
import { about, type CallTable, type OptionNames, SIGNAL } from "./call.ts";

const FILE: OptionNames<MarkdownSyncOptions> = { ...SIGNAL, file: true, acceptRemovals: true };

const REMOVALS =
  "Also forget what is gone because the file is missing, empty or has lost more than half of its entries.";

/** The file lies where the server is, at the place that its settings name. */
export const MARKDOWN_CALLS = about("Markdown", "write", {
  render: {
    http: "GET /api/ltm/markdown",
    role: "read",
    summary: "The scope's memories as a MEMORY.md, or as context for another tool.",
    options: { ...SIGNAL, format: true },
    query: ({ z, scopeQuery }) =>
      z.strictObject({ ...scopeQuery, format: z.enum(MARKDOWN_FORMATS).optional() }),
    answer: ({ z }) => z.object({ text: z.string() }),
    gives: { field: "text" },
  },
  status: {
    http: "GET /api/ltm/markdown/status",
    summary: "How the server's file and the database stand to each other.",
    options: { ...SIGNAL, file: true },
    query: ({ z, scopeQuery }) => z.strictObject(scopeQuery),
    answer: ({ MarkdownStatusSchema }) => MarkdownStatusSchema,
  },
  diff: {
    http: "GET /api/ltm/markdown/diff",
    summary:
      "Preview a sync: the edits it would take from the server's file, and the changes it would write.",
    options: FILE,
    query: ({ z, flagSchema, optional, scopeQuery }) =>
      z.strictObject({ ...scopeQuery, acceptRemovals: optional(flagSchema, REMOVALS) }),
    answer: ({ MarkdownDiffSchema }) => MarkdownDiffSchema,
  },
  sync: {
    http: "POST /api/ltm/markdown/sync",
    summary:
      "Take the edits of the server's file, then write it. The file is the one of the server's settings.",
    options: FILE,
    body: ({ z, optional, scopeBody: { scope, agent } }) =>
      z.strictObject({ scope, agent, acceptRemovals: optional(z.boolean(), REMOVALS) }),
    answer: ({ MarkdownReportSchema }) => MarkdownReportSchema,
    whose: ["scope", "agent"],
    twice: "harmless",
    once: true,
  },
  watch: { options: { ...FILE, settleMs: true } },
} satisfies CallTable<MarkdownHandle>);
