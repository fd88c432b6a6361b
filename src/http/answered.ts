import type { MiddlewareHandler } from "hono";
import type { Service } from "./call.ts";
import type { Env } from "./env.ts";

/** Counts and logs every request once it is answered: the route it took, never the words in it. */
export function answered({ metrics, log, stopping }: Service): MiddlewareHandler<Env> {
  return async (c, next) => {
    const begun = performance.now();
    await next();
    // So that a busy caller lets go of a server that stops.
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
