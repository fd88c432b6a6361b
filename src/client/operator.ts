import { checked } from "../api/calls/index.ts";
import { JOBS } from "../api/calls/jobs.ts";
import type { OperatorHandle, OwnedMemory, ScopesOptions } from "../api/operator.ts";
import type { Page, PageOptions } from "../api/options.ts";
import type { SpanOptions } from "../api/stats.ts";
import type { JobsHandle } from "../api/upkeep.ts";
import { checkNames, checkOneOf, checkOptions, withoutUndefined } from "../domain/arguments.ts";
import { formatScope, parseScope, SCOPE_KINDS } from "../domain/scope.ts";

import { filterOf, itemPath } from "./memories.ts";
import { type Remote, remote, request } from "./remote.ts";
import { moment, orNull, pageOf, scopeText } from "./request.ts";
import { remoteTransfers } from "./streams.ts";
import type { Transport } from "./transport.ts";

function spanOf({ since, until }: SpanOptions): Record<string, unknown> {
  return { since: moment(since, "since"), until: moment(until, "until") };
}

/** A page of one scope, of those of a kind, or of all. A scope of another kind than the one asked for has nothing. */
async function pageWithin<T>(
  transport: Transport,
  path: string,
  { scope, scopeKind, ...query }: ScopesOptions & PageOptions & Readonly<Record<string, unknown>>,
): Promise<Page<T>> {
  const within = scopesText({ scope, scopeKind });
  if (within === null) return { items: [], next: null, async *[Symbol.asyncIterator]() {} };
  return pageOf(transport, path, { ...query, scope: within });
}

/** One scope or a kind of scopes, as a query says it; `null`: none can be meant. */
function scopesText({ scope, scopeKind }: ScopesOptions): string | undefined | null {
  const kind = scopeKind === undefined ? undefined : checkOneOf(scopeKind, SCOPE_KINDS, "scopeKind");
  const one = scope === undefined ? undefined : parseScope(scope);
  if (one === undefined) return kind;
  return kind !== undefined && one.kind !== kind ? null : formatScope(one);
}

/** A tenant on a server, as an operator's key sees it. */
export function remoteOperator(transport: Transport, tenant: string): OperatorHandle {
  const { send } = transport;
  const to = { transport };
  /** The rows of one of the tables that are given whole, under its own name. */
  const rows = async (name: string, query: object, path: string = name): Promise<never[]> =>
    (await send<Record<string, never[]>>("GET", `/api/ltm/${path}`, { query: { ...query } }))[name]!;
  return checked("operator", {
    tenant,
    ...remoteTransfers(transport),
    policy: remote("policy", to, {}),
    tuning: remote("tuning", to, {}),
    people: remote("people", to, {}),
    hooks: remote("hooks", to, {}),
    jobs: remoteJobs(to),
    upkeep: remote("upkeep", to, {}),

    stats: ({ scope } = {}) =>
      send("GET", "/api/ltm/stats", { query: { scope: scope === undefined ? undefined : scopeText(scope) } }),

    memories: checked("tenantMemories", {
      async list({ limit, cursor, signal, scope, scopeKind, sort, ascending, skip, links, ...filter } = {}) {
        const asked = { limit, cursor, signal, scope, scopeKind, sort, ascending, skip, links };
        return pageWithin(transport, "/api/ltm/items", { ...filterOf(filter), ...asked });
      },
      async count({ scope, scopeKind, ...filter } = {}) {
        const within = scopesText({ scope, scopeKind });
        if (within === null) return 0;
        const query = { scope: within, ...filterOf(filter) };
        return (await send<{ count: number }>("GET", "/api/ltm/count", { query })).count;
      },
      async find(id) {
        const found = await orNull(send<OwnedMemory>("GET", itemPath(id)));
        return found === null ? null : { scope: found.scope, memory: found.memory };
      },
    }),
    events: checked("tenantEvents", {
      list: ({ session, since, until, ...asked } = {}) => {
        const filter = { session_id: session, ...spanOf(withoutUndefined({ since, until })) };
        return pageWithin(transport, "/api/ltm/events", { ...asked, ...filter });
      },
    }),
    search: async (query, { limit, scopes, signal, ...filter } = {}) => {
      const asked = { query, scope: scopes?.map(scopeText), ...filterOf(filter), limit };
      return (await send<{ items: never[] }>("GET", "/api/ltm/search", { query: asked, signal })).items;
    },

    history: (options) => pageWithin(transport, "/api/ltm/audit", { ...options }),
    activity: async ({ scope, ...span } = {}) =>
      rows("activity", { scope: scope === undefined ? undefined : scopeText(scope), ...spanOf(span) }),
    operations: async (span = {}) => rows("operations", spanOf(span)),
    figures: async (span = {}) => rows("figures", spanOf(span)),
    modelUsage: async (span = {}) => rows("usage", spanOf(span)),

    readOnly: async (on) => {
      const path = "/api/ltm/read-only";
      const answer = await (on === undefined
        ? send<{ readOnly: boolean }>("GET", path)
        : send<{ readOnly: boolean }>("PUT", path, { body: { readOnly: on } }));
      return answer.readOnly;
    },
    scopeWrites: async (scope, enabled) => {
      await send("PUT", "/api/ltm/scopes/writes", { body: { scope: scopeText(scope), enabled } });
    },

    review: (options) => pageOf(transport, "/api/ltm/review", { ...options }),

    keys: remote("keys", to, {}),
    identities: remote("identities", to, {}),
  });
}

type Job = Awaited<ReturnType<JobsHandle["show"]>>;
/** A scope is written as a text there. */
type WrittenJob = Omit<Job, "scope"> & { readonly scope: string | null };

/** The queue of a tenant on a server. */
function remoteJobs(to: Remote): JobsHandle {
  return remote("jobs", to, {
    async list(given, { before, limit = 100 } = {}) {
      const filter = checkOptions(given, "jobs.list()");
      checkNames(filter, ["status", "kind"], "jobs.list()");
      const page = await request(to, JOBS.list, [filter, { before, limit }]);
      const { items, next } = page as { items: WrittenJob[]; next: string | null };
      return { items: items.map(read), next: next === null ? null : Number(next) };
    },
    show: async (id) => read((await request(to, JOBS.show, [id])) as WrittenJob),
  });
}

function read(job: WrittenJob): Job {
  return { ...job, scope: job.scope === null ? null : parseScope(job.scope, job.tenant) };
}
