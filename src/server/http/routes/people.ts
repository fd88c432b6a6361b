import { z } from "@hono/zod-openapi";
import {
  name,
  namedObject,
  optional,
  pageSchema,
  paging,
  scopeBody,
  scopeQuery,
} from "../../../api/calls/schemas/common.ts";
import { MemorySchema } from "../../../api/calls/schemas/memory.ts";
import { DegradedSchema } from "../../../api/calls/schemas/recall.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { LIMITS } from "../../../domain/text.ts";
import { MemoirError } from "../../../index.ts";
import { authorizedGroup, checkKeyAgent, optionsOf } from "../own-scope.ts";
import { pageOfAll } from "../page-of-all.ts";
import { type Route, routesAbout } from "../route.ts";

const digests = routesAbout("Digests", "read");
const commands = routesAbout("Commands", "write");
const identities = routesAbout("Identities", "operator");

const part = z.string().nullable();
export const DigestDaySchema = namedObject("DigestDay", {
  day: z.string(),
  person: z.string(),
  name: z.string(),
  text: z.string(),
  method: z.enum(["model", "extract"]),
  model: z.string().nullable(),
});
const MAX_PEOPLE = 1_000;
const MAX_NAMES = 100;

/** Contexts of people, and their commands to the bot. */
export const personRoutes: readonly Route[] = [
  digests.post("/api/ltm/digest/context", {
    summary: "A summary of one person: lasting facts, the current day, and the six days before.",
    description:
      "It answers within its deadline with the best there is, and never fails for want of a model. `text` is null when nothing is known. A key that is bound to categories has no digests.",
    body: z.strictObject({
      ...scopeBody,
      person: optional(name, "An account id. Default: the user of a user's scope."),
      deadlineMs: optional(z.int(), "Milliseconds to wait for models."),
    }),
    answer: z.object({
      person: z.string(),
      name: z.string(),
      text: part,
      source: z.enum(["merged", "facts", "today", "history", "joined", "last_good", "nothing"]),
      parts: z.object({ facts: part, today: part, history: part }),
      degraded: DegradedSchema.nullable(),
      prompt: z.string(),
    }),
    run: async ({ service, principal, body: { person, ...rest }, signal }) => {
      const { digest } = authorizedGroup(service, principal, rest);
      const { toPrompt, injectInto: _, ...found } = await digest.context(person, optionsOf(rest, signal));
      return { ...found, prompt: toPrompt() };
    },
  }),

  digests.get("/api/ltm/digest/days", {
    summary: "Stored summaries of past days, newest first.",
    description:
      "Of one person, or of everybody who spoke. No model is called. A key that is bound to categories has no digests.",
    query: z.strictObject({
      ...scopeQuery,
      person: optional(name, "An account id. Default: everybody."),
      limit: paging.limit.describe("Days. Default: 30."),
    }),
    answer: z.object({
      items: z.array(DigestDaySchema),
    }),
    run: async ({ service, principal, query: { person, ...rest }, signal }) => ({
      items: await authorizedGroup(service, principal, rest).digest.days(person, optionsOf(rest, signal)),
    }),
  }),

  commands.post("/api/ltm/commands", {
    summary: "Do what a chat message tells the bot to do with its memory: remember, forget, or tell.",
    description:
      "`outcome` is `none` when the message holds no command. `unresolved` is a name that nobody known here goes by: look it up on the platform, and send the message again with `people`. `say` is a sentence for the bot.",
    body: z.strictObject({
      ...scopeBody,
      message: z.strictObject({
        text: z.string().max(LIMITS.eventText),
        author: name.optional(),
        authorName: name.optional(),
        id: name.optional(),
        session: name.optional(),
        platform: name.optional(),
        people: z
          .array(z.strictObject({ id: name, names: z.array(name).max(MAX_NAMES) }))
          .max(MAX_PEOPLE)
          .optional(),
        addressed: z.boolean().optional(),
      }),
    }),
    twice: "harmful",
    answer: z.object({
      command: z.enum(["remember", "forget", "ask"]).nullable(),
      outcome: z.enum([
        "none",
        "remembered",
        "waits",
        "forgotten",
        "not_found",
        "told",
        "unresolved",
        "ambiguous",
        "refused",
      ]),
      person: z.object({ id: z.string(), name: z.string() }).nullable(),
      unresolved: z.string().nullable(),
      memories: z.array(MemorySchema),
      say: z.string().nullable(),
    }),
    run: async ({ service, principal, body, signal }) =>
      authorizedGroup(service, principal, body).commands.handle(withoutUndefined(body.message), { signal }),
  }),
];

const IdentitySchema = namedObject("Identity", {
  account: z.string(),
  person: z.string(),
  name: z.string().nullable(),
});

const IDENTITIES = "/api/ltm/identities";

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
      const { agent: wanted, ...origin } = body;
      const agent = checkKeyAgent(principal, wanted);
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
    run: async ({ ownScope, ownTenant, service, principal, body: { accounts, scope: wanted } }) => {
      if (wanted === undefined) ownTenant();
      const scope = wanted === undefined ? undefined : ownScope({ scope: wanted }).scope;
      const found = await service.memoir.names(
        accounts,
        withoutUndefined({ tenant: principal.tenant, scope }),
      );
      return { names: [...found] };
    },
  }),

  identities.get(IDENTITIES, {
    summary: "Platform accounts and the persons behind them.",
    query: z.strictObject(paging),
    answer: pageSchema(IdentitySchema),
    run: async ({ ownTenant, query }) => pageOfAll(await ownTenant().identities.list(), query),
  }),

  identities.put(IDENTITIES, {
    summary: "Map an account to a person, with the name to use in prompts.",
    body: z.strictObject({ account: name.describe("`discord:123`"), person: name, name: name.optional() }),
    answer: IdentitySchema,
    run: async ({ ownTenant, body }) => {
      await ownTenant().identities.set(withoutUndefined(body));
      return { ...body, name: body.name ?? null };
    },
  }),

  identities.delete(IDENTITIES, {
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
