import { z } from "@hono/zod-openapi";
import { IDENTITIES_CALLS } from "../../../api/calls/people.ts";
import { name, optional } from "../../../api/calls/schemas/common.ts";
import { COMMANDS_CALLS, DIGEST_CALLS } from "../../../api/calls/write.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { MemoirError } from "../../../index.ts";
import { scopeRoutes, tenantRoutes } from "../call-routes.ts";
import { authorizedGroup, checkKeyAgent, optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";

/** Contexts of people, and their commands to the bot. */
export const personRoutes: readonly Route[] = [
  ...Object.values(
    scopeRoutes(DIGEST_CALLS, ({ digest }) => digest, {
      context: async ({ service, principal, body: { person, ...rest }, signal }) => {
        const { digest } = authorizedGroup(service, principal, rest);
        const {
          toPrompt,
          injectInto: _,
          ...contextFields
        } = await digest.context(person, optionsOf(rest, signal));
        return { ...contextFields, prompt: toPrompt() };
      },
      days: async ({ service, principal, query: { person, ...rest }, signal }) => ({
        items: await authorizedGroup(service, principal, rest).digest.days(person, optionsOf(rest, signal)),
      }),
    }),
  ),
  ...Object.values(
    scopeRoutes(COMMANDS_CALLS, ({ commands }) => commands, {
      handle: async ({ service, principal, body, signal }) =>
        authorizedGroup(service, principal, body).commands.handle(withoutUndefined(body.message), { signal }),
    }),
  ),
];

const identities = routesAbout("Identities", "operator");

const MAX_ACCOUNTS = 1_000;

export const identityRoutes: readonly Route[] = [
  identities.post("/api/ltm/scope-for", {
    role: "read",
    summary: "Resolve the scope of a chat message by the identity strategy.",
    description: "`legacy` are scopes that are read along with it. The key must be allowed all of them.",
    body: z.strictObject({
      platform: name,
      userId: optional(name, "The platform's own id of the person."),
      groupId: optional(name, "Given for a message in a group, and only then."),
      umo: optional(name, "AstrBot's unified_msg_origin."),
      agent: optional(name, "The agent whose memory it is, where `identity.scope` says so."),
    }),
    answer: z.object({ scope: z.string(), legacy: z.array(z.string()) }),
    run: async ({ service: { memoir }, principal, body }) => {
      const { agent: requestedAgent, ...origin } = body;
      const agent = checkKeyAgent(principal, requestedAgent);
      const { scope, legacy } = await memoir.scopeFor(withoutUndefined(origin), {
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

  identities.post("/api/ltm/names", {
    role: "read",
    summary: "Current display names for account ids.",
    description:
      "With `scope`, the newest that its messages or the map of persons gave; without, those of the map, for keys that see " +
      "the whole tenant. Unknown ids map to themselves.",
    body: z.strictObject({ accounts: z.array(name).max(MAX_ACCOUNTS), scope: name.optional() }),
    answer: z.object({ names: z.array(z.tuple([z.string(), z.string()])) }),
    run: async ({
      authorizedScope,
      authorizedTenant,
      service,
      principal,
      body: { accounts, scope: requestedScope },
    }) => {
      if (requestedScope === undefined) authorizedTenant();
      const scope =
        requestedScope === undefined ? undefined : authorizedScope({ scope: requestedScope }).scope;
      const nameMap = await service.memoir.names(
        accounts,
        withoutUndefined({ tenant: principal.tenant, scope }),
      );
      return { names: [...nameMap] };
    },
  }),

  ...Object.values(
    tenantRoutes(IDENTITIES_CALLS, ({ identities }) => identities, {
      set: async ({ authorizedTenant, body }) => {
        await authorizedTenant().identities.set(withoutUndefined(body));
        return { ...body, name: body.name ?? null };
      },
      remove: async ({ authorizedTenant, query: { account } }) => {
        if (await authorizedTenant().identities.remove(account)) return { account };
        throw new MemoirError("not_found", `Nobody is known to be behind ${account}.`, {
          details: { account },
        });
      },
    }),
  ),
];
