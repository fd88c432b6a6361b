import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Hit } from "../../index.ts";
import { STYLE_HASH } from "./pages.ts";
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
export function protocolAnswer(c: Context<Env>, response: Response): Response {
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

/**
 * Hits as JSON writes them, for less: a third of what they cost there are their dates, and most dates of one memory are
 * one and the same moment.
 */
export function wireHits(hits: readonly Hit[]): object[] {
  const iso = isoOnce();
  return hits.map((hit) => {
    if (hit.kind !== "memory") return hit;
    const { memory } = hit;
    return {
      ...hit,
      evidence: hit.evidence.map((one) => ({ ...one, at: iso(one.at) })),
      memory: {
        ...memory,
        strengthAt: iso(memory.strengthAt),
        createdAt: iso(memory.createdAt),
        updatedAt: iso(memory.updatedAt),
        confirmedAt: iso(memory.confirmedAt),
        lastActivated: iso(memory.lastActivated),
      },
    };
  });
}

/** The fields of a hit that most callers use: a third of the bytes, without the parts of its score. */
export function lightHits(hits: readonly Hit[]): object[] {
  const iso = isoOnce();
  return hits.map((hit) => {
    const { kind, id, text, score, core } = hit;
    if (hit.kind === "event") {
      const { role, actor, session, at } = hit.event;
      const later = hit.later === null ? null : { text: hit.later.text, at: iso(hit.later.event.at) };
      return { kind, id, text, score, core, role, actor, session, at: iso(at), later };
    }
    const { type, category, tags, subject, confidence, createdAt, updatedAt } =
      hit.kind === "memory" ? hit.memory : hit.entry;
    const about = { type, category, tags, subject, confidence };
    return { kind, id, text, score, core, ...about, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
  });
}

/** Writes a moment that it has just written no second time. */
function isoOnce(): (date: Date) => string {
  let moment = Number.NaN;
  let text = "";
  return (date) => {
    const ms = date.getTime();
    if (ms !== moment) {
      moment = ms;
      text = date.toISOString();
    }
    return text;
  };
}

/** Stands in the JSON of every memory that waits for a person; in a text the quotes would be escaped. */
const PENDING = '"status":"pending"';

/**
 * An answer as JSON. A memory that waits for a person is `shadow` with `needs_approval`: the statuses of `/api/ltm` have no
 * other name for it. Hardly any answer holds one, and looking through the text costs less than through the value.
 */
export function wireJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(PENDING) ? JSON.stringify(withNeedsApproval(value)) : text;
}

function withNeedsApproval(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNeedsApproval);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if ("shortId" in value && "status" in value) {
    return value.status === "pending" ? { ...value, status: "shadow", needs_approval: true } : value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withNeedsApproval(inner)]));
}
