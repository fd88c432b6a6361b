import { JOBS_CALLS, UPKEEP_CALLS } from "../../../api/calls/jobs.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import type { Job } from "../../../domain/job.ts";
import { formatScope } from "../../../domain/scope.ts";
import { tenantRoutes } from "../call-routes.ts";
import type { Route } from "../route.ts";

const DEFAULT_LIMIT = 50;

const jobs = tenantRoutes(JOBS_CALLS, ({ jobs }) => jobs, {
  list: async ({ authorizedTenant, query: { status, kind, limit = DEFAULT_LIMIT, cursor } }) => {
    const page = withoutUndefined({ before: cursor, limit });
    const { items, next } = await authorizedTenant().jobs.list(withoutUndefined({ status, kind }), page);
    return { items: items.map(wireJob), next: next === null ? null : String(next) };
  },
  show: async ({ authorizedTenant, params: { id } }) => wireJob(await authorizedTenant().jobs.show(id)),
});

export const jobRoutes: readonly Route[] = [
  ...Object.values(jobs),
  ...Object.values(tenantRoutes(UPKEEP_CALLS, ({ upkeep }) => upkeep)),
];

/** With the scope as every other route writes it. */
function wireJob(job: Job): Omit<Job, "scope"> & { scope: string | null } {
  return { ...job, scope: job.scope === null ? null : formatScope(job.scope) };
}
