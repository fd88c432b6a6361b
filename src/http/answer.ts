import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { STYLE_HASH } from "./api-page.ts";
import type { Env } from "./service.ts";

/** On every answer: no framing, caching or content sniffing; pages may load only the server's own files. */
const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'self' ${STYLE_HASH}`,
    "script-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  // No Strict-Transport-Security: the server speaks plain HTTP; a proxy with TLS sets it.
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
};

/**
 * An answer in JSON. The headers are one plain object, which goes to the socket as it is: set one by one on a `Headers`,
 * they cost more than all checks of a request.
 */
export function jsonAnswer(
  c: Context<Env>,
  json: string,
  status: ContentfulStatusCode,
  more: Readonly<Record<string, string>>,
): Response {
  const headers: Record<string, string> = {
    ...HEADERS,
    "content-type": "application/json",
    "x-request-id": c.get("id"),
  };
  for (const name in more) headers[name.toLowerCase()] = more[name]!;
  return new Response(json, { status, headers });
}

/** A response that a route made itself. */
export function ownAnswer(c: Context<Env>, response: Response): Response {
  for (const name in HEADERS) response.headers.set(name, HEADERS[name]!);
  response.headers.set("x-request-id", c.get("id"));
  return response;
}

/** For pages, which Hono answers; a page may say otherwise how long it is kept. */
export const pageHeaders: MiddlewareHandler<Env> = async (c, next) => {
  for (const name in HEADERS) c.header(name, HEADERS[name]);
  c.header("x-request-id", c.get("id"));
  await next();
};
