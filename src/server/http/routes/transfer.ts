import { z } from "@hono/zod-openapi";
import { flagSchema, listOf, name, optional } from "../../../api/calls/schemas/common.ts";
import { FOREIGN_FORMATS, withoutUndefined } from "../../../domain/arguments.ts";
import { FOREIGN_TRUST } from "../../../domain/enums.ts";
import { invalidArgument } from "../../../domain/errors.ts";
import { type Route, routesAbout } from "../route.ts";

const { get, post } = routesAbout("Export and import", "operator");

const TYPE = "application/x-ndjson";
const HEADERS = { "content-type": TYPE, "content-disposition": 'attachment; filename="memoir-export.jsonl"' };

const options = {
  format: optional(
    z.enum(["memoir", ...FOREIGN_FORMATS]),
    "Default: `memoir`, what `/api/ltm/export` gives.",
  ),
  dry_run: optional(flagSchema, "Only say what would happen."),
};
const foreign = {
  scope: optional(name, "Where it goes. Default: to the users that the file names."),
  trust: optional(
    z.enum(FOREIGN_TRUST),
    "`user`: its words count as if they had been said here. Default: what is taken from it waits.",
  ),
  flush: optional(flagSchema, "Read it at once. Default: true."),
};

export const transferRoutes: readonly Route[] = [
  get("/api/ltm/export", {
    summary: "Export some scopes or the whole tenant as one file.",
    description:
      "JSON Lines with checksums, read in one moment and sent as it is read. A file that was cut off says so when it is imported.",
    query: z.strictObject({
      scope: optional(listOf(name), "Only these; may be given several times. Default: all."),
    }),
    answer: z.string(),
    type: TYPE,
    run: async ({ authorizedTenant, query: { scope }, request, signal }) => {
      const lines = authorizedTenant().export({ ...withoutUndefined({ scopes: scope }), signal });
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
    run: async ({ authorizedTenant, query, request, signal }) => {
      const { format = "memoir", dry_run: dryRun, ...others } = query;
      const tenant = authorizedTenant();
      const source: AsyncIterable<Uint8Array> = request.body ?? new Blob([]).stream();
      if (format !== "memoir") {
        return tenant.importForeign(format, source, withoutUndefined({ dryRun, ...others, signal }));
      }
      const [unused] = Object.keys(withoutUndefined(others));
      if (unused !== undefined) {
        throw invalidArgument(`${unused} is for foreign files; say which with format=….`);
      }
      return tenant.import(source, withoutUndefined({ dryRun, signal }));
    },
  }),
];

/** How long a reader may stall: an export holds a snapshot of the database open, which slows down all others. */
const STALL_MS = 60_000;

/** How long an export may take in all: meanwhile the log of the database grows, with words that others erase in it. */
const MAX_MS = 3_600_000;

/**
 * Lines as bytes, taken when the caller has room for them. One who stops reading and stays connected is cut off, so that
 * the file that was begun is seen to be none.
 */
export function exportStream(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void, void>,
  { stallMs = STALL_MS, mostMs = MAX_MS }: { stallMs?: number; mostMs?: number } = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let ahead: typeof first | undefined = first;
  let timer: NodeJS.Timeout | undefined;
  const ends = performance.now() + mostMs;
  const watch = (controller: ReadableStreamDefaultController): void => {
    const remainingMs = ends - performance.now();
    const why = remainingMs < stallMs ? "The export takes too long." : "Nobody reads the export.";
    timer = setTimeout(
      () => {
        controller.error(new Error(why));
        void rest.return();
      },
      Math.max(0, Math.min(stallMs, remainingMs)),
    );
    timer.unref();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      async pull(controller) {
        clearTimeout(timer);
        const { done, value } = ahead ?? (await rest.next());
        ahead = undefined;
        if (done === true) {
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(value));
        watch(controller);
      },
      async cancel() {
        clearTimeout(timer);
        await rest.return();
      },
    },
    { highWaterMark: 0 },
  );
}
