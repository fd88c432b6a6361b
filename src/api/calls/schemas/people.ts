import { z } from "@hono/zod-openapi";
import { FORGETTING_STATUSES, FORGOTTEN_KINDS } from "../../../domain/forgotten.ts";
import { momentSchema, name, namedObject, optional } from "./common.ts";

export const forgottenCounts = z
  .partialRecord(z.enum(FORGOTTEN_KINDS), z.int())
  .describe("How much of each kind; kinds that are not there count 0.");

export const forgottenPerson = z.object({
  scope: z.string().optional(),
  member: z.string().optional(),
  person: z.string().optional(),
});

export const forgottenScopes = z.array(
  z.object({
    scope: z.string(),
    accounts: z.array(z.string()).nullable().describe("Whose part of the scope; `null`: the whole scope."),
  }),
);

export const PersonReceiptSchema = namedObject("PersonReceipt", {
  id: z.string(),
  tenant: z.string(),
  who: forgottenPerson,
  scopes: forgottenScopes,
  hard: z.boolean(),
  status: z.enum(FORGETTING_STATUSES),
  counts: forgottenCounts,
  actor: z.string(),
  reason: z.string(),
  begunAt: momentSchema,
  endedAt: momentSchema.nullable(),
  restorableUntil: momentSchema.nullable().describe("`null` after a hard one."),
});

export const personTarget = {
  scope: optional(name, "Everything of this scope: `user:alice`, `group:discord/42`."),
  member: optional(name, "With `scope`: only what is this account's."),
  person: optional(name, "A person in all scopes, by the map of persons or by an account."),
  hard: optional(z.boolean(), "Erase for good. Default: false, restorable for a while."),
};

export const forgottenExamples = z.partialRecord(z.enum(FORGOTTEN_KINDS), z.array(z.string()));

export const IdentitySchema = namedObject("Identity", {
  account: z.string(),
  person: z.string(),
  name: z.string().nullable(),
});
