import { z } from "@hono/zod-openapi";
import { PROFILE_FIELDS, PROPOSAL_STATUSES } from "../../domain/profile.ts";
import { moment } from "./common.ts";

export const plainField = z.enum(PROFILE_FIELDS);
/** `goals_add` is what the seed calls adding to `goals`. */
export const fieldName = z.enum([...PROFILE_FIELDS, "goals_add"]);
export const proposalStatus = z.enum(PROPOSAL_STATUSES);

export const ProfileFieldSchema = z
  .object({
    field: plainField,
    value: z.string(),
    confirmed: z.boolean().describe("Whether the user agreed to it."),
    source: z.string().nullable().describe("The id of the event it came from."),
    updatedAt: moment,
  })
  .openapi("ProfileField");

export const ProposalSchema = z
  .object({
    id: z.string(),
    field: plainField,
    oldValue: z.string().nullable(),
    newValue: z.string().nullable(),
    needs: z.string(),
    sources: z.array(z.string()),
    reason: z.string(),
    proposedBy: z.string(),
    status: proposalStatus,
    createdAt: moment,
    expiresAt: moment.nullable(),
    decidedAt: moment.nullable(),
    decidedBy: z.string().nullable(),
    decidedHow: z.string().nullable(),
    erasedAt: moment.nullable(),
  })
  .openapi("Proposal");
