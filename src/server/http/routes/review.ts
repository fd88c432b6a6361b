import { z } from "@hono/zod-openapi";
import { agentParams, name } from "../../../api/calls/schemas/common.ts";
import { ItemSchema } from "../../../api/calls/schemas/memory.ts";
import { reviewTarget } from "../../../api/calls/schemas/operator.ts";
import { ProposalSchema } from "../../../api/calls/schemas/profile.ts";
import { AWAITS_REVIEW } from "../../../domain/memory.ts";
import { MemoirError } from "../../../index.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { itemRoutes } from "./items.ts";
import { operatorRoutes } from "./operator.ts";

const { post } = routesAbout("Review", "operator");

const path = "/api/ltm/review";

const ANSWERS = [
  ["accept", "Set what a change of a profile proposes."],
  ["decline", "Decline a change of a profile."],
] as const;

export const reviewRoutes: readonly Route[] = [
  operatorRoutes.review,
  itemRoutes.approve,
  itemRoutes.reject,

  post(`${path}/edit`, {
    twice: "harmful",
    summary: "Approve a memory with a changed text.",
    body: z.strictObject({ ...reviewTarget, text: z.string().min(1).max(10_000) }),
    answer: ItemSchema,
    run: async ({ authorizedScope, body: { id, text, ...rest }, signal }) => {
      const { memories, scope } = authorizedScope(rest);
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
      run: async ({ authorizedScope, body, signal }) => {
        const { profile, scope } = authorizedScope(body);
        return { scope, proposal: await profile.confirm(body.id, { accept: verdict === "accept", signal }) };
      },
    }),
  ),
];
