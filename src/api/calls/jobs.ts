import type { JobsHandle, UpkeepHandle } from "../upkeep.ts";
import { about, type CallTable, REASON, SIGNAL } from "./call.ts";

export const JOBS = about("Jobs", "operator", {
  list: {
    http: "GET /api/ltm/jobs",
    summary: "Waiting, running and dead jobs, newest first.",
    args: ["...filter"],
    options: { before: true, limit: true },
    names: { before: "cursor" },
    query: ({ z, jobStatus, name, paging }) =>
      z.strictObject({
        status: jobStatus.optional(),
        kind: name.optional(),
        ...paging,
        cursor: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      }),
    answer: ({ JobSchema, pageSchema }) => pageSchema(JobSchema),
  },
  stats: {
    http: "GET /api/ltm/jobs/stats",
    summary: "Depth, age and failures by kind.",
    answer: ({ z }) =>
      z.object({
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
    gives: { field: "kinds" },
  },
  show: {
    http: "GET /api/ltm/jobs/{id}",
    summary: "One job.",
    args: ["id"],
    answer: ({ JobSchema }) => JobSchema,
  },
  retry: {
    http: "POST /api/ltm/jobs/{id}/retry",
    summary: "Run a dead or waiting job now.",
    args: ["id"],
    answer: ({ z }) => z.object({ id: z.string() }),
    twice: "harmful",
    gives: "nothing",
  },
  retryDead: {
    http: "POST /api/ltm/jobs/retry",
    summary: "Retry all dead jobs, or those of one kind.",
    args: ["kind"],
    body: ({ z, name }) => z.strictObject({ kind: name.optional() }),
    answer: ({ z }) => z.object({ retried: z.int() }),
    twice: "harmless",
    gives: { field: "retried" },
  },
  cancel: {
    http: "POST /api/ltm/jobs/{id}/cancel",
    summary: "Cancel a job. A running job is aborted and its result is discarded.",
    args: ["id"],
    answer: ({ z }) => z.object({ id: z.string() }),
    twice: "harmful",
    gives: "nothing",
  },
} satisfies CallTable<JobsHandle>);

export const UPKEEP = about("Upkeep", "operator", {
  status: {
    http: "GET /api/ltm/upkeep",
    summary: "The upkeep jobs: when each runs next, and what its last run did.",
    answer: ({ z, UpkeepStatusSchema }) => z.object({ jobs: z.array(UpkeepStatusSchema) }),
    gives: { field: "jobs" },
  },
  run: {
    http: "POST /api/ltm/upkeep/jobs/{name}/run",
    summary: "Run an upkeep job now, within its limits.",
    description: "With `dryRun` nothing changes: `changes` says what would.",
    args: ["name"],
    options: { ...SIGNAL, dryRun: true },
    body: ({ z, optional }) => z.strictObject({ dryRun: optional(z.boolean(), "Default: false.") }),
    answer: ({ UpkeepResultSchema }) => UpkeepResultSchema,
    twice: "harmless",
  },
  runs: {
    http: "GET /api/ltm/upkeep/runs",
    summary: "The runs of upkeep jobs, newest first.",
    options: { name: true, limit: true },
    query: ({ z, name, optional }) =>
      z.strictObject({
        name: optional(name, "Only of this job."),
        limit: optional(z.coerce.number().int().min(1).max(1_000), "Default: 50."),
      }),
    answer: ({ z, UpkeepRunSchema }) => z.object({ runs: z.array(UpkeepRunSchema) }),
    gives: { field: "runs" },
  },
  undo: {
    http: "POST /api/ltm/upkeep/runs/{id}/undo",
    summary: "Take back all that one run changed, in every scope.",
    description:
      "All of it or nothing: refused where it erased something, or one of its memories was changed since.",
    args: ["run"],
    options: REASON,
    names: { run: "id" },
    body: ({ z, reasonSchema }) => z.strictObject({ reason: reasonSchema }),
    answer: ({ z }) => z.object({ run: z.string(), scopes: z.array(z.string()), undone: z.int() }),
    twice: "harmful",
  },
} satisfies CallTable<UpkeepHandle>);
