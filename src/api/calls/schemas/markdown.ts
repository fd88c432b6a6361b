import { z } from "@hono/zod-openapi";
import { momentSchema, namedObject } from "./common.ts";

const id = z.string().nullable();
const ids = z.array(z.string());
const file = z.string().describe("Its path on the server; its name alone below the role operator.");
const edit = z.object({
  kind: z.enum(["added", "changed", "removed", "waiting", "refused"]),
  id,
  reason: z.string().nullable(),
});

export const MarkdownReportSchema = namedObject("MarkdownReport", {
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

export const MarkdownDiffSchema = namedObject("MarkdownDiff", {
  ...MarkdownReportSchema.shape,
  toFile: z.object({ added: ids, changed: ids, removed: ids }),
});

export const MarkdownStatusSchema = namedObject("MarkdownStatus", {
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
