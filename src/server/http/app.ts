import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Principal, Role } from "../../domain/api-key.ts";
import { type MemoirEngine, MemoirError, type ScopeHandle, type Settings } from "../../index.ts";
import { jsonAnswer, pageHeaders, protocolAnswer, wireJson } from "./answer.ts";
import { errorAnswer, HttpError } from "./errors.ts";
import { createSiteCheck, limitBody } from "./guards.ts";
import { runOnce } from "./idempotency.ts";
import { apiKeyOf, createGate, type KeyGate } from "./identify.ts";
import { authorizedScope } from "./own-scope.ts";
import { dashboard, openApi, PAGES } from "./pages.ts";
import { readInput } from "./read-input.ts";
import { document, type Route, RouteReply, reply } from "./route.ts";
import { ROUTES } from "./routes/index.ts";
import { type Env, logRequests, type Service, traced } from "./service.ts";

/** The whole server as one function from request to response; `serve.ts` puts it on a port. */
export function createApp(
  service: Service,
  routes: readonly Route[] = ROUTES,
  endpoints: readonly Endpoint[] = [],
): OpenAPIHono<Env> {
  const { settings } = service;
  const app = new OpenAPIHono<Env>();
  const checkSite = createSiteCheck(settings);
  const gate = createGate(service);

  app.onError((error, c) => errorResponse(service, error, c));
  const missing = nowhere([
    ...routes.map(({ spec }) => spec),
    ...PAGES.map((path) => ({ method: "get", path })),
  ]);
  app.notFound((c) => errorResponse(service, missing(c), c));
  app.use(traced, logRequests(service));
  app.use(async (c, next) => {
    checkSite(c.req.header("host"), c.req.header("origin"));
    await next();
  });
  for (const route of routes) {
    document(app, route);
    const path = route.spec.path.replaceAll(/\{(\w+)\}/g, ":$1");
    const most = mostBytes(route.spec, settings);
    app.on(route.spec.method.toUpperCase(), path, (c) => {
      arrive(c, route.spec.path, most);
      return answer(service, route, gate, c);
    });
  }
  for (const endpoint of endpoints) {
    const { path, role } = endpoint;
    app.all(path, async (c) => {
      arrive(c, path, mostBytes({}, settings));
      const caller = callerOf(service, await gate.admit(c, role), c, app);
      return protocolAnswer(c, await endpoint.handle(c.req.raw, caller));
    });
  }
  app.use(pageHeaders);
  openApi(app, service.version);
  dashboard(app);
  return app;
}

/** Checks the key, then the role, then the input: nothing is read for an unknown caller. */
async function answer(service: Service, route: Route, gate: KeyGate, c: Context<Env>): Promise<Response> {
  const principal = await gate.admit(c, route.spec.role);
  if (route.spec.looksUp === true) gate.lookup(c);
  const { signal } = c.req.raw;
  const input = await readInput(c, route);
  const call = { service, ...input, principal, request: c.req.raw, id: c.get("id"), once: null, signal };
  let value: unknown;
  try {
    value = await runOnce(route, call);
  } catch (error) {
    // A login that opens nothing is a try like any other.
    const isTry = route.spec.role === null && MemoirError.is(error) && error.code === "unauthorized";
    if (isTry) gate.failedAttempt(c);
    throw error;
  }
  if (value instanceof RouteReply && value.options.opensNothing === true) gate.failedAttempt(c);
  return respond(c, route, value);
}

function respond(c: Context<Env>, { spec }: Route, value: unknown): Response {
  if (value instanceof Response) return protocolAnswer(c, value);
  const { options, value: body } = value instanceof RouteReply ? value : reply(value);
  const { status = spec.status ?? 200, headers = {} } = options;
  return jsonAnswer(c, wireJson(body), status, headers);
}

function errorResponse({ log }: Service, error: unknown, c: Context<Env>): Response {
  const { status, headers, body } = errorAnswer(error, c.get("id"));
  const isOurs = status >= 500 || (MemoirError.is(error) && typeof error.details.file === "string");
  if (isOurs) log({ level: "error", event: "failed", request: c.get("id"), cause: causeOf(error) });
  return jsonAnswer(c, JSON.stringify(body), status, headers);
}

/** For the server's log; never sent to a caller. */
function causeOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function mostBytes({ streams }: Pick<Route["spec"], "streams">, settings: Settings["server"]): number {
  return streams === undefined ? settings.maxBodyKilobytes * 1_024 : settings.maxImportMegabytes * 1_048_576;
}

/** From here on the log knows which route it is; what is too large goes no further. */
function arrive(c: Context<Env>, path: string, most: number): void {
  c.set("route", path);
  c.req.raw = limitBody(c.req.raw, most);
}

const LONGEST_PATH = 200;

/** The error for a request without a route: the path takes other methods, or does not exist. */
function nowhere(places: readonly { method: string; path: string }[]): (context: Context) => MemoirError {
  const patterns = places.map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));
  return ({ req }) => {
    const path = req.path.slice(0, LONGEST_PATH);
    const methods = patterns.filter(({ pattern }) => pattern.test(req.path)).map(({ method }) => method);
    if (methods.length === 0) {
      const message = `There is no ${req.method} ${path} here. GET /docs lists what there is.`;
      return new MemoirError("not_found", message);
    }
    if (methods.includes("GET")) methods.push("HEAD");
    const allow = [...new Set(methods)].sort().join(", ");
    return new HttpError(405, "not_found", `There is no ${req.method} ${path} here; it takes ${allow}.`, {
      headers: { Allow: allow },
    });
  };
}

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

/** Another protocol gets the rights of the key and no more: everything it does goes through the routes. */
function callerOf(
  service: Service,
  principal: Principal,
  c: Context<Env>,
  app: OpenAPIHono<Env>,
): EndpointCaller {
  const { memoir } = service;
  const searchParams = new URL(c.req.url).searchParams;
  const queryValue = (name: string): string | undefined => searchParams.get(name) ?? undefined;
  const scopeRequest = {
    scope: queryValue("scope"),
    agent: queryValue("agent"),
    thread: queryValue("thread"),
  };
  const { scope } = authorizedScope(service, principal, scopeRequest);
  return {
    principal,
    key: apiKeyOf(c.req.raw) ?? "",
    scope,
    agent: principal.agent ?? scopeRequest.agent ?? null,
    thread: scopeRequest.thread ?? null,
    preset: memoir.preset,
    settings: memoir.settings,
    fetch: async (input, init) => {
      const inner = new Request(input, init);
      inner.headers.set("host", "localhost");
      // Links both requests in the log.
      inner.headers.set("x-request-id", c.get("id"));
      return app.fetch(inner);
    },
  };
}
