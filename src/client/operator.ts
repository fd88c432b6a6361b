import type { KeysHandle, NewLogin } from "../api/keys.ts";
import type { IdentitiesHandle, OperatorHandle } from "../api/operator.ts";
import type { Page } from "../api/page.ts";
import type { SpanOptions } from "../api/stats.ts";
import type { ScopesOptions, TenantEvents, TenantMemories } from "../api/tenant.ts";
import type { KeyOptions } from "../domain/api-key.ts";
import { checkList, checkOneOf } from "../domain/arguments.ts";
import { MemoirError } from "../domain/errors.ts";
import { formatScope, parseScope, SCOPE_KINDS, type ScopeInput } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import {
  IDENTITIES_CALLS,
  KEYS_CALLS,
  OPERATOR_CALLS,
  TENANT_EVENTS_CALLS,
  TENANT_MEMORIES_CALLS,
} from "../handles/calls.ts";
import { checked } from "../handles/checked.ts";
import { filterOf } from "./filter-of.ts";
import { remoteJobs } from "./jobs.ts";
import { itemPath } from "./memories.ts";
import { moment } from "./moment.ts";
import { type Listed, pageFrom } from "./page.ts";
import { remotePolicy } from "./policy.ts";
import { KEY_ACTS, refuse } from "./refuse.ts";
import { remoteTransfers } from "./transfers.ts";
import type { Transport } from "./transport.ts";
import { remoteUpkeep } from "./upkeep.ts";

const scopeText = (scope: ScopeInput): string => formatScope(parseScope(scope));

function spanOf(since: SpanOptions["since"], until: SpanOptions["until"]): Record<string, unknown> {
  return { since: moment(since, "since"), until: moment(until, "until") };
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
  { scope, scopeKind }: ScopesOptions,
  fetch: (cursor: string | undefined, within: string | undefined) => Promise<Listed<T>>,
  cursor: string | undefined,
): Promise<Page<T>> {
  const within = scopesText({ scope, scopeKind });
  if (within === null) return pageFrom<T>(async () => ({ items: [], next: null }), undefined);
  return pageFrom((at) => fetch(at, within), cursor);
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
  const all = async <T>(path: string): Promise<T[]> => {
    const items: T[] = [];
    const fetch = (cursor: string | undefined): Promise<{ items: T[]; next: string | null }> =>
      send("GET", path, { query: { limit: 1_000, cursor } });
    for await (const item of await pageFrom(fetch, undefined)) items.push(item);
    return items;
  };
  const handle: OperatorHandle = {
    tenant,
    ...remoteTransfers(transport),
    policy: remotePolicy(transport),
    jobs: remoteJobs(transport),
    upkeep: remoteUpkeep(transport),

    stats: ({ scope } = {}) =>
      send("GET", "/api/ltm/stats", { query: { scope: scope === undefined ? undefined : scopeText(scope) } }),

    memories: checked<TenantMemories>(
      {
        list: ({ limit, cursor, signal, scope, scopeKind, sort, ascending, skip, ...filter } = {}) =>
          pageWithin(
            { scope, scopeKind },
            (at, within) =>
              send("GET", "/api/ltm/items", {
                query: {
                  scope: within,
                  ...filterOf(filter),
                  ...{ sort, ascending, skip: at === undefined ? skip : undefined },
                  limit,
                  cursor: at,
                },
                signal,
              }),
            cursor,
          ),
        async count({ scope, scopeKind, ...filter } = {}) {
          const within = scopesText({ scope, scopeKind });
          if (within === null) return 0;
          const query = { scope: within, ...filterOf(filter) };
          return (await send<{ count: number }>("GET", "/api/ltm/count", { query })).count;
        },
        async find(id) {
          try {
            const { scope, memory } = await send<{ scope: string; memory: never }>("GET", itemPath(id));
            return { scope, memory };
          } catch (error) {
            if (MemoirError.is(error) && error.code === "not_found") return null;
            throw error;
          }
        },
      },
      TENANT_MEMORIES_CALLS,
      "memories.",
    ),
    events: checked<TenantEvents>(
      {
        list: ({ limit, cursor, signal, scope, scopeKind, session, role, type, since, until } = {}) =>
          pageWithin(
            { scope, scopeKind },
            (at, within) =>
              send("GET", "/api/ltm/events", {
                query: {
                  scope: within,
                  session_id: session,
                  role,
                  type,
                  since: moment(since, "since"),
                  until: moment(until, "until"),
                  limit,
                  cursor: at,
                },
                signal,
              }),
            cursor,
          ),
      },
      TENANT_EVENTS_CALLS,
      "events.",
    ),
    search: async (query, { limit, scopes, signal, ...filter } = {}) => {
      const { items } = await send<{ items: never[] }>("GET", "/api/ltm/search", {
        query: { query, scope: scopes?.map(scopeText), ...filterOf(filter), limit },
        signal,
      });
      return items;
    },

    history: ({ limit, cursor, signal, scope, scopeKind } = {}) =>
      pageWithin(
        { scope, scopeKind },
        (at, within) =>
          send("GET", "/api/ltm/audit", { query: { scope: within, limit, cursor: at }, signal }),
        cursor,
      ),
    activity: async ({ scope, since, until } = {}) => {
      const query = { scope: scope === undefined ? undefined : scopeText(scope), ...spanOf(since, until) };
      return (await send<{ activity: never[] }>("GET", "/api/ltm/activity", { query })).activity;
    },
    operations: async ({ since, until } = {}) =>
      (await send<{ operations: never[] }>("GET", "/api/ltm/operations", { query: spanOf(since, until) }))
        .operations,
    figures: async ({ since, until } = {}) =>
      (await send<{ figures: never[] }>("GET", "/api/ltm/figures", { query: spanOf(since, until) })).figures,
    modelUsage: async ({ since, until } = {}) =>
      (await send<{ usage: never[] }>("GET", "/api/ltm/usage", { query: spanOf(since, until) })).usage,

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

    review: ({ limit, cursor, signal, status } = {}) =>
      pageFrom(
        (at) => send("GET", "/api/ltm/review", { query: { status, limit, cursor: at }, signal }),
        cursor,
      ),

    keys: checked<KeysHandle>(
      {
        create: async (options) => {
          refuse(options, "actor", "keys.create()", KEY_ACTS);
          return send("POST", "/api/ltm/keys", { body: grantOf(options) });
        },
        login: async (options = {}) => {
          refuse(options, "actor", "keys.login()", KEY_ACTS);
          const { path, ...login } = await send<NewLogin & { path: string }>("POST", "/api/ltm/keys/login", {
            body: grantOf(options),
          });
          return login;
        },
        list: () => all("/api/ltm/keys"),
        revoke: (idOrName) =>
          send("DELETE", `/api/ltm/keys/${encodeURIComponent(checkId(idOrName, "idOrName"))}`),
      },
      KEYS_CALLS,
      "keys.",
    ),

    identities: checked<IdentitiesHandle>(
      {
        set: async (identity) => {
          await send("PUT", "/api/ltm/identities", { body: identity });
        },
        remove: async (account) => {
          try {
            await send("DELETE", "/api/ltm/identities", { query: { account } });
            return true;
          } catch (error) {
            if (MemoirError.is(error) && error.code === "not_found") return false;
            throw error;
          }
        },
        list: () => all("/api/ltm/identities"),
      },
      IDENTITIES_CALLS,
      "identities.",
    ),
  };
  return checked(handle, OPERATOR_CALLS);
}
