import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { MemoirError } from "../../index.ts";
import { checkAgent } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { name, pageOf, pageOfAll, paging } from "../schemas/common.ts";

const { delete: remove, get, post, put } = routesAbout("Identities", "operator");

const IdentitySchema = z
  .object({ account: z.string(), person: z.string(), name: z.string().nullable() })
  .openapi("Identity");

const path = "/api/ltm/identities";

const MOST_ACCOUNTS = 1_000;

export const identityRoutes: readonly Route[] = [
  post("/api/ltm/scope-for", {
    role: "read",
    summary: "Resolve the scope of a chat message by the identity strategy.",
    description: "`legacy` are scopes that are read along with it. The key must be allowed all of them.",
    body: z.strictObject({
      platform: name,
      userId: name.optional().describe("The platform's own id of the person."),
      groupId: name.optional().describe("Given for a message in a group, and only then."),
      umo: name.optional().describe("AstrBot's unified_msg_origin."),
      agent: name.optional().describe("The agent whose memory it is, where `identity.scope` says so."),
    }),
    answer: z.object({ scope: z.string(), legacy: z.array(z.string()) }),
    run: async ({ service: { memoir }, principal, body }) => {
      const { agent: wanted, ...origin } = body;
      const agent = checkAgent(principal, wanted);
      const { scope, legacy } = await memoir.scopeFor(given(origin), {
        tenant: principal.tenant,
        ...(agent === null ? {} : { agent }),
      });
      // The person behind an account is not for this key.
      if ([scope, ...legacy].some((one) => principal.scopes?.includes(one) === false)) {
        throw new MemoirError(
          "not_allowed",
          "This key may not use the scope that such a message belongs to.",
        );
      }
      return { scope, legacy };
    },
  }),

  post("/api/ltm/names", {
    role: "read",
    summary: "Current display names for account ids.",
    description:
      "With `scope`, the newest that its messages or the map of persons gave; without, those of the map, for keys that see " +
      "the whole tenant. Unknown ids map to themselves.",
    body: z.strictObject({ accounts: z.array(name).max(MOST_ACCOUNTS), scope: name.optional() }),
    answer: z.object({ names: z.array(z.tuple([z.string(), z.string()])) }),
    run: async ({ ownScope, ownTenant, service, principal, body: { accounts, scope: wanted } }) => {
      if (wanted === undefined) ownTenant();
      const scope = wanted === undefined ? undefined : ownScope({ scope: wanted }).scope;
      const found = await service.memoir.names(accounts, given({ tenant: principal.tenant, scope }));
      return { names: [...found] };
    },
  }),

  get(path, {
    summary: "Platform accounts and the persons behind them.",
    query: z.strictObject(paging),
    answer: pageOf(IdentitySchema),
    run: async ({ ownTenant, query }) => pageOfAll(await ownTenant().identities.list(), query),
  }),

  put(path, {
    summary: "Map an account to a person, with the name to use in prompts.",
    body: z.strictObject({
      account: name.describe("`discord:123`"),
      person: name,
      name: name.optional(),
    }),
    answer: IdentitySchema,
    run: async ({ ownTenant, body }) => {
      await ownTenant().identities.set(given(body));
      return { ...body, name: body.name ?? null };
    },
  }),

  remove(path, {
    summary: "Remove the mapping of an account.",
    query: z.strictObject({ account: name }),
    answer: z.object({ account: z.string() }),
    run: async ({ ownTenant, query: { account } }) => {
      if (await ownTenant().identities.remove(account)) return { account };
      throw new MemoirError("not_found", `Nobody is known to be behind ${account}.`, {
        details: { account },
      });
    },
  }),
];
