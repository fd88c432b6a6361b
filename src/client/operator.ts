import { checked } from "../api/calls/index.ts";
import type { NewLogin, OperatorHandle, OwnedMemory, ScopesOptions } from "../api/operator.ts";
import type { Page, PageOptions } from "../api/options.ts";
import type { PolicyHandle } from "../api/policy.ts";
import type { SpanOptions } from "../api/stats.ts";
import type { JobsHandle, UpkeepHandle } from "../api/upkeep.ts";
import type { KeyOptions } from "../domain/api-key.ts";
import { checkList, checkNames, checkOneOf, checkOptions, withoutUndefined } from "../domain/arguments.ts";
import type { JobCounts } from "../domain/job.ts";
import type { PolicyDifference } from "../domain/policy.ts";
import { formatScope, parseScope, SCOPE_KINDS, type ScopeInput } from "../domain/scope.ts";

import { itemPath, memoryFilterQuery } from "./memories.ts";
import { remotePeople } from "./people.ts";
import { remote } from "./remote.ts";
import { fetchAll, fetchPage, KEY_ACTS, orNull, queryTime, refuse, scopeText, segment } from "./request.ts";
import { remoteTransfers } from "./streams.ts";
import type { Transport } from "./transport.ts";
import { remoteTuning } from "./tuning.ts";

function spanOf({ since, until }: SpanOptions): Record<string, unknown> {
  return { since: queryTime(since, "since"), until: queryTime(until, "until") };
}

function grantOf({ scopes, ...grant }: Partial<KeyOptions>): Record<string, unknown> {
  return {
    ...grant,
    scopes:
      scopes === undefined
        ? undefined
        : Array.from(checkList(scopes, "scopes"), (one) => scopeText(one as ScopeInput)),
  };
}

/** A page of one scope, of those of a kind, or of all. A scope of another kind than the one asked for has nothing. */
async function pageWithin<T>(
  transport: Transport,
  path: string,
  { scope, scopeKind, ...query }: ScopesOptions & PageOptions & Readonly<Record<string, unknown>>,
): Promise<Page<T>> {
  const within = scopesText({ scope, scopeKind });
  if (within === null) return { items: [], next: null, async *[Symbol.asyncIterator]() {} };
  return fetchPage(transport, path, { ...query, scope: within });
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
  /** The rows of one of the tables that are given whole, under its own name. */
  const rows = async (name: string, query: object, path: string = name): Promise<never[]> =>
    (await send<Record<string, never[]>>("GET", `/api/ltm/${path}`, { query: { ...query } }))[name]!;
  return checked("operator", {
    tenant,
    ...remoteTransfers(transport),
    policy: remotePolicy(transport),
    tuning: remoteTuning(transport),
    people: remotePeople(transport),
    hooks: remote("hooks", { transport }, {}),
    jobs: remoteJobs(transport),
    upkeep: remoteUpkeep(transport),

    stats: ({ scope } = {}) =>
      send("GET", "/api/ltm/stats", { query: { scope: scope === undefined ? undefined : scopeText(scope) } }),

    memories: checked("tenantMemories", {
      async list({ limit, cursor, signal, scope, scopeKind, sort, ascending, skip, links, ...filter } = {}) {
        const asked = { limit, cursor, signal, scope, scopeKind, sort, ascending, skip, links };
        return pageWithin(transport, "/api/ltm/items", { ...memoryFilterQuery(filter), ...asked });
      },
      async count({ scope, scopeKind, ...filter } = {}) {
        const within = scopesText({ scope, scopeKind });
        if (within === null) return 0;
        const query = { scope: within, ...memoryFilterQuery(filter) };
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
      const asked = { query, scope: scopes?.map(scopeText), ...memoryFilterQuery(filter), limit };
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

    review: (options) => fetchPage(transport, "/api/ltm/review", { ...options }),

    keys: checked("keys", {
      create: async (options) => {
        refuse(options, "actor", "keys.create()", KEY_ACTS);
        return send("POST", "/api/ltm/keys", { body: grantOf(options) });
      },
      login: async (options = {}) => {
        refuse(options, "actor", "keys.login()", KEY_ACTS);
        const asked = { body: grantOf(options) };
        const { path, ...login } = await send<NewLogin & { path: string }>(
          "POST",
          "/api/ltm/keys/login",
          asked,
        );
        return login;
      },
      list: () => fetchAll(transport, "/api/ltm/keys"),
      revoke: async (idOrName) => send("DELETE", `/api/ltm/keys/${segment(idOrName, "idOrName")}`),
    }),

    identities: checked("identities", {
      set: async (identity) => {
        await send("PUT", "/api/ltm/identities", { body: identity });
      },
      remove: async (account) =>
        (await orNull(send<object>("DELETE", "/api/ltm/identities", { query: { account } }))) !== null,
      list: () => fetchAll(transport, "/api/ltm/identities"),
    }),
  });
}

const POLICY = "/api/ltm/policy";

function ifMatch(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { "if-match": `"${version}"` };
}

/** The policies of a tenant on a server. The actor is the key, whatever a caller says. */
function remotePolicy(transport: Transport): PolicyHandle {
  const { send } = transport;
  return checked("policy", {
    current: () => send("GET", POLICY),
    versions: () => fetchAll(transport, `${POLICY}/versions`),
    set: async (patch, options = {}) => {
      refuse(options, "actor", "policy.set()", KEY_ACTS);
      const { reason, ifVersion } = options;
      return send("PUT", POLICY, { body: { ...patch, reason }, headers: ifMatch(ifVersion) });
    },
    diff: async (from, to) =>
      (await send<{ differences: PolicyDifference[] }>("GET", `${POLICY}/diff`, { query: { from, to } }))
        .differences,
    rollback: async (version, options = {}) => {
      refuse(options, "actor", "policy.rollback()", KEY_ACTS);
      const { reason, ifVersion } = options;
      return send("POST", `${POLICY}/rollback`, {
        body: { version: version ?? undefined, reason },
        headers: ifMatch(ifVersion),
      });
    },
  });
}

const JOBS = "/api/ltm/jobs";
const UPKEEP = "/api/ltm/upkeep";

type Job = Awaited<ReturnType<JobsHandle["show"]>>;
/** A scope is written as a text there. */
type WrittenJob = Omit<Job, "scope"> & { readonly scope: string | null };

/** The queue of a tenant on a server. */
function remoteJobs({ send }: Transport): JobsHandle {
  const one = (id: string, call = ""): string => `${JOBS}/${segment(id)}${call}`;
  return checked("jobs", {
    async list(given, { before, limit = 100 } = {}) {
      const filter = checkOptions(given, "jobs.list()");
      checkNames(filter, ["status", "kind"], "jobs.list()");
      const { items, next } = await send<{ items: WrittenJob[]; next: string | null }>("GET", JOBS, {
        query: { ...filter, limit, cursor: before },
      });
      return { items: items.map(read), next: next === null ? null : Number(next) };
    },
    show: async (id) => read(await send<WrittenJob>("GET", one(id))),
    retry: async (id) => {
      await send("POST", one(id, "/retry"));
    },
    retryDead: async (kind) =>
      (await send<{ retried: number }>("POST", `${JOBS}/retry`, { body: { kind } })).retried,
    cancel: async (id) => {
      await send("POST", one(id, "/cancel"));
    },
    stats: async () => (await send<{ kinds: JobCounts[] }>("GET", `${JOBS}/stats`)).kinds,
  });
}

function read(job: WrittenJob): Job {
  return { ...job, scope: job.scope === null ? null : parseScope(job.scope, job.tenant) };
}

/** The upkeep of a tenant on a server. */
function remoteUpkeep({ send }: Transport): UpkeepHandle {
  return checked("upkeep", {
    status: async () => (await send<{ jobs: never[] }>("GET", UPKEEP)).jobs,
    run: (name, { dryRun, signal } = {}) =>
      send("POST", `${UPKEEP}/jobs/${segment(name, "name")}/run`, { body: { dryRun }, signal }),
    undo: (run, { reason, signal } = {}) =>
      send("POST", `${UPKEEP}/runs/${segment(run, "run")}/undo`, { body: { reason }, signal }),
    runs: async ({ name, limit } = {}) =>
      (await send<{ runs: never[] }>("GET", `${UPKEEP}/runs`, { query: { name, limit } })).runs,
  });
}
