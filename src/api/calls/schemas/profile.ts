import { z } from "@hono/zod-openapi";
import { PROFILE_FIELDS, PROPOSAL_STATUSES } from "../../../domain/profile.ts";
import { LIMITS } from "../../../domain/text.ts";
import { momentSchema, name, namedObject, optional, reasonSchema, scopeBody } from "./common.ts";

export const profileField = z.enum(PROFILE_FIELDS);
/** `goals_add` is what the seed calls adding to `goals`. */
export const settableField = z.enum([...PROFILE_FIELDS, "goals_add"]);
export const proposalStatus = z.enum(PROPOSAL_STATUSES);
const text = z.string().nullable();

export const ProfileFieldSchema = namedObject("ProfileField", {
  field: profileField,
  value: z.string(),
  confirmed: z.boolean().describe("Whether the user agreed to it."),
  source: text.describe("The id of the event it came from."),
  updatedAt: momentSchema,
});

export const ProposalSchema = namedObject("Proposal", {
  id: z.string(),
  field: profileField,
  oldValue: text,
  newValue: text,
  needs: z.string(),
  sources: z.array(z.string()),
  reason: z.string(),
  proposedBy: z.string(),
  status: proposalStatus,
  createdAt: momentSchema,
  expiresAt: momentSchema.nullable(),
  decidedAt: momentSchema.nullable(),
  decidedBy: text,
  decidedHow: text,
  erasedAt: momentSchema.nullable(),
});

export const profileValue = z.string().max(LIMITS.id);

export const profileChange = {
  ...scopeBody,
  value: profileValue,
  source: optional(name, "The id of the event in which it was said. Default: the call itself becomes one."),
  reason: reasonSchema,
};
