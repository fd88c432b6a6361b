import { JOBS, UPKEEP } from "../../../api/calls/jobs.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import type { Job } from "../../../domain/job.ts";
import { formatScope } from "../../../domain/scope.ts";
import { tenantRoutes } from "../call-routes.ts";
import type { Route } from "../route.ts";

const DEFAULT_LIMIT = 50;

const jobs = tenantRoutes(JOBS, ({ jobs }) => jobs, {
  list: async ({ ownTenant, query: { status, kind, limit = DEFAULT_LIMIT, cursor } }) => {
    const page = withoutUndefined({ before: cursor, limit });
    const { items, next } = await ownTenant().jobs.list(withoutUndefined({ status, kind }), page);
    return { items: items.map(written), next: next === null ? null : String(next) };
  },
  show: async ({ ownTenant, params: { id } }) => written(await ownTenant().jobs.show(id)),
});

export const jobRoutes: readonly Route[] = [
  ...Object.values(jobs),
  ...Object.values(tenantRoutes(UPKEEP, ({ upkeep }) => upkeep)),
];

/** With the scope as every other route writes it. */
function written(job: Job): Omit<Job, "scope"> & { scope: string | null } {
  return { ...job, scope: job.scope === null ? null : formatScope(job.scope) };
}
