import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Principal, Role } from "../domain/api-key.ts";
import { MemoirError, type Settings } from "../index.ts";
import { jsonAnswer, ownAnswer, pageHeaders } from "./answer.ts";
import { limited } from "./body-limit.ts";
import { dashboard } from "./dashboard.ts";
import { callerOf, type Endpoint } from "./endpoint.ts";
import { errorAnswer, Refusal } from "./errors.ts";
import { carryOut } from "./idempotency.ts";
import { checkRole, createKnownKeys, identify, type KnownKeys, keyOf, narrowed } from "./identify.ts";
import { answered, traced } from "./middleware.ts";
import { openApi, PAGES } from "./openapi.ts";
import { createRate, type Rate } from "./rate.ts";
import { readInput } from "./read-input.ts";
import { document, Reply, type Route, reply } from "./route.ts";
import { ROUTES } from "./routes/index.ts";
import { createSiteCheck, ownNames } from "./same-site.ts";
import type { Env, Service } from "./service.ts";
import { wireJson } from "./wire.ts";

interface Rates {
  readonly keys: Rate | undefined;
  readonly strangers: Rate;
  /** Looks into the database for keys that were not good here before. */
  readonly looks: Rate;
  readonly known: KnownKeys;
}

/** Tries with a bad key, from one address: one a second, and a few at once. */
const BAD_KEYS = { perSecond: 1, burst: 20 };

/** Looks for keys that nobody knows yet, from one address: far more than any honest start needs, and no work worth naming. */
const LOOKS = { perSecond: 500, burst: 1_000 };

/** The whole server as one function from request to response; `serve.ts` puts it on a port. */
export function createApp(
  service: Service,
  routes: readonly Route[] = ROUTES,
  endpoints: readonly Endpoint[] = [],
): OpenAPIHono<Env> {
  const { settings } = service;
  const app = new OpenAPIHono<Env>();
  const checkSite = createSiteCheck(ownNames(settings.host, settings.allowedHosts), settings.https);
  const now = (): number => performance.now();
  const rates = {
    keys:
      settings.requestsPerSecond === null
        ? undefined
        : createRate(settings.requestsPerSecond, settings.burst, now),
    strangers: createRate(BAD_KEYS.perSecond, BAD_KEYS.burst, now),
    looks: createRate(LOOKS.perSecond, LOOKS.burst, now),
    known: createKnownKeys(),
  };

  app.onError((error, c) => failed(service, error, c));
  const missing = nowhere([...routes.map(({ spec }) => spec), ...PAGES]);
  app.notFound((c) => failed(service, missing(c), c));
  app.use(traced, answered(service));
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
      return answer(service, route, rates, c);
    });
  }
  for (const endpoint of endpoints) {
    const { path, role } = endpoint;
    app.all(path, async (c) => {
      arrive(c, path, mostBytes({}, settings));
      const principal = await principalOf(service, role, rates, c);
      const itself = async (request: Request): Promise<Response> => app.fetch(request);
      const caller = callerOf(service, principal, { request: c.req.raw, id: c.get("id"), itself });
      return ownAnswer(c, await endpoint.handle(c.req.raw, caller));
    });
  }
  app.use(pageHeaders);
  openApi(app, service.version);
  dashboard(app);
  return app;
}

/** Checks the key, then the role, then the input: nothing is read for an unknown caller. */
async function answer(service: Service, route: Route, rates: Rates, c: Context<Env>): Promise<Response> {
  const principal = await principalOf(service, route.spec.role, rates, c);
  const { signal } = c.req.raw;
  const input = await readInput(c, route);
  const call = { service, ...input, principal, request: c.req.raw, id: c.get("id"), once: null, signal };
  try {
    return respond(c, route, await carryOut(route, call));
  } catch (error) {
    // A login that opens nothing is a try like any other.
    const isTry = route.spec.role === null && MemoirError.is(error) && error.code === "unauthorized";
    if (isTry) rates.strangers.take(addressOf(c));
    throw error;
  }
}

/** A caller without a key: no tenant, no scopes, no categories. */
const NOBODY: Principal = {
  tenant: "",
  keyId: "",
  name: "",
  role: "read",
  scopes: [],
  agent: null,
  categories: [],
};

async function principalOf(
  { memoir }: Service,
  role: Role | null,
  rates: Rates,
  c: Context<Env>,
): Promise<Principal> {
  if (role === null) return NOBODY;
  const key = keyOf(c.req.raw);
  let principal: Principal;
  const seen = key === undefined ? undefined : rates.known.look(key);
  if (seen?.isKnown === false) rates.looks.take(addressOf(c));
  try {
    principal = await identify(memoir, key);
  } catch (error) {
    if (key !== undefined) rates.strangers.take(addressOf(c));
    throw error;
  }
  seen?.wasGood();
  c.set("tenant", principal.tenant);
  c.set("key", principal.keyId);
  rates.keys?.take(principal.keyId);
  checkRole(principal, role);
  return narrowed(principal, c.req.raw);
}

/** Behind a proxy it is the proxy's: what that says in a header, anybody can say. */
function addressOf(c: Context<Env>): string {
  return c.env?.incoming?.socket.remoteAddress ?? "";
}

function respond(c: Context<Env>, { spec }: Route, value: unknown): Response {
  if (value instanceof Response) return ownAnswer(c, value);
  const { status, headers, value: body } = value instanceof Reply ? value : reply(value);
  return jsonAnswer(c, wireJson(body), status ?? spec.status ?? 200, headers);
}

function failed({ log }: Service, error: unknown, c: Context<Env>): Response {
  const { status, headers, body } = errorAnswer(error, c.get("id"));
  if (status >= 500) log({ level: "error", event: "failed", request: c.get("id"), cause: causeOf(error) });
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
  c.req.raw = limited(c.req.raw, most);
}

const LONGEST_PATH = 200;

/** The error for a request without a route: the path takes other methods, or does not exist. */
function nowhere(
  places: readonly Pick<Route["spec"], "method" | "path">[],
): (context: Context) => MemoirError {
  const known = places.map(({ method, path }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));
  return ({ req }) => {
    const path = req.path.slice(0, LONGEST_PATH);
    const methods = known.filter(({ pattern }) => pattern.test(req.path)).map(({ method }) => method);
    if (methods.length === 0) {
      return new MemoirError(
        "not_found",
        `There is no ${req.method} ${path} here. GET /docs lists what there is.`,
      );
    }
    if (methods.includes("GET")) methods.push("HEAD");
    const allow = [...new Set(methods)].sort().join(", ");
    return new Refusal(405, "not_found", `There is no ${req.method} ${path} here; it takes ${allow}.`, {
      headers: { Allow: allow },
    });
  };
}
