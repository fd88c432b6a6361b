import { TENANT_EVENTS_CALLS } from "../api/calls/events.ts";
import { JOBS_CALLS } from "../api/calls/jobs.ts";
import { TENANT_MEMORIES_CALLS } from "../api/calls/memories.ts";
import { OPERATOR_CALLS } from "../api/calls/operator.ts";
import type { OperatorHandle, OwnedMemory, ScopesOptions } from "../api/operator.ts";
import type { Page } from "../api/options.ts";
import type { JobsHandle } from "../api/upkeep.ts";
import { checkNames, checkOneOf, checkOptions } from "../domain/arguments.ts";
import { formatScope, parseScope, SCOPE_KINDS } from "../domain/scope.ts";
import { type Remote, remote, request } from "./remote.ts";
import { remoteTransfers } from "./streams.ts";
import type { Transport } from "./transport.ts";

/**
 * A call about one scope, those of a kind, or all, which one field of a query says. A scope of another kind than the one
 * asked for has nothing.
 */
async function requestInScopes<T>(
  to: Remote,
  row: Parameters<typeof request>[1],
  { scope, scopeKind, ...options }: ScopesOptions,
  nothing: T,
): Promise<T> {
  const kind = scopeKind === undefined ? undefined : checkOneOf(scopeKind, SCOPE_KINDS, "scopeKind");
  const parsedScope = scope === undefined ? undefined : parseScope(scope);
  if (kind !== undefined && parsedScope !== undefined && parsedScope.kind !== kind) return nothing;
  const scopeFilter = parsedScope === undefined ? kind : formatScope(parsedScope);
  return (await request(to, { ...row, names: { ...row.names, scopeKind: "scope" } }, [
    { ...options, scopeKind: scopeFilter },
  ])) as T;
}

const EMPTY: Page<never> = { items: [], next: null, async *[Symbol.asyncIterator]() {} };

/** A tenant on a server, as an operator's key sees it. */
export function remoteOperator(transport: Transport, tenant: string): OperatorHandle {
  const to = { transport };
  return remote("operator", to, {
    tenant,
    ...remoteTransfers(transport),
    policy: remote("policy", to, {}),
    tuning: remote("tuning", to, {}),
    people: remote("people", to, {}),
    hooks: remote("hooks", to, {}),
    jobs: remoteJobs(to),
    upkeep: remote("upkeep", to, {}),
    keys: remote("keys", to, {}),
    identities: remote("identities", to, {}),
    memories: remote("tenantMemories", to, {
      list: (options = {}) => requestInScopes(to, TENANT_MEMORIES_CALLS.list, options, EMPTY),
      count: (options = {}) => requestInScopes(to, TENANT_MEMORIES_CALLS.count, options, 0),
      find: async (id) => {
        const owned = (await request(to, TENANT_MEMORIES_CALLS.find, [id])) as OwnedMemory | null;
        return owned === null ? null : { scope: owned.scope, memory: owned.memory };
      },
    }),
    events: remote("tenantEvents", to, {
      list: (options = {}) => requestInScopes(to, TENANT_EVENTS_CALLS.list, options, EMPTY),
    }),
    history: (options = {}) => requestInScopes(to, OPERATOR_CALLS.history, options, EMPTY),
    readOnly: async (on) => {
      const path = "/api/ltm/read-only";
      const answer = await (on === undefined
        ? transport.send<{ readOnly: boolean }>("GET", path)
        : transport.send<{ readOnly: boolean }>("PUT", path, { body: { readOnly: on } }));
      return answer.readOnly;
    },
  });
}

type Job = Awaited<ReturnType<JobsHandle["show"]>>;
/** A scope is written as a text there. */
type WrittenJob = Omit<Job, "scope"> & { readonly scope: string | null };

/** The queue of a tenant on a server. */
function remoteJobs(to: Remote): JobsHandle {
  return remote("jobs", to, {
    async list(options, { before, limit = 100 } = {}) {
      const filter = checkOptions(options, "jobs.list()");
      checkNames(filter, ["status", "kind"], "jobs.list()");
      const page = await request(to, JOBS_CALLS.list, [filter, { before, limit }]);
      const { items, next } = page as { items: WrittenJob[]; next: string | null };
      return { items: items.map(parseJob), next: next === null ? null : Number(next) };
    },
    show: async (id) => parseJob((await request(to, JOBS_CALLS.show, [id])) as WrittenJob),
  });
}

function parseJob(job: WrittenJob): Job {
  return { ...job, scope: job.scope === null ? null : parseScope(job.scope, job.tenant) };
}
