import type { MemoryFilter } from "../api/memory-filter.ts";

/** Filters as a query string has them (R52, R266). */
export function filterQuery(filter: MemoryFilter): Record<string, unknown> {
  const moment = (at: number | undefined): Date | undefined => (at === undefined ? undefined : new Date(at));
  return {
    type: filter.type,
    kind: filter.kind,
    status: filter.status,
    category: filter.categories ?? filter.category,
    min_confidence: filter.minConfidence,
    importance_min: filter.importanceMin,
    importance_max: filter.importanceMax,
    pinned: filter.pinned,
    user_id: filter.user,
    agent_id: filter.agent,
    run_id: filter.run,
    actor_id: filter.actor,
    subject: filter.subject,
    role: filter.role,
    session_id: filter.session,
    updated_after: moment(filter.updatedAfter),
    updated_before: moment(filter.updatedBefore),
    created_after: moment(filter.createdAfter),
    created_before: moment(filter.createdBefore),
  };
}
