import { z } from "@hono/zod-openapi";
import { openRoute, type Route, reply } from "../route.ts";

const tag = "Health";

/** The process answers. */
const health = openRoute(
  {
    method: "get",
    path: "/health",
    tag,
    summary: "The process is alive.",
    answer: z.object({ status: z.literal("ok") }),
  },
  async () => ({ status: "ok" }),
);

/** It can do its work: a balancer sends nothing to a server that is stopping or has lost its database. */
const ready = openRoute(
  {
    method: "get",
    path: "/ready",
    tag,
    summary: "The database answers and the server is not stopping.",
    answer: z.object({ status: z.enum(["ready", "stopping", "database"]) }),
  },
  async ({ service: { memoir, stopping } }) => {
    if (stopping.aborted) return reply({ status: "stopping" }, { status: 503 });
    try {
      // The least that asks the database: anybody may come here, as often as they like.
      await memoir.operator().readOnly();
      return { status: "ready" };
    } catch {
      return reply({ status: "database" }, { status: 503 });
    }
  },
);

export const healthRoutes: readonly Route[] = [health, ready];
