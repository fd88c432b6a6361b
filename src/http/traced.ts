import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";

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
