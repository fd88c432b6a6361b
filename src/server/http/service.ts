import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";
import type { MemoirEngine, Settings } from "../../index.ts";
import type { Metrics } from "./metrics.ts";

/** The context that all routes share. */
export interface Service {
  readonly memoir: MemoirEngine;
  /** Of this package. */
  readonly version: string;
  readonly settings: Settings["server"];
  readonly metrics: Metrics;
  readonly log: Log;
  /** Aborts when the server stops; a stream that never ends by itself ends then. */
  readonly stopping: AbortSignal;
}

/** One line of the log. It never holds what was remembered, said or asked. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Where the log goes; the command line prints it. */
export type Log = (entry: LogEntry) => void;

/** The variables of a request. `incoming` is missing where the app is called without a server. */
export interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: { id: string; route: string; tenant: string | null; key: string | null };
}

const HEADERS = {
  get: (headers: Headers, name: string): string | undefined => headers.get(name) ?? undefined,
  keys: (headers: Headers): string[] => [...headers.keys()],
};

/** One span a request, below the caller's own, through whatever the host has registered; nothing by default. */
export const traced: MiddlewareHandler<Env> = (c, next) => {
  const { method } = c.req;
  const caller = propagation.extract(context.active(), c.req.raw.headers, HEADERS);
  const attributes = { "http.request.method": method };
  const options = { kind: SpanKind.SERVER, attributes };
  // Asked for each time: the host may register another provider.
  return trace.getTracer("memoir").startActiveSpan(method, options, caller, async (span) => {
    try {
      await next();
      const route = c.get("route");
      if (route !== undefined) {
        span.updateName(`${method} ${route}`);
        span.setAttribute("http.route", route);
      }
      const tenant = c.get("tenant");
      if (tenant !== undefined && tenant !== null) span.setAttribute("memoir.tenant", tenant);
      span.setAttribute("http.response.status_code", c.res.status);
      if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    } finally {
      span.end();
    }
  });
};

const OURS = /^[\w.:-]{1,64}$/;

/** The caller's own id where it is a plain one, so that logs of both sides meet. */
function idOf(requestId: string | undefined): string {
  return requestId !== undefined && OURS.test(requestId) ? requestId : randomUUID();
}

/**
 * Gives each request an id, and counts and logs it once it is answered: the route it took, never the words in it.
 */
export function logRequests({ metrics, log, stopping }: Service): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.set("id", idOf(c.req.header("x-request-id")));
    const begun = performance.now();
    await next();
    // Makes a busy caller release the connection when the server stops.
    if (stopping.aborted) c.header("Connection", "close");
    const took = performance.now() - begun;
    const labels = { route: c.get("route") ?? "none", method: c.req.method, status: String(c.res.status) };
    metrics.count("memoir_http_requests_total", labels);
    metrics.count("memoir_http_request_seconds_total", labels, took / 1_000);
    log({
      level: c.res.status >= 500 ? "error" : "info",
      event: "request",
      request: c.get("id"),
      ...labels,
      status: c.res.status,
      ms: Math.round(took * 10) / 10,
      tenant: c.get("tenant") ?? null,
      key: c.get("key") ?? null,
    });
  };
}
