import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { WRITE_OUTCOMES } from "../../domain/change.ts";
import { LIMITS } from "../../domain/text.ts";
import { type Route, routesAbout } from "../route.ts";
import { byId, wanted } from "../schemas/common.ts";
import { MemorySchema } from "../schemas/memory.ts";
import { DegradedSchema } from "../schemas/recall.ts";

const { post } = routesAbout("Sessions", "write");

/** The result of reading messages. */
const ReportSchema = z
  .object({
    events: z.int().describe("How many were read."),
    entries: z.array(
      z.object({
        outcome: z.enum(WRITE_OUTCOMES),
        text: z.string(),
        reason: z.string(),
        eventId: z.string(),
        memory: MemorySchema.nullable().describe("The resulting memory; `null` when the claim was refused."),
        replaced: z.array(z.string()).describe("Ids of the memories that it superseded."),
      }),
    ),
  })
  .openapi("WriteReport");

const body = z.strictObject(wanted);
const jobs = z.int().describe("Number of background jobs that this call started.");

const consolidated = {
  entries: z.array(MemorySchema).describe("The new timeline entries, oldest first."),
  failures: z.int().describe("Summaries in a row that have failed."),
  degraded: DegradedSchema,
};

const CALLS = [
  [
    "consolidate",
    "Write what was observed, and is in no timeline entry yet, into the timeline.",
    z.object(consolidated),
  ],
  ["heartbeat", "Report a finished round of the bot's heartbeat.", z.object({ jobs })],
] as const;

const message = z.looseObject({ role: z.string().optional() });

export const sessionRoutes: readonly Route[] = [
  post("/api/ltm/flush", {
    summary: "Extract memories from all unread events now, and report the outcome.",
    body,
    twice: "harmless",
    answer: ReportSchema,
    run: ({ ownScope, body: where, signal }) => ownScope(where).flush({ signal }),
  }),

  post("/api/ltm/sessions/{id}/end", {
    summary: "End a conversation.",
    params: byId,
    body: z.strictObject({
      ...wanted,
      wait: z
        .boolean()
        .optional()
        .describe("Read it now, and say what came of it. Default: the setting `triggers.waitAtEnd`."),
    }),
    twice: "harmless",
    answer: z.object({
      ended: z.boolean(),
      jobs,
      new: z.int().optional().describe("How many memories are new; with `wait`."),
      updated: z.int().optional().describe("How many memories were updated; with `wait`."),
      failed: z.string().nullable().optional().describe("Why it could not be read now; a job tries again."),
    }),
    run: ({ ownScope, params, body: { wait, ...where }, signal }) =>
      ownScope(where)
        .session(params.id)
        .end({ signal, ...given({ wait }) }),
  }),

  ...CALLS.map(([call, summary, answer]) =>
    post(`/api/ltm/sessions/{id}/${call}`, {
      summary,
      params: byId,
      body,
      twice: "harmless",
      answer,
      run: ({ ownScope, params, body: where, signal }) =>
        ownScope(where).session(params.id)[call]({ signal }),
    }),
  ),

  post("/api/ltm/sessions/{id}/compress", {
    summary: "Make a conversation shorter, and keep what goes as a timeline entry.",
    description:
      "With `messages`, the conversation as it would be sent to a model: what is old becomes one `[Context Summary]` where the conversation is too long, and the answer has the messages to go on with. Messages that were not observed yet are. Without `messages`: the bot has compressed its conversation by itself.",
    params: byId,
    body: z.strictObject({
      ...wanted,
      messages: z
        .array(message)
        .max(LIMITS.batch)
        .optional()
        .describe("As OpenAI or the AI SDK writes them."),
      contextWindow: z
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .describe("The model's context window in tokens. Default: `triggers.contextWindow`."),
    }),
    twice: "harmless",
    answer: z.object({
      jobs,
      messages: z.array(message).optional().describe("The messages to go on with."),
      kept: z.array(z.int()).optional().describe("The places of the given messages that are among them."),
      summaryAt: z
        .int()
        .nullish()
        .describe("Where among them the summary stands; `null` = nothing was compressed."),
      shortened: z
        .array(z.int())
        .optional()
        .describe("The places of the given messages of which `messages` has a shortened copy."),
      reason: z.enum(["token_half", "n_turns", "idle"]).nullish().describe("Why it was compressed."),
      entries: consolidated.entries.optional(),
      failures: consolidated.failures.optional(),
      degraded: DegradedSchema.optional(),
    }),
    run: ({ ownScope, params, body: { messages, contextWindow, ...where }, signal }) => {
      const session = ownScope(where).session(params.id);
      return messages === undefined
        ? session.compress()
        : session.compress(messages, { ...given({ contextWindow }), signal });
    },
  }),
];
