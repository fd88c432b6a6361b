import { z } from "@hono/zod-openapi";
import { MemoirError } from "../../index.ts";
import { ownTenant } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import { name, pageOf, paging } from "../schemas/common.ts";
import { IdentitySchema } from "../schemas/operator.ts";
import { pageOfAll } from "./page-of-all.ts";

const tag = "Identities";
const path = "/api/ltm/identities";

const list = route(
  {
    method: "get",
    path,
    role: "operator",
    tag,
    summary: "Platform accounts and the persons behind them.",
    query: z.strictObject(paging),
    answer: pageOf(IdentitySchema),
  },
  async ({ service, principal, query }) =>
    pageOfAll(await ownTenant(service, principal).identities.list(), query),
);

const set = route(
  {
    method: "put",
    path,
    role: "operator",
    tag,
    summary: "Map an account to a person, with the name to use in prompts.",
    body: z.strictObject({
      account: name.describe("`discord:123`"),
      person: name,
      name: name.optional(),
    }),
    answer: IdentitySchema,
  },
  async ({ service, principal, body }) => {
    await ownTenant(service, principal).identities.set(given(body));
    return { ...body, name: body.name ?? null };
  },
);

const remove = route(
  {
    method: "delete",
    path,
    role: "operator",
    tag,
    summary: "Remove the mapping of an account.",
    query: z.strictObject({ account: name }),
    answer: z.object({ account: z.string() }),
  },
  async ({ service, principal, query: { account } }) => {
    if (await ownTenant(service, principal).identities.remove(account)) return { account };
    throw new MemoirError("not_found", `Nobody is known to be behind ${account}.`, { details: { account } });
  },
);

export const identityRoutes: readonly Route[] = [list, set, remove];
