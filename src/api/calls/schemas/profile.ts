import { z } from "@hono/zod-openapi";
import { PROFILE_FIELDS, PROPOSAL_STATUSES } from "../../../domain/profile.ts";
import { LIMITS } from "../../../domain/text.ts";
import { moment, name, named, optional, reason, wanted } from "./common.ts";

export const profileField = z.enum(PROFILE_FIELDS);
/** `goals_add` is what the seed calls adding to `goals`. */
export const settableField = z.enum([...PROFILE_FIELDS, "goals_add"]);
export const proposalStatus = z.enum(PROPOSAL_STATUSES);
const text = z.string().nullable();

export const ProfileFieldSchema = named("ProfileField", {
  field: profileField,
  value: z.string(),
  confirmed: z.boolean().describe("Whether the user agreed to it."),
  source: text.describe("The id of the event it came from."),
  updatedAt: moment,
});

export const ProposalSchema = named("Proposal", {
  id: z.string(),
  field: profileField,
  oldValue: text,
  newValue: text,
  needs: z.string(),
  sources: z.array(z.string()),
  reason: z.string(),
  proposedBy: z.string(),
  status: proposalStatus,
  createdAt: moment,
  expiresAt: moment.nullable(),
  decidedAt: moment.nullable(),
  decidedBy: text,
  decidedHow: text,
  erasedAt: moment.nullable(),
});

export const profileValue = z.string().max(LIMITS.id);

export const profileChange = {
  ...wanted,
  value: profileValue,
  source: optional(name, "The id of the event in which it was said. Default: the call itself becomes one."),
  reason,
};
