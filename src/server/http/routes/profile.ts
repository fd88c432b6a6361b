import { z } from "@hono/zod-openapi";
import {
  byId,
  flagSchema,
  momentSchema,
  name,
  namedObject,
  optional,
  pageSchema,
  paging,
  reasonSchema,
  scopeBody,
  scopeQuery,
  shareSchema,
} from "../../../api/calls/schemas/common.ts";
import { PROFILE_FIELDS, PROPOSAL_STATUSES } from "../../../domain/profile.ts";
import { LIMITS } from "../../../domain/text.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";

const { delete: remove, get, post, put } = routesAbout("Profile", "write");

const plainField = z.enum(PROFILE_FIELDS);
/** `goals_add` is what the seed calls adding to `goals`. */
const fieldName = z.enum([...PROFILE_FIELDS, "goals_add"]);
const proposalStatus = z.enum(PROPOSAL_STATUSES);
const text = z.string().nullable();

export const ProfileFieldSchema = namedObject("ProfileField", {
  field: plainField,
  value: z.string(),
  confirmed: z.boolean().describe("Whether the user agreed to it."),
  source: text.describe("The id of the event it came from."),
  updatedAt: momentSchema,
});

export const ProposalSchema = namedObject("Proposal", {
  id: z.string(),
  field: plainField,
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

const path = "/api/ltm/profile";
const value = z.string().max(LIMITS.id);
const said = {
  ...scopeBody,
  value,
  source: optional(name, "The id of the event in which it was said. Default: the call itself becomes one."),
  reason: reasonSchema,
};

const ANSWERS = [
  ["confirm", "The user agrees to a proposal, by its id, or by the field when exactly one waits.", true],
  ["reject", "The user declines it.", false],
] as const;

export const profileRoutes: readonly Route[] = [
  get(path, {
    role: "read",
    summary: "The structured fields of a scope: preferred name, pronouns, city, language, tone, goals.",
    query: z.strictObject(scopeQuery),
    answer: z.object({ fields: z.array(ProfileFieldSchema) }),
    run: async ({ ownScope, query }) => ({ fields: await ownScope(query).profile.get() }),
  }),

  get(`${path}/proposals`, {
    role: "read",
    summary: "Proposed profile changes and their outcomes, newest first.",
    query: z.strictObject({
      ...scopeQuery,
      ...paging,
      status: proposalStatus.optional(),
      field: plainField.optional(),
    }),
    answer: pageSchema(ProposalSchema),
    run: ({ ownScope, query, signal }) => ownScope(query).profile.proposals(optionsOf(query, signal)),
  }),

  post(`${path}/proposals`, {
    summary: "Suggest a value. Where consent is asked for, it waits for the user's answer.",
    body: z.strictObject({ ...said, field: fieldName, confidence: shareSchema.optional() }),
    twice: "harmful",
    answer: ProposalSchema,
    status: 201,
    run: ({ ownScope, body: { field, value, ...rest }, signal }) =>
      ownScope(rest).profile.propose(field, value, optionsOf(rest, signal)),
  }),

  ...ANSWERS.map(([call, summary, accept]) =>
    post(`${path}/proposals/{id}/${call}`, {
      summary,
      params: byId,
      body: z.strictObject(scopeBody),
      twice: "harmful",
      answer: ProposalSchema,
      run: ({ ownScope, params, body, signal }) =>
        ownScope(body).profile.confirm(params.id, { accept, signal }),
    }),
  ),

  put(`${path}/{field}`, {
    summary: "Set a field on the user's own command, which is consent.",
    description: "`goals` adds to the list.",
    params: z.strictObject({ field: fieldName }),
    body: z.strictObject(said),
    answer: ProposalSchema,
    run: ({ ownScope, params, body: { value, ...rest }, signal }) =>
      ownScope(rest).profile.set(params.field, value, optionsOf(rest, signal)),
  }),

  remove(`${path}/{field}`, {
    summary: "Remove a field or one goal; with `hard=true` also erase its text everywhere.",
    params: z.strictObject({ field: plainField }),
    query: z.strictObject({
      ...scopeQuery,
      value: value.optional(),
      hard: flagSchema.optional(),
      reason: reasonSchema,
    }),
    answer: z.object({ removed: z.int() }),
    run: async ({ ownScope, params, query, signal }) => ({
      removed: await ownScope(query).profile.remove(params.field, optionsOf(query, signal)),
    }),
  }),
];
