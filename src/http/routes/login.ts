import { z } from "@hono/zod-openapi";
import { MemoirError } from "../../index.ts";
import { SESSION_COOKIE } from "../identify.ts";
import { openRoute, type Route } from "../route.ts";
import { name } from "../schemas/common.ts";

const login = openRoute(
  {
    method: "get",
    path: "/login",
    tag: "Keys",
    summary: "Exchange a one-time link for a session in the browser.",
    query: z.strictObject({ token: name }),
    answer: z.string(),
    status: 303,
    type: "text/html",
  },
  async ({ service: { memoir }, query: { token } }) => {
    const session = await memoir.redeem(token);
    if (session === null) {
      throw new MemoirError(
        "unauthorized",
        "This link was used already or is too old. Starting the server, or `memoir keys login`, gives a new one.",
      );
    }
    const until = session.expiresAt.toUTCString();
    const cookie = `${SESSION_COOKIE}=${session.key}; Path=/; HttpOnly; SameSite=Strict; Expires=${until}`;
    return new Response(null, { status: 303, headers: { location: "/docs", "set-cookie": cookie } });
  },
);

export const loginRoutes: readonly Route[] = [login];
