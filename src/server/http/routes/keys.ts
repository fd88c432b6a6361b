import { z } from "@hono/zod-openapi";
import { KEYS_CALLS } from "../../../api/calls/keys.ts";
import { name } from "../../../api/calls/schemas/common.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { MemoirError } from "../../../index.ts";
import { tenantRoutes } from "../call-routes.ts";
import { sessionCookie, sessionIn } from "../identify.ts";
import { type Route, reply, routesAbout } from "../route.ts";

/** Only operators may make keys, and no key has more rights than theirs. */
export const keyRoutes: readonly Route[] = Object.values(
  tenantRoutes(KEYS_CALLS, ({ keys }) => keys, {
    login: async ({ authorizedTenant, principal, body }) => {
      const login = await authorizedTenant().keys.login({ ...withoutUndefined(body), actor: principal.name });
      // Only a path: by which name the browser reaches this server, it cannot know.
      return { ...login, path: `/login?token=${encodeURIComponent(login.token)}` };
    },
  }),
);

const session = routesAbout("Keys", null);

export const loginRoutes: readonly Route[] = [
  session.get("/login", {
    summary: "Exchange a one-time link for a session in the browser.",
    looksUp: true,
    query: z.strictObject({ token: name }),
    answer: z.string(),
    status: 303,
    type: "text/html",
    run: async ({ service: { memoir, settings }, query: { token }, request }) => {
      // Programs that look where a link leads ask so; it must not cost the one time it works.
      if (request.method === "HEAD") return new Response(null);
      const session = await memoir.redeem(token);
      if (session === null && request.headers.get("accept")?.includes("text/html") === true) {
        // Whoever clicks it twice is signed in by now; everybody else is told on the page.
        return reply("", { status: 303, headers: { location: "/#/link-used" }, opensNothing: true });
      }
      if (session === null) {
        throw new MemoirError(
          "unauthorized",
          "This link was used already or is too old. Each start of the server, and POST /api/ltm/keys/login, gives a new one.",
        );
      }
      const cookie = sessionCookie(session.key, session.expiresAt, settings.https);
      return new Response(null, { status: 303, headers: { location: "/", "set-cookie": cookie } });
    },
  }),

  session.post("/logout", {
    summary: "End the session of this browser, here and on the server.",
    looksUp: true,
    answer: z.object({ session: z.enum(["ended", "none"]) }),
    run: async ({ service: { memoir, settings }, request }) => {
      const key = sessionIn(request.headers);
      const principal = key === undefined ? null : await memoir.authenticate(key);
      const headers = { "Set-Cookie": sessionCookie("", new Date(0), settings.https) };
      if (principal === null) {
        return reply({ session: "none" }, { headers, opensNothing: key !== undefined });
      }
      const { keys } = memoir.operator(principal.tenant);
      // A key that somebody put there by hand is not this session's to end.
      const ownKey = (await keys.list()).find(({ id }) => id === principal.keyId);
      if (ownKey?.kind === "session") await keys.revoke(ownKey.id);
      return reply({ session: "ended" }, { headers });
    },
  }),
];
