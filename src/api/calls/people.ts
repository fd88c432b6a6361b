import type { IdentitiesHandle } from "../operator.ts";
import type { PeopleHandle } from "../people.ts";
import { about, type CallTable, PAGE, REASON, SIGNAL } from "./call.ts";

export const PEOPLE = about("People", "operator", {
  preview: {
    http: "POST /api/ltm/people/preview",
    summary: "Say what forgetting a scope, a member or a person would take: counts, and a few examples.",
    args: ["...who"],
    options: { ...SIGNAL, hard: true },
    body: ({ z, personTarget }) => z.strictObject(personTarget),
    answer: ({ z, forgottenCounts, forgottenExamples, forgottenPerson, forgottenScopes }) =>
      z.object({
        tenant: z.string(),
        who: forgottenPerson,
        scopes: forgottenScopes,
        hard: z.boolean(),
        counts: forgottenCounts,
        examples: forgottenExamples,
        filesElsewhere: z
          .array(z.string())
          .describe("MEMORY.md files that are rewritten at their next sync."),
      }),
  },
  forget: {
    http: "POST /api/ltm/people/forget",
    summary:
      "Forget everything of a scope, a member or a person. The answer is the receipt; it holds no erased words.",
    description:
      "Without `hard` it can be restored as a whole for `forget.purgeAfterDays`. The same request goes on with one that was interrupted.",
    args: ["...who"],
    options: { ...REASON, hard: true, actor: true },
    body: ({ z, personTarget, reasonSchema }) => z.strictObject({ ...personTarget, reason: reasonSchema }),
    answer: ({ PersonReceiptSchema }) => PersonReceiptSchema,
    twice: "harmless",
  },
  receipts: {
    http: "GET /api/ltm/people/receipts",
    summary: "Receipts of forgotten people, newest first.",
    options: PAGE,
    query: ({ z, paging }) => z.strictObject(paging),
    answer: ({ pageSchema, PersonReceiptSchema }) => pageSchema(PersonReceiptSchema),
    gives: "page",
  },
  restore: {
    http: "POST /api/ltm/people/receipts/{id}/restore",
    summary:
      "Take a forgetting back, in all its scopes. Memories that were changed since are left as they are.",
    args: ["id"],
    options: { ...REASON, actor: true },
    body: ({ z, reasonSchema }) => z.strictObject({ reason: reasonSchema }),
    answer: ({ PersonReceiptSchema }) => PersonReceiptSchema,
    twice: "harmful",
  },
} satisfies CallTable<PeopleHandle>);

export const IDENTITIES = about("Identities", "operator", {
  list: {
    http: "GET /api/ltm/identities",
    summary: "Platform accounts and the persons behind them.",
    query: ({ z, paging }) => z.strictObject(paging),
    answer: ({ IdentitySchema, pageSchema }) => pageSchema(IdentitySchema),
    gives: "all",
  },
  set: {
    http: "PUT /api/ltm/identities",
    summary: "Map an account to a person, with the name to use in prompts.",
    options: { account: true, person: true, name: true },
    body: ({ z, name }) =>
      z.strictObject({ account: name.describe("`discord:123`"), person: name, name: name.optional() }),
    answer: ({ IdentitySchema }) => IdentitySchema,
    gives: "nothing",
  },
  remove: {
    http: "DELETE /api/ltm/identities",
    summary: "Remove the mapping of an account.",
    args: ["account"],
    query: ({ z, name }) => z.strictObject({ account: name }),
    answer: ({ z }) => z.object({ account: z.string() }),
    nullFor: ["not_found"],
    gives: "whether",
  },
} satisfies CallTable<IdentitiesHandle>);
