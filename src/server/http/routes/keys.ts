import { z } from "@hono/zod-openapi";
import {
  byId,
  momentSchema,
  name,
  namedObject,
  optional,
  pageSchema,
  paging,
  when,
} from "../../../api/calls/schemas/common.ts";
import { ROLES } from "../../../domain/api-key.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { MemoirError } from "../../../index.ts";
import { sessionCookie, sessionIn } from "../identify.ts";
import { pageOfAll } from "../page-of-all.ts";
import { type Route, reply, routesAbout } from "../route.ts";

const { delete: remove, get, post } = routesAbout("Keys", "operator");

const KeySchema = namedObject("Key", {
  id: z.string(),
  name: z.string(),
  kind: z.enum(["key", "login", "session"]),
  status: z.enum(["active", "expired", "revoked"]),
  role: z.enum(ROLES),
  scopes: z.array(z.string()).nullable(),
  agent: z.string().nullable(),
  categories: z.array(z.string()).nullable(),
  createdAt: momentSchema,
  createdBy: z.string(),
  expiresAt: momentSchema.nullable(),
  revokedAt: momentSchema.nullable(),
  lastUsedAt: momentSchema.nullable(),
});

const path = "/api/ltm/keys";

/** The options of a new key. Only operators may call this, and no key has more rights than theirs. */
const grant = {
  role: z.enum(ROLES).optional(),
  scopes: optional(z.array(name).min(1).max(1_000), "The only scopes it may touch. Default: all."),
  agent: optional(name, "The agent it speaks for. Default: none."),
  categories: optional(z.array(name).min(1).max(1_000), "The only categories it may see."),
};

export const keyRoutes: readonly Route[] = [
  get(path, {
    summary: "The tenant's keys, newest first, including expired and revoked ones; never their secrets.",
    query: z.strictObject(paging),
    answer: pageSchema(KeySchema),
    run: async ({ ownTenant, query }) => pageOfAll(await ownTenant().keys.list(), query),
  }),

  post(path, {
    summary: "Create a key. Its secret is shown only in this answer.",
    body: z.strictObject({ name, ...grant, expiresAt: when.optional() }),
    answer: KeySchema.extend({ key: z.string() }),
    status: 201,
    run: async ({ ownTenant, principal, body }) =>
      ownTenant().keys.create({ ...withoutUndefined(body), actor: principal.name }),
  }),

  post(`${path}/login`, {
    summary: "A link that opens this server's pages in a browser, once, within ten minutes.",
    body: z.strictObject({ name: name.optional(), ...grant }),
    answer: KeySchema.extend({ token: z.string(), path: z.string() }),
    status: 201,
    run: async ({ ownTenant, principal, body }) => {
      const made = await ownTenant().keys.login({ ...withoutUndefined(body), actor: principal.name });
      // Only a path: by which name the browser reaches this server, it cannot know.
      return { ...made, path: `/login?token=${encodeURIComponent(made.token)}` };
    },
  }),

  remove(`${path}/{id}`, {
    summary: "Revoke a key, by its id or its name. Every process refuses it within two seconds.",
    params: byId,
    answer: KeySchema,
    run: async ({ ownTenant, params: { id } }) => ownTenant().keys.revoke(id),
  }),
];

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
      const own = (await keys.list()).find(({ id }) => id === principal.keyId);
      if (own?.kind === "session") await keys.revoke(own.id);
      return reply({ session: "ended" }, { headers });
    },
  }),
];
