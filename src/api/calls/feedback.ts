import type { ScopeHandle } from "../scope.ts";
import { about, type CallTable, PAGE, SIGNAL } from "./call.ts";

export const FEEDBACK = about("Feedback", "write", {
  feedback: {
    http: "POST /api/ltm/feedback",
    summary: "Say of a line that a model was given: it helped, was wrong, was private.",
    description:
      "Name the line in one way: `memory`, `event`, `reply` with the number of a `line` of its context, or `receipt` with one. " +
      "A memory that is `wrong` or `private` is out of every prompt at once and waits for review; a message is quoted no more. Nothing is deleted.",
    args: ["...input"],
    options: SIGNAL,
    body: ({ z, feedbackNote, feedbackVerdict, name, optional, ReceiptSchema, agentParams, scopeParams }) =>
      z.strictObject({
        ...scopeParams,
        ...agentParams,
        memory: name.optional(),
        event: name.optional(),
        reply: optional(name, "Your own id of the event that holds the reply."),
        receipt: ReceiptSchema.optional(),
        line: optional(z.int().min(1), "From 1, in the order of the context's lines."),
        verdict: feedbackVerdict,
        by: optional(name, "Who says so, by account id."),
        note: optional(feedbackNote, "In their own words; erased with the line."),
      }),
    answer: ({ FeedbackSchema }) => FeedbackSchema,
    status: 201,
    whose: ["scope", "agent"],
    twice: "harmful",
    once: true,
  },
  feedbacks: {
    http: "GET /api/ltm/feedback",
    role: "operator",
    summary: "What people said of lines, newest first.",
    options: { ...PAGE, memory: true, reply: true },
    query: ({ z, name, optional, paging, scopeQuery }) =>
      z.strictObject({
        ...scopeQuery,
        ...paging,
        memory: optional(name, "Only about this memory."),
        reply: optional(name, "Only about lines of this reply."),
      }),
    answer: ({ FeedbackSchema, pageSchema }) => pageSchema(FeedbackSchema),
    gives: "page",
  },
} satisfies Partial<CallTable<ScopeHandle>>);
