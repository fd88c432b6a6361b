import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { JOB_STATUSES, type Job } from "../../domain/job.ts";
import { formatScope } from "../../domain/scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { byId, moment, name, pageOf, paging } from "../schemas/common.ts";

const { get, post } = routesAbout("Jobs", "operator");

const JobSchema = z
  .object({
    id: z.string(),
    tenant: z.string(),
    scope: z.string().nullable(),
    kind: z.string(),
    flight: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()),
    priority: z.int(),
    status: z.enum(JOB_STATUSES),
    runAt: moment,
    attempts: z.int(),
    maxAttempts: z.int(),
    leaseUntil: moment.nullable(),
    leaseOwner: z.string().nullable(),
    lastError: z.string().nullable(),
    createdAt: moment,
    updatedAt: moment,
  })
  .openapi("Job");

const path = "/api/ltm/jobs";
const done = z.object({ id: z.string() });

export const jobRoutes: readonly Route[] = [
  get(path, {
    summary: "Waiting, running and dead jobs, newest first.",
    query: z.strictObject({
      status: z.enum(JOB_STATUSES).optional(),
      kind: name.optional(),
      ...paging,
      cursor: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    answer: pageOf(JobSchema),
    run: async ({ ownTenant, query: { status, kind, limit, cursor } }) => {
      const { jobs } = ownTenant();
      const { items, next } = await jobs.list(
        given({ status, kind }),
        given({ before: cursor, limit: limit ?? 50 }),
      );
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

  post(`${path}/{id}/retry`, {
    twice: "harmful",
    summary: "Run a dead or waiting job now.",
    params: byId,
    answer: done,
    run: async ({ ownTenant, params: { id } }) => {
      await ownTenant().jobs.retry(id);
      return { id };
    },
  }),

  post(`${path}/retry`, {
    twice: "harmless",
    summary: "Retry all dead jobs, or those of one kind.",
    body: z.strictObject({ kind: name.optional() }),
    answer: z.object({ retried: z.int() }),
    run: async ({ ownTenant, body: { kind } }) => ({
      retried: await ownTenant().jobs.retryDead(kind),
    }),
  }),

  post(`${path}/{id}/cancel`, {
    twice: "harmful",
    summary: "Cancel a job. A running job is aborted and its result is discarded.",
    params: byId,
    answer: done,
    run: async ({ ownTenant, params: { id } }) => {
      await ownTenant().jobs.cancel(id);
      return { id };
    },
  }),
];

/** With the scope as every other route writes it. */
function written(job: Job): Omit<Job, "scope"> & { scope: string | null } {
  return { ...job, scope: job.scope === null ? null : formatScope(job.scope) };
}
