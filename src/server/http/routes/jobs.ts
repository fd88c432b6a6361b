import { z } from "@hono/zod-openapi";
import {
  byId,
  momentSchema,
  name,
  namedObject,
  optional,
  pageSchema,
  paging,
  reasonSchema,
} from "../../../api/calls/schemas/common.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { JOB_STATUSES, type Job } from "../../../domain/job.ts";
import { formatScope } from "../../../domain/scope.ts";
import { type Route, routesAbout } from "../route.ts";

const { get, post } = routesAbout("Jobs", "operator");

const JobSchema = namedObject("Job", {
  id: z.string(),
  tenant: z.string(),
  scope: z.string().nullable(),
  kind: z.string(),
  flight: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
  priority: z.int(),
  status: z.enum(JOB_STATUSES),
  runAt: momentSchema,
  attempts: z.int(),
  maxAttempts: z.int(),
  leaseUntil: momentSchema.nullable(),
  leaseOwner: z.string().nullable(),
  lastError: z.string().nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
});

const path = "/api/ltm/jobs";

const upkeep = routesAbout("Upkeep", "operator");

const counts = z.record(z.string(), z.int()).describe("How many of what a run did.");

const UpkeepRunSchema = namedObject("UpkeepRun", {
  id: z.string().describe("Also the batch of everything it changed."),
  name: z.string(),
  slot: momentSchema
    .nullable()
    .describe("The schedule's slot; `null` = a person asked, or the run before had more to do."),
  status: z.enum(["running", "done", "failed"]),
  counts,
  more: z.boolean().describe("It stopped at one of its limits."),
  error: z.string().nullable(),
  startedAt: momentSchema,
  endedAt: momentSchema.nullable(),
});

const UpkeepStatusSchema = namedObject("UpkeepStatus", {
  name: z.string(),
  about: z.string(),
  reversible: z.boolean().describe("Whether a run can be undone."),
  schedule: z.string().nullable().describe("A cron pattern; `null` = it does not run by itself."),
  zone: z.string(),
  nextAt: momentSchema.nullable(),
  last: UpkeepRunSchema.nullable(),
});

const UpkeepResultSchema = namedObject("UpkeepResult", {
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
      at: momentSchema,
    }),
  ),
  more: z.boolean().describe("It stopped at one of its limits and there is more to do."),
});

const UPKEEP = "/api/ltm/upkeep";

export const jobRoutes: readonly Route[] = [
  get(path, {
    summary: "Waiting, running and dead jobs, newest first.",
    query: z.strictObject({
      status: z.enum(JOB_STATUSES).optional(),
      kind: name.optional(),
      ...paging,
      cursor: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    answer: pageSchema(JobSchema),
    run: async ({ ownTenant, query: { status, kind, limit, cursor } }) => {
      const page = withoutUndefined({ before: cursor, limit: limit ?? 50 });
      const { items, next } = await ownTenant().jobs.list(withoutUndefined({ status, kind }), page);
      return { items: items.map(written), next: next === null ? null : String(next) };
    },
  }),

  get(`${path}/stats`, {
    summary: "Depth, age and failures by kind.",
    answer: z.object({
      kinds: z.array(
        z.object({
          kind: z.string(),
          ready: z.int(),
          waiting: z.int(),
          running: z.int(),
          failing: z.int(),
          dead: z.int(),
          oldestMs: z.int().describe("How long the oldest ready one has been waiting."),
        }),
      ),
    }),
    run: async ({ ownTenant }) => ({ kinds: await ownTenant().jobs.stats() }),
  }),

  get(`${path}/{id}`, {
    summary: "One job.",
    params: byId,
    answer: JobSchema,
    run: async ({ ownTenant, params: { id } }) => written(await ownTenant().jobs.show(id)),
  }),

  jobCall("retry", "Run a dead or waiting job now."),

  post(`${path}/retry`, {
    twice: "harmless",
    summary: "Retry all dead jobs, or those of one kind.",
    body: z.strictObject({ kind: name.optional() }),
    answer: z.object({ retried: z.int() }),
    run: async ({ ownTenant, body: { kind } }) => ({ retried: await ownTenant().jobs.retryDead(kind) }),
  }),

  jobCall("cancel", "Cancel a job. A running job is aborted and its result is discarded."),

  upkeep.get(UPKEEP, {
    summary: "The upkeep jobs: when each runs next, and what its last run did.",
    answer: z.object({ jobs: z.array(UpkeepStatusSchema) }),
    run: async ({ ownTenant }) => ({ jobs: await ownTenant().upkeep.status() }),
  }),

  upkeep.post(`${UPKEEP}/jobs/{name}/run`, {
    twice: "harmless",
    summary: "Run an upkeep job now, within its limits.",
    description: "With `dryRun` nothing changes: `changes` says what would.",
    params: z.strictObject({ name }),
    body: z.strictObject({ dryRun: optional(z.boolean(), "Default: false.") }),
    answer: UpkeepResultSchema,
    run: async ({ ownTenant, params, body, signal }) =>
      ownTenant().upkeep.run(params.name, withoutUndefined({ ...body, signal })),
  }),

  upkeep.get(`${UPKEEP}/runs`, {
    summary: "The runs of upkeep jobs, newest first.",
    query: z.strictObject({
      name: optional(name, "Only of this job."),
      limit: optional(z.coerce.number().int().min(1).max(1_000), "Default: 50."),
    }),
    answer: z.object({ runs: z.array(UpkeepRunSchema) }),
    run: async ({ ownTenant, query }) => ({ runs: await ownTenant().upkeep.runs(withoutUndefined(query)) }),
  }),

  upkeep.post(`${UPKEEP}/runs/{id}/undo`, {
    twice: "harmful",
    summary: "Take back all that one run changed, in every scope.",
    description:
      "All of it or nothing: refused where it erased something, or one of its memories was changed since.",
    params: byId,
    body: z.strictObject({ reason: reasonSchema }),
    answer: z.object({ run: z.string(), scopes: z.array(z.string()), undone: z.int() }),
    run: async ({ ownTenant, params, body, signal }) =>
      ownTenant().upkeep.undo(params.id, withoutUndefined({ ...body, signal })),
  }),
];

function jobCall(call: "retry" | "cancel", summary: string): Route {
  return post(`${path}/{id}/${call}`, {
    twice: "harmful",
    summary,
    params: byId,
    answer: z.object({ id: z.string() }),
    run: async ({ ownTenant, params: { id } }) => {
      await ownTenant().jobs[call](id);
      return { id };
    },
  });
}

/** With the scope as every other route writes it. */
function written(job: Job): Omit<Job, "scope"> & { scope: string | null } {
  return { ...job, scope: job.scope === null ? null : formatScope(job.scope) };
}
