import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../domain/text.ts";
import { WRITE_OUTCOMES } from "../../domain/write-outcome.ts";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, wanted } from "../schemas/body.ts";
import { name } from "../schemas/common.ts";
import { MemorySchema } from "../schemas/memory.ts";
import { DegradedSchema } from "../schemas/recall.ts";

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
        memory: MemorySchema.nullable().describe("What it led to; `null` when it was refused."),
        replaced: z.array(z.string()).describe("Ids of the memories that it superseded."),
      }),
    ),
  })
  .openapi("WriteReport");

const tag = "Sessions";
const body = z.strictObject(wanted);
const jobs = z.int().describe("How many jobs this has set going; they run in the background.");

const flush = route(
  {
    method: "post",
    path: "/api/ltm/flush",
    role: "write",
    tag,
    summary: "Extract memories from all unread events now, and report the outcome.",
    body,
    twice: "harmless",
    answer: ReportSchema,
  },
  (call) => ownScope(call.service, call.principal, call.body).flush({ signal: call.signal }),
);

const consolidated = {
  entries: z.array(MemorySchema).describe("The new timeline entries, oldest first."),
  failures: z.int().describe("Summaries in a row that have failed."),
  degraded: DegradedSchema,
};

const end = route(
  {
    method: "post",
    path: "/api/ltm/sessions/{id}/end",
    role: "write",
    tag,
    summary: "A conversation is over.",
    params: z.strictObject({ id: name }),
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
  },
  ({ service, principal, params, body: { wait, ...where }, signal }) =>
    ownScope(service, principal, where)
      .session(params.id)
      .end({ signal, ...given({ wait }) }),
);

const CALLS = [
  [
    "consolidate",
    "Write what was observed, and is in no timeline entry yet, into the timeline.",
    z.object(consolidated),
  ],
  ["heartbeat", "A round of the bot's heartbeat is finished.", z.object({ jobs })],
] as const;

const message = z.looseObject({ role: z.string().optional() });

const compress = route(
  {
    method: "post",
    path: "/api/ltm/sessions/{id}/compress",
    role: "write",
    tag,
    summary: "Make a conversation shorter, and keep what goes as a timeline entry.",
    description:
      "With `messages`, the conversation as it would be sent to a model: what is old becomes one `[Context Summary]` where the conversation is too long, and the answer has the messages to go on with. Messages that were not observed yet are. Without `messages`: the bot has compressed its conversation by itself.",
    params: z.strictObject({ id: name }),
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
  },
  ({ service, principal, params, body: { messages, contextWindow, ...where }, signal }) => {
    const session = ownScope(service, principal, where).session(params.id);
    return messages === undefined
      ? session.compress()
      : session.compress(messages, { ...given({ contextWindow }), signal });
  },
);

const sessions = CALLS.map(([call, summary, answer]) =>
  route(
    {
      method: "post",
      path: `/api/ltm/sessions/{id}/${call}`,
      role: "write",
      tag,
      summary,
      params: z.strictObject({ id: name }),
      body,
      twice: "harmless",
      answer,
    },
    ({ service, principal, params, body: where, signal }) =>
      ownScope(service, principal, where).session(params.id)[call]({ signal }),
  ),
);

export const sessionRoutes: readonly Route[] = [flush, end, ...sessions, compress];
