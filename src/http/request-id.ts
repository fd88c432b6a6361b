import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Env } from "./env.ts";

const OURS = /^[\w.:-]{1,64}$/;

/** Each request has an id: the caller's own where it is a plain one, so that logs of both sides meet. */
export const requestId: MiddlewareHandler<Env> = async (c, next) => {
  const given = c.req.header("x-request-id");
  const id = given !== undefined && OURS.test(given) ? given : randomUUID();
  c.set("id", id);
  c.header("X-Request-Id", id);
  c.header("Cache-Control", "no-store");
  await next();
};
