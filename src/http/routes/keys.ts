import { z } from "@hono/zod-openapi";
import { ROLES } from "../../domain/api-key.ts";
import { ownTenant } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, when } from "../schemas/body.ts";
import { name, pageOf, paging } from "../schemas/common.ts";
import { KeySchema } from "../schemas/operator.ts";
import { pageOfAll } from "./page-of-all.ts";

const tag = "Keys";
const path = "/api/ltm/keys";

/** The options of a new key. Only operators may call this, and no key has more rights than theirs. */
const grant = {
  role: z.enum(ROLES).optional(),
  scopes: z.array(name).min(1).max(1_000).optional().describe("The only scopes it may touch. Default: all."),
  agent: name.optional().describe("The agent it speaks for. Default: none."),
  categories: z.array(name).min(1).max(1_000).optional().describe("The only categories it may see."),
};

const list = route(
  {
    method: "get",
    path,
    role: "operator",
    tag,
    summary: "The tenant's keys, newest first, including expired and revoked ones; never their secrets.",
    query: z.strictObject(paging),
    answer: pageOf(KeySchema),
  },
  async ({ service, principal, query }) => pageOfAll(await ownTenant(service, principal).keys.list(), query),
);

const create = route(
  {
    method: "post",
    path,
    role: "operator",
    tag,
    summary: "Create a key. Its secret is shown only in this answer.",
    body: z.strictObject({ name, ...grant, expiresAt: when.optional() }),
    answer: KeySchema.extend({ key: z.string() }),
    status: 201,
  },
  async ({ service, principal, body }) =>
    ownTenant(service, principal).keys.create({ ...given(body), actor: principal.name }),
);

const login = route(
  {
    method: "post",
    path: `${path}/login`,
    role: "operator",
    tag,
    summary: "A link that opens this server's pages in a browser, once, within ten minutes.",
    body: z.strictObject({ name: name.optional(), ...grant }),
    answer: KeySchema.extend({ token: z.string(), path: z.string() }),
    status: 201,
  },
  async ({ service, principal, body }) => {
    const made = await ownTenant(service, principal).keys.login({ ...given(body), actor: principal.name });
    // Only a path: by which name the browser reaches this server, it cannot know.
    return { ...made, path: `/login?token=${encodeURIComponent(made.token)}` };
  },
);

const revoke = route(
  {
    method: "delete",
    path: `${path}/{id}`,
    role: "operator",
    tag,
    summary: "Revoke a key, by its id or its name. Every process refuses it within two seconds.",
    params: z.strictObject({ id: name }),
    answer: KeySchema,
  },
  async ({ service, principal, params: { id } }) => ownTenant(service, principal).keys.revoke(id),
);

export const keyRoutes: readonly Route[] = [list, create, login, revoke];
