import { z } from "@hono/zod-openapi";
import {
  agentParams,
  momentSchema,
  name,
  namedObject,
  optional,
  pageSchema,
  paging,
  scopeParams,
  scopeQuery,
} from "../../../api/calls/schemas/common.ts";
import { ReceiptSchema } from "../../../api/calls/schemas/recall.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { noMemory } from "../../../domain/errors.ts";
import { FEEDBACK_EFFECTS, FEEDBACK_VERDICTS } from "../../../domain/feedback.ts";
import { LIMITS } from "../../../domain/text.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { isVisible } from "./item-of.ts";

const { get, post } = routesAbout("Feedback", "write");

const path = "/api/ltm/feedback";

const FeedbackSchema = namedObject("Feedback", {
  id: z.int().describe("Its number in the scope."),
  memory: z.string().nullable(),
  event: z.string().nullable().describe("The id of the message; `null`: it is about a memory."),
  reply: z.string().nullable(),
  verdict: z.enum(FEEDBACK_VERDICTS),
  by: z.string().nullable(),
  note: z.string().nullable(),
  effect: z
    .enum(FEEDBACK_EFFECTS)
    .describe("`review`: the memory waits for a person. `hidden`: the message is quoted no more."),
  batch: z.string().nullable().describe("`POST /api/ltm/batches/{batch}/undo` takes the effect back."),
  at: momentSchema,
});

export const feedbackRoutes: readonly Route[] = [
  post(path, {
    summary: "Say of a line that a model was given: it helped, was wrong, was private.",
    description:
      "Name the line in one way: `memory`, `event`, `reply` with the number of a `line` of its context, or `receipt` with one. " +
      "A memory that is `wrong` or `private` is out of every prompt at once and waits for review; a message is quoted no more. Nothing is deleted.",
    twice: "harmful",
    status: 201,
    body: z.strictObject({
      ...scopeParams,
      ...agentParams,
      memory: name.optional(),
      event: name.optional(),
      reply: optional(name, "Your own id of the event that holds the reply."),
      receipt: ReceiptSchema.optional(),
      line: optional(z.int().min(1), "From 1, in the order of the context's lines."),
      verdict: z.enum(FEEDBACK_VERDICTS),
      by: optional(name, "Who says so, by account id."),
      note: optional(z.string().max(LIMITS.reason), "In their own words; erased with the line."),
    }),
    answer: FeedbackSchema,
    run: async ({ ownScope, principal, body, signal }) => {
      const { scope, scope_id, agent, ...given } = body;
      const handle = ownScope(body);
      const memory = given.memory === undefined ? null : await handle.memories.get(given.memory);
      if (memory !== null && !isVisible(principal, memory)) throw noMemory(memory.id);
      return handle.feedback(withoutUndefined(given), { signal });
    },
  }),

  get(path, {
    role: "operator",
    summary: "What people said of lines, newest first.",
    query: z.strictObject({
      ...scopeQuery,
      ...paging,
      memory: optional(name, "Only about this memory."),
      reply: optional(name, "Only about lines of this reply."),
    }),
    answer: pageSchema(FeedbackSchema),
    run: async ({ ownScope, query, signal }) => {
      const { items, next } = await ownScope(query).feedbacks(optionsOf(query, signal));
      return { items, next };
    },
  }),
];
