import { z } from "@hono/zod-openapi";
import { ownTenant } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import { name } from "../schemas/common.ts";
import { UpkeepResultSchema, UpkeepRunSchema, UpkeepStatusSchema } from "../schemas/upkeep.ts";

const tag = "Upkeep";
const path = "/api/ltm/upkeep";

const status = route(
  {
    method: "get",
    path,
    role: "operator",
    tag,
    summary: "The upkeep jobs: when each runs next, and what its last run did.",
    answer: z.object({ jobs: z.array(UpkeepStatusSchema) }),
  },
  async ({ service, principal }) => ({ jobs: await ownTenant(service, principal).upkeep.status() }),
);

const run = route(
  {
    method: "post",
    path: `${path}/jobs/{name}/run`,
    twice: "harmless",
    role: "operator",
    tag,
    summary: "Run an upkeep job now, within its limits.",
    description: "With `dryRun` nothing changes: `changes` says what would.",
    params: z.strictObject({ name }),
    body: z.strictObject({ dryRun: z.boolean().optional().describe("Default: false.") }),
    answer: UpkeepResultSchema,
  },
  async ({ service, principal, params, body, signal }) =>
    ownTenant(service, principal).upkeep.run(params.name, { ...given(body), signal }),
);

const runs = route(
  {
    method: "get",
    path: `${path}/runs`,
    role: "operator",
    tag,
    summary: "The runs of upkeep jobs, newest first.",
    query: z.strictObject({
      name: name.optional().describe("Only of this job."),
      limit: z.coerce.number().int().min(1).max(1_000).optional().describe("Default: 50."),
    }),
    answer: z.object({ runs: z.array(UpkeepRunSchema) }),
  },
  async ({ service, principal, query }) => ({
    runs: await ownTenant(service, principal).upkeep.runs(given(query)),
  }),
);

export const upkeepRoutes: readonly Route[] = [status, run, runs];
