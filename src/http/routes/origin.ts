import { z } from "@hono/zod-openapi";
import { MemoirError } from "../../index.ts";
import { checkAgent, ownScope, ownTenant } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import { name } from "../schemas/common.ts";

const tag = "Identities";
const MOST_ACCOUNTS = 1_000;

const scopeFor = route(
  {
    method: "post",
    path: "/api/ltm/scope-for",
    role: "read",
    tag,
    summary: "Resolve the scope of a chat message by the identity strategy.",
    description: "`legacy` are scopes that are read along with it. The key must be allowed all of them.",
    body: z.strictObject({
      platform: name,
      userId: name.optional().describe("The platform's own id of the person."),
      groupId: name.optional().describe("Given for a message in a group, and only then."),
      umo: name.optional().describe("AstrBot's unified_msg_origin."),
      agent: name.optional().describe("Whose memory it is, where that is an agent's (`identity.scope`)."),
    }),
    answer: z.object({ scope: z.string(), legacy: z.array(z.string()) }),
  },
  async ({ service: { memoir }, principal, body }) => {
    const { agent: wanted, ...origin } = body;
    const agent = checkAgent(principal, wanted);
    const { scope, legacy } = await memoir.scopeFor(given(origin), {
      tenant: principal.tenant,
      ...(agent === null ? {} : { agent }),
    });
    // The person behind an account is not for this key.
    if ([scope, ...legacy].some((one) => principal.scopes?.includes(one) === false)) {
      throw new MemoirError("not_allowed", "This key may not use the scope that such a message belongs to.");
    }
    return { scope, legacy };
  },
);

const names = route(
  {
    method: "post",
    path: "/api/ltm/names",
    role: "read",
    tag,
    summary: "Current display names for account ids.",
    description:
      "With `scope`, the newest that its messages or the map of persons gave; without, those of the map, for keys that see " +
      "the whole tenant. Unknown ids map to themselves.",
    body: z.strictObject({ accounts: z.array(name).max(MOST_ACCOUNTS), scope: name.optional() }),
    answer: z.object({ names: z.array(z.tuple([z.string(), z.string()])) }),
  },
  async ({ service, principal, body: { accounts, scope: wanted } }) => {
    if (wanted === undefined) ownTenant(service, principal);
    const scope = wanted === undefined ? undefined : ownScope(service, principal, { scope: wanted }).scope;
    const found = await service.memoir.names(accounts, given({ tenant: principal.tenant, scope }));
    return { names: [...found] };
  },
);

export const originRoutes: readonly Route[] = [scopeFor, names];
