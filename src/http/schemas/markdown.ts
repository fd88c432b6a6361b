import { z } from "@hono/zod-openapi";
import { moment } from "./common.ts";

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

export const MarkdownReportSchema = z.object(report).openapi("MarkdownReport");

export const MarkdownDiffSchema = z
  .object({ ...report, toFile: z.object({ added: ids, changed: ids, removed: ids }) })
  .openapi("MarkdownDiff");

export const MarkdownStatusSchema = z
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
