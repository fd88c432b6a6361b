import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { LIMITS } from "../../domain/text.ts";
import { type Route, routesAbout } from "../route.ts";
import { byId, flag, name, pageOf, paging, reason, scoped, share, wanted } from "../schemas/common.ts";
import {
  fieldName,
  ProfileFieldSchema,
  ProposalSchema,
  plainField,
  proposalStatus,
} from "../schemas/profile.ts";

const { delete: remove, get, post, put } = routesAbout("Profile", "write");

const path = "/api/ltm/profile";
const value = z.string().max(LIMITS.id);
const said = {
  ...wanted,
  value,
  source: name
    .optional()
    .describe("The id of the event in which it was said. Default: the call itself becomes one."),
  reason,
};

const ANSWERS = [
  ["confirm", "The user agrees to a proposal, by its id, or by the field when exactly one waits.", true],
  ["reject", "The user declines it.", false],
] as const;

export const profileRoutes: readonly Route[] = [
  get(path, {
    role: "read",
    summary: "The structured fields of a scope: preferred name, pronouns, city, language, tone, goals.",
    query: z.strictObject(scoped),
    answer: z.object({ fields: z.array(ProfileFieldSchema) }),
    run: async ({ ownScope, query }) => ({
      fields: await ownScope(query).profile.get(),
    }),
  }),

  get(`${path}/proposals`, {
    role: "read",
    summary: "Proposed profile changes and their outcomes, newest first.",
    query: z.strictObject({
      ...scoped,
      ...paging,
      status: proposalStatus.optional(),
      field: plainField.optional(),
    }),
    answer: pageOf(ProposalSchema),
    run: ({ ownScope, query, signal }) => {
      const { limit, cursor, status, field } = query;
      return ownScope(query).profile.proposals(given({ limit, cursor, status, field, signal }));
    },
  }),

  post(`${path}/proposals`, {
    summary: "Suggest a value. Where consent is asked for, it waits for the user's answer.",
    body: z.strictObject({ ...said, field: fieldName, confidence: share.optional() }),
    twice: "harmful",
    answer: ProposalSchema,
    status: 201,
    run: ({ ownScope, body, signal }) => {
      const { field, value: words, source, reason: why, confidence } = body;
      const { profile } = ownScope(body);
      return profile.propose(field, words, given({ source, reason: why, confidence, signal }));
    },
  }),

  ...ANSWERS.map(([call, summary, accept]) =>
    post(`${path}/proposals/{id}/${call}`, {
      summary,
      params: byId,
      body: z.strictObject(wanted),
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
    run: ({ ownScope, params, body, signal }) => {
      const { value: words, source, reason: why } = body;
      const { profile } = ownScope(body);
      return profile.set(params.field, words, given({ source, reason: why, signal }));
    },
  }),

  remove(`${path}/{field}`, {
    summary: "Remove a field or one goal; with `hard=true` also erase its text everywhere.",
    params: z.strictObject({ field: plainField }),
    query: z.strictObject({ ...scoped, value: value.optional(), hard: flag.optional(), reason }),
    answer: z.object({ removed: z.int() }),
    run: async ({ ownScope, params, query, signal }) => {
      const { value: words, hard, reason: why } = query;
      const { profile } = ownScope(query);
      return {
        removed: await profile.remove(params.field, given({ value: words, hard, reason: why, signal })),
      };
    },
  }),
];
