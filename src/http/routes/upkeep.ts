import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { type Route, routesAbout } from "../route.ts";
import { moment, name, reason } from "../schemas/common.ts";

const { get, post } = routesAbout("Upkeep", "operator");

const counts = z.record(z.string(), z.int()).describe("How many of what a run did.");

const UpkeepRunSchema = z
  .object({
    id: z.string().describe("Also the batch of everything it changed."),
    name: z.string(),
    slot: moment
      .nullable()
      .describe("The schedule's slot; `null` = a person asked, or the run before had more to do."),
    status: z.enum(["running", "done", "failed"]),
    counts,
    more: z.boolean().describe("It stopped at one of its limits."),
    error: z.string().nullable(),
    startedAt: moment,
    endedAt: moment.nullable(),
  })
  .openapi("UpkeepRun");

const UpkeepStatusSchema = z
  .object({
    name: z.string(),
    about: z.string(),
    reversible: z.boolean().describe("Whether a run can be undone."),
    schedule: z.string().nullable().describe("A cron pattern; `null` = it does not run by itself."),
    zone: z.string(),
    nextAt: moment.nullable(),
    last: UpkeepRunSchema.nullable(),
  })
  .openapi("UpkeepStatus");

const UpkeepResultSchema = z
  .object({
    name: z.string(),
    dryRun: z.boolean(),
    run: UpkeepRunSchema.nullable().describe("`null` for a dry run, which leaves no record."),
    counts,
    changes: z.array(
      z.object({
        action: z.string(),
        scope: z.string().nullable(),
        memoryId: z.string().nullable(),
        text: z.string().nullable(),
        detail: z.string(),
        at: moment,
      }),
    ),
    more: z.boolean().describe("It stopped at one of its limits and there is more to do."),
  })
  .openapi("UpkeepResult");

const path = "/api/ltm/upkeep";

export const upkeepRoutes: readonly Route[] = [
  get(path, {
    summary: "The upkeep jobs: when each runs next, and what its last run did.",
    answer: z.object({ jobs: z.array(UpkeepStatusSchema) }),
    run: async ({ ownTenant }) => ({ jobs: await ownTenant().upkeep.status() }),
  }),

  post(`${path}/jobs/{name}/run`, {
    twice: "harmless",
    summary: "Run an upkeep job now, within its limits.",
    description: "With `dryRun` nothing changes: `changes` says what would.",
    params: z.strictObject({ name }),
    body: z.strictObject({ dryRun: z.boolean().optional().describe("Default: false.") }),
    answer: UpkeepResultSchema,
    run: async ({ ownTenant, params, body, signal }) =>
      ownTenant().upkeep.run(params.name, { ...given(body), signal }),
  }),

  get(`${path}/runs`, {
    summary: "The runs of upkeep jobs, newest first.",
    query: z.strictObject({
      name: name.optional().describe("Only of this job."),
      limit: z.coerce.number().int().min(1).max(1_000).optional().describe("Default: 50."),
    }),
    answer: z.object({ runs: z.array(UpkeepRunSchema) }),
    run: async ({ ownTenant, query }) => ({
      runs: await ownTenant().upkeep.runs(given(query)),
    }),
  }),

  post(`${path}/runs/{id}/undo`, {
    twice: "harmful",
    summary: "Take back all that one run changed, in every scope.",
    description:
      "All of it or nothing: refused where it erased something, or one of its memories was changed since.",
    params: z.strictObject({ id: name }),
    body: z.strictObject({ reason }),
    answer: z.object({ run: z.string(), scopes: z.array(z.string()), undone: z.int() }),
    run: async ({ ownTenant, params, body, signal }) =>
      ownTenant().upkeep.undo(params.id, { ...given(body), signal }),
  }),
];
