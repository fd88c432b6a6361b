import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../domain/text.ts";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, share, wanted } from "../schemas/body.ts";
import {
  flag,
  name,
  pageAsked,
  pageOf,
  paging,
  reason,
  wantedAgent,
  wantedScope,
} from "../schemas/common.ts";
import {
  fieldName,
  ProfileFieldSchema,
  ProposalSchema,
  plainField,
  proposalStatus,
} from "../schemas/profile.ts";

const tag = "Profile";
const path = "/api/ltm/profile";
const where = { ...wantedScope, ...wantedAgent };
const value = z.string().max(LIMITS.id);
const said = {
  ...wanted,
  value,
  source: name
    .optional()
    .describe("The id of the event in which it was said. Default: the call itself becomes one."),
  reason,
};

const get = route(
  {
    method: "get",
    path,
    role: "read",
    tag,
    summary: "The structured fields of a scope: preferred name, pronouns, city, language, tone, goals.",
    query: z.strictObject(where),
    answer: z.object({ fields: z.array(ProfileFieldSchema) }),
  },
  async ({ service, principal, query }) => ({
    fields: await ownScope(service, principal, query).profile.get(),
  }),
);

const set = route(
  {
    method: "put",
    path: `${path}/{field}`,
    role: "write",
    tag,
    summary: "Set a field on the user's own command, which is consent.",
    description: "`goals` adds to the list.",
    params: z.strictObject({ field: fieldName }),
    body: z.strictObject(said),
    answer: ProposalSchema,
  },
  ({ service, principal, params, body, signal }) => {
    const { value: words, source, reason: why } = body;
    const { profile } = ownScope(service, principal, body);
    return profile.set(params.field, words, given({ source, reason: why, signal }));
  },
);

const remove = route(
  {
    method: "delete",
    path: `${path}/{field}`,
    role: "write",
    tag,
    summary: "Remove a field or one goal; with `hard=true` also erase its text everywhere.",
    params: z.strictObject({ field: plainField }),
    query: z.strictObject({ ...where, value: value.optional(), hard: flag.optional(), reason }),
    answer: z.object({ removed: z.int() }),
  },
  async ({ service, principal, params, query, signal }) => {
    const { value: words, hard, reason: why } = query;
    const { profile } = ownScope(service, principal, query);
    return {
      removed: await profile.remove(params.field, given({ value: words, hard, reason: why, signal })),
    };
  },
);

const proposals = route(
  {
    method: "get",
    path: `${path}/proposals`,
    role: "read",
    tag,
    summary: "Proposed profile changes and their outcomes, newest first.",
    query: z.strictObject({
      ...where,
      ...paging,
      status: proposalStatus.optional(),
      field: plainField.optional(),
    }),
    answer: pageOf(ProposalSchema),
  },
  async ({ service, principal, query, signal }) => {
    const { status, field } = query;
    const { profile } = ownScope(service, principal, query);
    const asked = given({ ...pageAsked(query), status, field, signal });
    const { items, next } = await profile.proposals(asked);
    return { items, next };
  },
);

const propose = route(
  {
    method: "post",
    path: `${path}/proposals`,
    role: "write",
    tag,
    summary: "Suggest a value. Where consent is asked for, it waits for the user's answer.",
    body: z.strictObject({ ...said, field: fieldName, confidence: share.optional() }),
    twice: "harmful",
    answer: ProposalSchema,
    status: 201,
  },
  ({ service, principal, body, signal }) => {
    const { field, value: words, source, reason: why, confidence } = body;
    const { profile } = ownScope(service, principal, body);
    return profile.propose(field, words, given({ source, reason: why, confidence, signal }));
  },
);

const ANSWERS = [
  ["confirm", "The user agrees to a proposal, by its id, or by the field when exactly one waits.", true],
  ["reject", "The user declines it.", false],
] as const;

const answers = ANSWERS.map(([call, summary, accept]) =>
  route(
    {
      method: "post",
      path: `${path}/proposals/{id}/${call}`,
      role: "write",
      tag,
      summary,
      params: z.strictObject({ id: name }),
      body: z.strictObject(wanted),
      twice: "harmful",
      answer: ProposalSchema,
    },
    ({ service, principal, params, body, signal }) =>
      ownScope(service, principal, body).profile.confirm(params.id, { accept, signal }),
  ),
);

export const profileRoutes: readonly Route[] = [get, proposals, propose, ...answers, set, remove];
