import { z } from "@hono/zod-openapi";
import {
  byId,
  momentSchema,
  name,
  namedObject,
  optional,
  pageSchema,
  paging,
  reasonSchema,
} from "../../../api/calls/schemas/common.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { invalidArgument } from "../../../domain/errors.ts";
import { FORGETTING_STATUSES, FORGOTTEN_KINDS } from "../../../domain/forgotten.ts";
import type { PersonTarget } from "../../../index.ts";
import { type Route, routesAbout } from "../route.ts";

const { get, post } = routesAbout("People", "operator");

const counts = z
  .partialRecord(z.enum(FORGOTTEN_KINDS), z.int())
  .describe("How much of each kind; kinds that are not there count 0.");

const who = z.object({
  scope: z.string().optional(),
  member: z.string().optional(),
  person: z.string().optional(),
});

const scopes = z.array(
  z.object({
    scope: z.string(),
    accounts: z.array(z.string()).nullable().describe("Whose part of the scope; `null`: the whole scope."),
  }),
);

const ReceiptSchema = namedObject("PersonReceipt", {
  id: z.string(),
  tenant: z.string(),
  who,
  scopes,
  hard: z.boolean(),
  status: z.enum(FORGETTING_STATUSES),
  counts,
  actor: z.string(),
  reason: z.string(),
  begunAt: momentSchema,
  endedAt: momentSchema.nullable(),
  restorableUntil: momentSchema.nullable().describe("`null` after a hard one."),
});

const target = {
  scope: optional(name, "Everything of this scope: `user:alice`, `group:discord/42`."),
  member: optional(name, "With `scope`: only what is this account's."),
  person: optional(name, "A person in all scopes, by the map of persons or by an account."),
  hard: optional(z.boolean(), "Erase for good. Default: false, restorable for a while."),
};

const PATH = "/api/ltm/people";

export const forgetPersonRoutes: readonly Route[] = [
  post(`${PATH}/preview`, {
    summary: "Say what forgetting a scope, a member or a person would take: counts, and a few examples.",
    body: z.strictObject(target),
    answer: z.object({
      ...{ tenant: z.string(), who, scopes, hard: z.boolean(), counts },
      examples: z.partialRecord(z.enum(FORGOTTEN_KINDS), z.array(z.string())),
      filesElsewhere: z.array(z.string()).describe("MEMORY.md files that are rewritten at their next sync."),
    }),
    run: async ({ ownTenant, body, signal }) => {
      const { hard } = body;
      return ownTenant().people.preview(targetOf(body), withoutUndefined({ hard, signal }));
    },
  }),

  post(`${PATH}/forget`, {
    summary:
      "Forget everything of a scope, a member or a person. The answer is the receipt; it holds no erased words.",
    description:
      "Without `hard` it can be restored as a whole for `forget.purgeAfterDays`. The same request goes on with one that was interrupted.",
    body: z.strictObject({ ...target, reason: reasonSchema }),
    twice: "harmless",
    answer: ReceiptSchema,
    run: async ({ ownTenant, principal, body, signal }) => {
      const { hard, reason: why } = body;
      const options = withoutUndefined({ hard, reason: why, signal });
      return ownTenant().people.forget(targetOf(body), { ...options, actor: principal.name });
    },
  }),

  get(`${PATH}/receipts`, {
    summary: "Receipts of forgotten people, newest first.",
    query: z.strictObject(paging),
    answer: pageSchema(ReceiptSchema),
    run: async ({ ownTenant, query }) => ownTenant().people.receipts(withoutUndefined(query)),
  }),

  post(`${PATH}/receipts/{id}/restore`, {
    summary:
      "Take a forgetting back, in all its scopes. Memories that were changed since are left as they are.",
    params: byId,
    body: z.strictObject({ reason: reasonSchema }),
    twice: "harmful",
    answer: ReceiptSchema,
    run: async ({ ownTenant, principal, params, body, signal }) =>
      ownTenant().people.restore(params.id, {
        ...withoutUndefined({ reason: body.reason, signal }),
        actor: principal.name,
      }),
  }),
];

/** Exactly one way to say it, so that nobody is forgotten who was not meant. */
function targetOf({
  scope,
  member,
  person,
}: {
  scope?: string | undefined;
  member?: string | undefined;
  person?: string | undefined;
}): PersonTarget {
  if ((scope === undefined) === (person === undefined))
    throw invalidArgument("Say whom to forget: by `scope`, with or without `member`, or by `person`.");
  if (person !== undefined) {
    if (member !== undefined) throw invalidArgument("`member` goes with `scope`.");
    return { person };
  }
  return withoutUndefined({ scope: scope!, member });
}
