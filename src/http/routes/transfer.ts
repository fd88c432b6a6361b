import { z } from "@hono/zod-openapi";
import { FOREIGN_FORMATS, given } from "../../domain/arguments.ts";
import { MemoirError } from "../../index.ts";
import { exportStream } from "../export-stream.ts";
import { type Call, type Route, routesAbout } from "../route.ts";
import { flag, name, namesOf } from "../schemas/common.ts";

const { get, post } = routesAbout("Export and import", "operator");

const TYPE = "application/x-ndjson";
const HEADERS = { "content-type": TYPE, "content-disposition": 'attachment; filename="memoir-export.jsonl"' };

const options = {
  format: z
    .enum(["memoir", ...FOREIGN_FORMATS])
    .optional()
    .describe("Default: `memoir`, what `/api/ltm/export` gives."),
  dry_run: flag.optional().describe("Only say what would happen."),
};
const foreign = {
  scope: name.optional().describe("Where it goes. Default: to the users that the file names."),
  trust: z
    .enum(["import", "user"])
    .optional()
    .describe("`user`: its words count as if they had been said here. Default: what is taken from it waits."),
  flush: flag.optional().describe("Read it at once. Default: true."),
};

export const transferRoutes: readonly Route[] = [
  get("/api/ltm/export", {
    summary: "Export some scopes or the whole tenant as one file.",
    description:
      "JSON Lines with checksums, read in one moment and sent as it is read. A file that was cut off says so when it is imported.",
    query: z.strictObject({
      scope: namesOf(name).optional().describe("Only these; may be given several times. Default: all."),
    }),
    answer: z.string(),
    type: TYPE,
    run: async ({ ownTenant, query: { scope }, request, signal }) => {
      const lines = ownTenant().export({ ...given({ scopes: scope }), signal });
      if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
      // Errors of the request are thrown here, while the status can still be sent.
      const first = await lines.next();
      // Nobody reads on for a caller who left before the first piece was sent.
      signal.addEventListener("abort", () => void lines.return(), { once: true });
      return new Response(exportStream(first, lines), { headers: HEADERS });
    },
  }),

  post("/api/ltm/import", {
    summary: "Restore an export completely or not at all; or import data of another program.",
    description:
      "A file that is damaged, or that differs from what is there, changes nothing. A foreign file passes the same gate as " +
      "everything else; `scope`, `trust` and `flush` are for these only.",
    query: z.strictObject({ ...options, ...foreign }),
    streams: TYPE,
    answer: z.union([
      z.object({
        dryRun: z.boolean(),
        from: z.object({ tenant: z.string(), createdAt: z.iso.datetime() }),
        scopes: z.array(
          z.object({ scope: z.string(), outcome: z.enum(["restored", "unchanged", "conflict"]) }),
        ),
        tenant: z.enum(["restored", "unchanged", "conflict"]).nullable(),
        counts: z.record(z.string(), z.int()),
      }),
      z.object({
        dryRun: z.boolean(),
        format: z.enum(FOREIGN_FORMATS),
        scopes: z.array(
          z.object({
            scope: z.string(),
            items: z.int(),
            recorded: z.int(),
            duplicates: z.int(),
            redacted: z.int(),
            outcomes: z.record(z.string(), z.int()),
          }),
        ),
        skipped: z.int(),
        batch: z.string().nullable().describe("Takes it back: `POST /api/ltm/batches/{batch}/undo`."),
      }),
    ]),
    run: async ({ ownTenant, query, request, signal }) => {
      const { format = "memoir", dry_run: dryRun, ...others } = query;
      const tenant = ownTenant();
      const source = piecesOf(request);
      if (format !== "memoir") {
        return tenant.importForeign(format, source, given({ dryRun, ...others, signal }));
      }
      const [unused] = Object.keys(given(others));
      if (unused !== undefined) {
        throw new MemoirError("invalid_argument", `${unused} is for foreign files; say which with format=….`);
      }
      return tenant.import(source, given({ dryRun, signal }));
    },
  }),
];

/** The body as it comes. */
function piecesOf({ body }: Call["request"]): AsyncIterable<Uint8Array> {
  return body ?? new ReadableStream({ start: (controller) => controller.close() });
}
