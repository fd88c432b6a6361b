import { z } from "@hono/zod-openapi";
import { JOB_STATUSES, type Job } from "../../domain/job.ts";
import { formatScope } from "../../domain/scope.ts";
import { ownTenant } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import { name, pageOf, paging } from "../schemas/common.ts";
import { JobSchema } from "../schemas/operator.ts";

const tag = "Jobs";
const path = "/api/ltm/jobs";
const params = z.strictObject({ id: name });
const done = z.object({ id: z.string() });

const list = route(
  {
    method: "get",
    path,
    role: "operator",
    tag,
    summary: "Waiting, running and dead jobs, newest first.",
    query: z.strictObject({
      status: z.enum(JOB_STATUSES).optional(),
      kind: name.optional(),
      ...paging,
      cursor: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    answer: pageOf(JobSchema),
  },
  async ({ service, principal, query: { status, kind, limit, cursor } }) => {
    const { jobs } = ownTenant(service, principal);
    const { items, next } = await jobs.list(
      given({ status, kind }),
      given({ before: cursor, limit: limit ?? 50 }),
    );
    return { items: items.map(written), next: next === null ? null : String(next) };
  },
);

const stats = route(
  {
    method: "get",
    path: `${path}/stats`,
    role: "operator",
    tag,
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
  },
  async ({ service, principal }) => ({ kinds: await ownTenant(service, principal).jobs.stats() }),
);

const show = route(
  {
    method: "get",
    path: `${path}/{id}`,
    role: "operator",
    tag,
    summary: "One job.",
    params,
    answer: JobSchema,
  },
  async ({ service, principal, params: { id } }) =>
    written(await ownTenant(service, principal).jobs.show(id)),
);

const retry = route(
  {
    method: "post",
    path: `${path}/{id}/retry`,
    twice: "harmful",
    role: "operator",
    tag,
    summary: "Run a dead or waiting job now.",
    params,
    answer: done,
  },
  async ({ service, principal, params: { id } }) => {
    await ownTenant(service, principal).jobs.retry(id);
    return { id };
  },
);

const retryDead = route(
  {
    method: "post",
    path: `${path}/retry`,
    twice: "harmless",
    role: "operator",
    tag,
    summary: "Retry all dead jobs, or those of one kind.",
    body: z.strictObject({ kind: name.optional() }),
    answer: z.object({ retried: z.int() }),
  },
  async ({ service, principal, body: { kind } }) => ({
    retried: await ownTenant(service, principal).jobs.retryDead(kind),
  }),
);

const cancel = route(
  {
    method: "post",
    path: `${path}/{id}/cancel`,
    twice: "harmful",
    role: "operator",
    tag,
    summary: "Cancel a job. A running job is aborted and its result is discarded.",
    params,
    answer: done,
  },
  async ({ service, principal, params: { id } }) => {
    await ownTenant(service, principal).jobs.cancel(id);
    return { id };
  },
);

/** With the scope as every other route writes it. */
function written(job: Job): Omit<Job, "scope"> & { scope: string | null } {
  return { ...job, scope: job.scope === null ? null : formatScope(job.scope) };
}

export const jobRoutes: readonly Route[] = [list, stats, show, retry, retryDead, cancel];
