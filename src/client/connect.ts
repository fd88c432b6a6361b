import { withOptionChecks } from "../api/calls/index.ts";
import type { Memoir } from "../api/memoir.ts";
import type { ScopeOptions } from "../api/scope.ts";
import { checkList, checkNames, checkOptions } from "../domain/arguments.ts";
import type { Change } from "../domain/change.ts";
import { MemoirError } from "../domain/errors.ts";
import type { ScopeInput } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import { remoteOperator } from "./operator.ts";
import { KEY_ACTS, refuse, type ServerInfo, scopeText, type Where } from "./request.ts";
import { remoteScope } from "./scope.ts";
import { remoteChanges } from "./streams.ts";
import { createTransport, notOurs, type Transport } from "./transport.ts";

export interface ConnectOptions {
  /** `http://127.0.0.1:7411` */
  url: string;
  /** A key of `memoir keys create`. Default: none; in a browser that has signed in, its session. */
  key?: string | undefined;
  /** Default: the global one. */
  fetch?: typeof fetch;
}

/** A server that is used like an engine. */
export interface MemoirClient extends Memoir {
  readonly server: ServerInfo;
}

/** Connects to a server; fails at once where there is none or the key is no good. */
export async function connectMemoir(options: ConnectOptions): Promise<MemoirClient> {
  const { url, key, fetch: send = fetch } = checkOptions(options, "connectMemoir()");
  checkNames(options, ["url", "key", "fetch"], "connectMemoir()");
  const transport = createTransport({ url, key, fetch: send });
  const server = await transport.send<ServerInfo>("GET", "/api/ltm/info");
  if (typeof server.key?.tenant !== "string") throw notOurs(new URL(url), 200);
  return clientOf(transport, server);
}

/** The interfaces of a server that has said what it is. */
export function clientOf(transport: Transport, server: ServerInfo): MemoirClient {
  const { tenant } = server.key;
  const checkTenant = (requestedTenant: string | undefined): string => {
    if (requestedTenant === undefined || requestedTenant === tenant) return tenant;
    throw new MemoirError("not_allowed", `This key opens the tenant ${tenant} and no other.`, {
      details: { tenant: requestedTenant },
    });
  };
  const scope = (scopeInput: ScopeInput, options: ScopeOptions = {}): ReturnType<Memoir["scope"]> => {
    checkTenant(options.tenant);
    refuse(options, "actor", "scope()", KEY_ACTS);
    return remoteScope(withCategories(transport, options), server, whereOf(scopeInput, options));
  };
  const close = async (): Promise<void> => transport.close();
  const client: MemoirClient = {
    server,
    settings: server.settings,
    preset: server.preset,
    scope,
    async scopeFor(origin, options = {}) {
      const body = checkOptions(origin, "scopeFor()");
      checkNames(body, ["platform", "userId", "groupId", "umo"], "scopeFor()");
      const resolved = await transport.send<{ scope: string; legacy: string[] }>(
        "POST",
        "/api/ltm/scope-for",
        {
          body: { ...body, agent: options.agent },
        },
      );
      return scope(resolved.scope, { ...options, legacy: [...resolved.legacy, ...(options.legacy ?? [])] });
    },
    async names(accounts, { tenant: requestedTenant, scope: within } = {}) {
      checkTenant(requestedTenant);
      const body = { accounts, scope: within === undefined ? undefined : scopeText(within) };
      const reply = transport.send<{ names: [string, string][] }>("POST", "/api/ltm/names", { body });
      return new Map((await reply).names);
    },
    operator: (requestedTenant) => remoteOperator(transport, checkTenant(requestedTenant)),
    changes: (options = {}): AsyncGenerator<Change, void, void> => {
      checkTenant(options.tenant);
      return remoteChanges(transport, options);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return withOptionChecks("memoir", client) as MemoirClient;
}

function whereOf(scope: ScopeInput, { agent, thread, legacy }: ScopeOptions): Where {
  const also = Array.from(checkList(legacy ?? [], "legacy"), (one) => scopeText(one as ScopeInput));
  return {
    scope: scopeText(scope),
    agent: agent === undefined ? undefined : checkId(agent, "agent"),
    thread: thread === undefined ? undefined : checkId(thread, "thread"),
    legacy: also.length === 0 ? undefined : also,
  };
}

/** A bound on categories goes with every request of the handle. */
function withCategories(transport: Transport, { categories }: ScopeOptions): Transport {
  if (categories === undefined) return transport;
  const list = Array.from(checkList(categories, "categories"), (one, i) => checkId(one, `categories[${i}]`));
  return transport.withHeaders({ "x-memoir-categories": encodeURIComponent(JSON.stringify(list)) });
}
