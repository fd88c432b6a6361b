import type { ProfileHandle, ProfileOptions } from "../profile.ts";
import { about, type CallTable, type OptionNames, PAGE, REASON } from "./call.ts";

const CHANGE: OptionNames<ProfileOptions> = { ...REASON, source: true };

export const PROFILE = about("Profile", "write", {
  get: {
    http: "GET /api/ltm/profile",
    role: "read",
    summary: "The structured fields of a scope: preferred name, pronouns, city, language, tone, goals.",
    query: ({ z, scopeQuery }) => z.strictObject(scopeQuery),
    answer: ({ z, ProfileFieldSchema }) => z.object({ fields: z.array(ProfileFieldSchema) }),
    gives: { field: "fields" },
  },
  proposals: {
    http: "GET /api/ltm/profile/proposals",
    role: "read",
    summary: "Proposed profile changes and their outcomes, newest first.",
    options: { ...PAGE, status: true, field: true },
    query: ({ z, paging, profileField, proposalStatus, scopeQuery }) =>
      z.strictObject({
        ...scopeQuery,
        ...paging,
        status: proposalStatus.optional(),
        field: profileField.optional(),
      }),
    answer: ({ pageSchema, ProposalSchema }) => pageSchema(ProposalSchema),
    gives: "page",
  },
  propose: {
    http: "POST /api/ltm/profile/proposals",
    summary: "Suggest a value. Where consent is asked for, it waits for the user's answer.",
    args: ["field", "value"],
    options: { ...CHANGE, confidence: true },
    body: ({ z, profileChange, settableField, shareSchema }) =>
      z.strictObject({ ...profileChange, field: settableField, confidence: shareSchema.optional() }),
    answer: ({ ProposalSchema }) => ProposalSchema,
    status: 201,
    twice: "harmful",
    once: true,
  },
  /** Two requests: one confirms, one rejects. */
  confirm: { args: ["target"], options: { accept: true, signal: true } },
  set: {
    http: "PUT /api/ltm/profile/{field}",
    summary: "Set a field on the user's own command, which is consent.",
    description: "`goals` adds to the list.",
    args: ["field", "value"],
    options: CHANGE,
    params: ({ z, settableField }) => z.strictObject({ field: settableField }),
    body: ({ z, profileChange }) => z.strictObject(profileChange),
    answer: ({ ProposalSchema }) => ProposalSchema,
  },
  remove: {
    http: "DELETE /api/ltm/profile/{field}",
    summary: "Remove a field or one goal; with `hard=true` also erase its text everywhere.",
    args: ["field"],
    options: { ...REASON, value: true, hard: true },
    params: ({ z, profileField }) => z.strictObject({ field: profileField }),
    query: ({ z, flagSchema, profileValue, reasonSchema, scopeQuery }) =>
      z.strictObject({
        ...scopeQuery,
        value: profileValue.optional(),
        hard: flagSchema.optional(),
        reason: reasonSchema,
      }),
    answer: ({ z }) => z.object({ removed: z.int() }),
    gives: { field: "removed" },
  },
} satisfies CallTable<ProfileHandle>);
