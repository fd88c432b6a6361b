import { z } from "@hono/zod-openapi";
import {
  agentParams,
  name,
  optional,
  pageSchema,
  paging,
  reasonSchema,
  scopeQuery,
} from "../../../api/calls/schemas/common.ts";
import { ItemSchema, MemorySchema } from "../../../api/calls/schemas/memory.ts";
import { AWAITS_REVIEW } from "../../../domain/memory.ts";
import { MemoirError } from "../../../index.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { ProposalSchema } from "./profile.ts";

const { get, post } = routesAbout("Review", "operator");

const path = "/api/ltm/review";

const target = { scope: name, ...agentParams, id: name.describe("The memory's id."), reason: reasonSchema };

const DECISIONS = [
  [
    "approve",
    "Approve a memory; the memories that it contradicts are superseded. Or forget what a tool asks to forget.",
  ],
  [
    "reject",
    "Refuse a memory: it stays out, also when it is said again. Or keep what a tool asks to forget.",
  ],
] as const;

const ANSWERS = [
  ["accept", "Set what a change of a profile proposes."],
  ["decline", "Decline a change of a profile."],
] as const;

export const reviewRoutes: readonly Route[] = [
  get(path, {
    summary: "Everything that waits for review, in one scope or in all: memories, then profile changes.",
    query: z.strictObject({
      ...scopeQuery,
      status: optional(z.enum(AWAITS_REVIEW), "Default: both."),
      ...paging,
    }),
    answer: pageSchema(
      z.union([
        z.object({
          kind: z.literal("memory"),
          asks: z
            .enum(["keep", "forget"])
            .describe(
              "Effect of an approval: activate the memory, or forget an active one as a model's tool asked.",
            ),
          scope: z.string(),
          memory: MemorySchema,
          reason: z.string().nullable().describe("Why it waits."),
          evidence: z.array(z.record(z.string(), z.unknown())),
          replaces: z.array(MemorySchema).describe("The memories that are superseded once it is approved."),
        }),
        z.object({
          kind: z.literal("profile"),
          scope: z.string(),
          proposal: ProposalSchema,
          events: z.array(z.record(z.string(), z.unknown())),
        }),
      ]),
    ),
    run: ({ ownScope, ownTenant, query, signal }) => {
      const { review } = query.scope === undefined ? ownTenant() : ownScope(query);
      return review(optionsOf(query, signal));
    },
  }),

  ...DECISIONS.map(([verdict, summary]) =>
    post(`${path}/${verdict}`, {
      twice: "harmful",
      summary,
      body: z.strictObject(target),
      answer: ItemSchema,
      run: async ({ ownScope, body: { id, ...rest }, signal }) => {
        const { memories, scope } = ownScope(rest);
        return { scope, memory: await memories[verdict](id, optionsOf(rest, signal)) };
      },
    }),
  ),

  post(`${path}/edit`, {
    twice: "harmful",
    summary: "Approve a memory with a changed text.",
    body: z.strictObject({ ...target, text: z.string().min(1).max(10_000) }),
    answer: ItemSchema,
    run: async ({ ownScope, body: { id, text, ...rest }, signal }) => {
      const { memories, scope } = ownScope(rest);
      const memory = await memories.get(id);
      if (memory === null || !AWAITS_REVIEW.some((status) => status === memory.status)) {
        const message = `No memory ${id} waits in ${scope}. GET ${path} lists them.`;
        throw new MemoirError("not_found", message, { details: { id } });
      }
      const options = optionsOf(rest, signal);
      // The first of both writes holds only for the very memory that was looked at; should the second fail, it still waits.
      await memories.update(memory.id, { text }, { ...options, ifRev: memory.rev });
      return { scope, memory: await memories.approve(memory.id, options) };
    },
  }),

  ...ANSWERS.map(([verdict, summary]) =>
    post(`${path}/profile/${verdict}`, {
      twice: "harmful",
      summary,
      description: "On the user's behalf; the record says which key did it.",
      body: z.strictObject({
        scope: name,
        ...agentParams,
        id: name.describe("The proposal's number in its scope."),
      }),
      answer: z.object({ scope: z.string(), proposal: ProposalSchema }),
      run: async ({ ownScope, body, signal }) => {
        const { profile, scope } = ownScope(body);
        return { scope, proposal: await profile.confirm(body.id, { accept: verdict === "accept", signal }) };
      },
    }),
  ),
];
