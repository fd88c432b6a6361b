import { z } from "@hono/zod-openapi";
import { PROFILE_FIELDS, PROPOSAL_STATUSES } from "../../domain/profile.ts";
import { moment } from "./common.ts";

/** A proposed change of a profile, and what became of it. */
export const ProposalSchema = z
  .object({
    id: z.string().describe("Its number in the scope."),
    field: z.enum(PROFILE_FIELDS),
    oldValue: z.string().nullable(),
    newValue: z.string().nullable(),
    needs: z.enum(["consent", "signals"]),
    sources: z.array(z.string()).describe("The ids of the events that say so."),
    reason: z.string(),
    proposedBy: z.string(),
    status: z.enum(PROPOSAL_STATUSES),
    createdAt: moment,
    expiresAt: moment.nullable(),
    decidedAt: moment.nullable(),
    decidedBy: z.string().nullable(),
    decidedHow: z.string().nullable(),
    erasedAt: moment.nullable(),
  })
  .openapi("Proposal");
