import type {
  IdentitiesHandle,
  KeysHandle,
  NewLogin,
  OperatorHandle,
  OwnedMemory,
  ScopesOptions,
  TenantEvents,
  TenantMemories,
} from "../api/operator.ts";
import type { Page } from "../api/options.ts";
import type { SpanOptions } from "../api/stats.ts";
import type { KeyOptions } from "../domain/api-key.ts";
import { checkList, checkOneOf, given } from "../domain/arguments.ts";
import { formatScope, parseScope, SCOPE_KINDS, type ScopeInput } from "../domain/scope.ts";
import {
  checked,
  IDENTITIES_CALLS,
  KEYS_CALLS,
  OPERATOR_CALLS,
  TENANT_EVENTS_CALLS,
  TENANT_MEMORIES_CALLS,
} from "../handles/calls.ts";
import { remoteJobs, remoteUpkeep } from "./jobs.ts";
import { filterOf, itemPath } from "./memories.ts";
import { allOf, type Listed, pageFrom } from "./page.ts";
import { remotePolicy } from "./policy.ts";
import { KEY_ACTS, moment, orNull, refuse, scopeText, segment } from "./request.ts";
import { remoteTransfers } from "./transfers.ts";
import type { Transport } from "./transport.ts";

function spanOf({ since, until }: SpanOptions): Record<string, unknown> {
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
  /** The rows of one of the tables that are given whole, under its own name. */
  const rows = async (name: string, query: object, path: string = name): Promise<never[]> =>
    (await send<Record<string, never[]>>("GET", `/api/ltm/${path}`, { query: { ...query } }))[name]!;
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
            (at, within) => {
              const order = { sort, ascending, skip: at === undefined ? skip : undefined };
              const query = { scope: within, ...filterOf(filter), ...order, limit, cursor: at };
              return send("GET", "/api/ltm/items", { query, signal });
            },
            cursor,
          ),
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
      },
      TENANT_MEMORIES_CALLS,
      "memories.",
    ),
    events: checked<TenantEvents>(
      {
        list: ({ cursor, signal, scope, scopeKind, session, since, until, ...filter } = {}) => {
          const asked = { ...filter, session_id: session, ...spanOf(given({ since, until })) };
          return pageWithin(
            { scope, scopeKind },
            (at, within) =>
              send("GET", "/api/ltm/events", { query: { ...asked, scope: within, cursor: at }, signal }),
            cursor,
          );
        },
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
        list: () => allOf(transport, "/api/ltm/keys"),
        revoke: async (idOrName) => send("DELETE", `/api/ltm/keys/${segment(idOrName, "idOrName")}`),
      },
      KEYS_CALLS,
      "keys.",
    ),

    identities: checked<IdentitiesHandle>(
      {
        set: async (identity) => {
          await send("PUT", "/api/ltm/identities", { body: identity });
        },
        remove: async (account) =>
          (await orNull(send<object>("DELETE", "/api/ltm/identities", { query: { account } }))) !== null,
        list: () => allOf(transport, "/api/ltm/identities"),
      },
      IDENTITIES_CALLS,
      "identities.",
    ),
  };
  return checked(handle, OPERATOR_CALLS);
}
