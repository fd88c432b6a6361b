import type { Principal, Role } from "../domain/api-key.ts";
import type { MemoirEngine, ScopeHandle } from "../index.ts";
import { keyOf } from "./identify.ts";
import { ownScope } from "./own-scope.ts";
import type { Service } from "./service.ts";

/** Another protocol on the same server, behind the same checks of host, origin, size, key and rate. */
export interface Endpoint {
  /** `/mcp` */
  readonly path: string;
  /** The least a key must be allowed. */
  readonly role: Role;
  handle(request: Request, caller: EndpointCaller): Promise<Response>;
}

/** The caller, the scope, and a `fetch` that calls the server's own routes with the caller's key. */
export interface EndpointCaller {
  readonly principal: Principal;
  readonly key: string;
  /** The address's `scope`, `agent` and `thread`, as the key may use them. */
  readonly scope: ScopeHandle["scope"];
  readonly agent: string | null;
  readonly thread: string | null;
  readonly preset: MemoirEngine["preset"];
  readonly settings: MemoirEngine["settings"];
  readonly fetch: typeof fetch;
}

/** A request, its id in the log, and the server itself. */
interface Asking {
  readonly request: Request;
  readonly id: string;
  readonly itself: (request: Request) => Promise<Response>;
}

/** Another protocol gets the rights of the key and no more: everything it does goes through the routes. */
export function callerOf(
  service: Service,
  principal: Principal,
  { request, id, itself }: Asking,
): EndpointCaller {
  const { memoir } = service;
  const asked = new URL(request.url).searchParams;
  const given = (name: string): string | undefined => asked.get(name) ?? undefined;
  const wanted = { scope: given("scope"), agent: given("agent"), thread: given("thread") };
  const { scope } = ownScope(service, principal, wanted);
  return {
    principal,
    key: keyOf(request) ?? "",
    scope,
    agent: principal.agent ?? wanted.agent ?? null,
    thread: wanted.thread ?? null,
    preset: memoir.preset,
    settings: memoir.settings,
    fetch: async (input, init) => {
      const inner = new Request(input, init);
      inner.headers.set("host", "localhost");
      // Links both requests in the log.
      inner.headers.set("x-request-id", id);
      return itself(inner);
    },
  };
}
