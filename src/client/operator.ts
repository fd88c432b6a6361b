import { MemoirError } from "../domain/errors.ts";
import { formatScope, parseScope, type ScopeInput } from "../domain/scope.ts";
import type { OperatorFace } from "../handles/face.ts";
import { filterQuery } from "./filters.ts";
import { remoteJobs } from "./jobs.ts";
import { itemPath } from "./memories.ts";
import { pageFrom } from "./page.ts";
import { remotePolicy } from "./policy.ts";
import { remoteTransfers } from "./transfers.ts";
import type { Transport } from "./transport.ts";

const scopeText = (scope: ScopeInput): string => formatScope(parseScope(scope));

/** A tenant on a server, as an operator's key sees it. */
export function remoteOperator(transport: Transport, tenant: string): OperatorFace {
  const { send } = transport;
  const all = async <T>(path: string): Promise<T[]> => {
    const items: T[] = [];
    const fetch = (cursor: string | undefined): Promise<{ items: T[]; next: string | null }> =>
      send("GET", path, { query: { limit: 1_000, cursor } });
    for await (const item of await pageFrom(fetch, undefined)) items.push(item);
    return items;
  };
  return {
    tenant,
    ...remoteTransfers(transport),
    policy: remotePolicy(transport),
    jobs: remoteJobs(transport),

    stats: ({ scope } = {}) =>
      send("GET", "/api/ltm/stats", { query: { scope: scope === undefined ? undefined : scopeText(scope) } }),

    memories: {
      list: ({ limit, cursor, signal, scope, scopeKind, ...filter } = {}) =>
        pageFrom(
          (at) =>
            send("GET", "/api/ltm/items", {
              query: {
                scope: scope === undefined ? scopeKind : scopeText(scope),
                ...filterQuery(filter),
                limit,
                cursor: at,
              },
              signal,
            }),
          cursor,
        ),
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
    events: {
      list: ({ limit, cursor, signal, scope, scopeKind, session, ...filter } = {}) =>
        pageFrom(
          (at) =>
            send("GET", "/api/ltm/events", {
              query: {
                scope: scope === undefined ? scopeKind : scopeText(scope),
                session_id: session,
                ...filter,
                limit,
                cursor: at,
              },
              signal,
            }),
          cursor,
        ),
    },
    search: async (query, { limit, scopes, signal, ...filter } = {}) => {
      const { items } = await send<{ items: never[] }>("GET", "/api/ltm/search", {
        query: { query, scope: scopes?.map(scopeText), ...filterQuery(filter), limit },
        signal,
      });
      return items;
    },

    operations: async ({ since, until } = {}) =>
      (await send<{ operations: never[] }>("GET", "/api/ltm/operations", { query: { since, until } }))
        .operations,
    modelUsage: async ({ since, until } = {}) =>
      (await send<{ usage: never[] }>("GET", "/api/ltm/usage", { query: { since, until } })).usage,

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

    keys: {
      create: ({ scopes, actor, ...options }) =>
        send("POST", "/api/ltm/keys", { body: { ...options, scopes: scopes?.map(scopeText) } }),
      login: ({ scopes, actor, ...options } = {}) =>
        send("POST", "/api/ltm/keys/login", { body: { ...options, scopes: scopes?.map(scopeText) } }),
      list: () => all("/api/ltm/keys"),
      revoke: (idOrName) => send("DELETE", `/api/ltm/keys/${encodeURIComponent(idOrName)}`),
    },

    identities: {
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
  };
}
