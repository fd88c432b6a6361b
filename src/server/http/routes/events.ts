import { z } from "@hono/zod-openapi";
import {
  byId,
  flagSchema,
  name,
  namedObject,
  optional,
  pageSchema,
  paging,
  scopeBody,
  scopeQuery,
  when,
} from "../../../api/calls/schemas/common.ts";
import { EventSchema, MessageSchema, ObservedSchema } from "../../../api/calls/schemas/history.ts";
import { MemorySchema } from "../../../api/calls/schemas/memory.ts";
import { DegradedSchema } from "../../../api/calls/schemas/recall.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { WRITE_OUTCOMES } from "../../../domain/change.ts";
import { EVENT_ROLES, EVENT_TYPES } from "../../../domain/event.ts";
import { LIMITS } from "../../../domain/text.ts";
import { MemoirError } from "../../../index.ts";
import { optionsOf, severalScopes } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { shownEvent } from "./item-of.ts";

const { delete: remove, get, patch, post, put } = routesAbout("Events", "write");

const path = "/api/ltm/events";
const PlacedSchema = z.object({ scope: z.string(), event: EventSchema });

const FORGET = "Also erase the memories that rest on the old words alone. Default: false.";

const changed = z.object({ changed: z.boolean() });

const sessions = routesAbout("Sessions", "write");

const ReportSchema = namedObject("WriteReport", {
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
});

const body = z.strictObject(scopeBody);
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
    consolidated,
  ],
  ["heartbeat", "Report a finished round of the bot's heartbeat.", { jobs }],
] as const;

const message = z.looseObject({ role: z.string().optional() });

export const eventRoutes: readonly Route[] = [
  post(path, {
    summary: "Record messages.",
    description:
      "All or none. Memories are extracted in the background, or now with `POST /api/ltm/flush`. An id that is known already is a duplicate and changes nothing.",
    body: z.strictObject({ ...scopeBody, messages: z.array(MessageSchema).max(LIMITS.batch) }),
    twice: "harmless",
    answer: ObservedSchema,
    status: 201,
    run: ({ ownScope, body, once, signal }) => {
      const messages = body.messages.map((message, i) =>
        withoutUndefined({ ...message, id: message.id ?? (once === null ? undefined : `${once}-${i}`) }),
      );
      return ownScope(body).observe(messages, { signal });
    },
  }),

  get(path, {
    role: "read",
    summary: "Recorded events, newest first.",
    description:
      "Without `scope`, of all scopes of the tenant. Events belong to no category: a key that is bound to some sees none. Words that somebody asked to forget (`hiddenAt`) are blank below the role operator.",
    query: z.strictObject({
      ...scopeQuery,
      ...paging,
      session_id: name.optional(),
      role: z.enum(EVENT_ROLES).optional(),
      type: z.enum(EVENT_TYPES).optional(),
      since: optional(when, "At or after this moment, ISO 8601."),
      until: optional(when, "Before this moment."),
    }),
    answer: pageSchema(PlacedSchema),
    run: async ({ ownScope, ownTenant, principal, query, signal }) => {
      const { session_id: session, ...rest } = query;
      const options = optionsOf({ ...rest, session }, signal);
      const several = severalScopes(principal, query);
      if (several !== null) {
        const { items, next } = await ownTenant().events.list({ ...options, ...several });
        return { items: items.map((one) => ({ ...one, event: shownEvent(principal, one.event) })), next };
      }
      const { scope, events } = ownScope(query);
      const { items, next } = await events.list(options);
      return { items: items.map((event) => ({ scope, event: shownEvent(principal, event) })), next };
    },
  }),

  get(`${path}/{id}`, {
    role: "read",
    summary: "One event of a scope, by your own id.",
    params: byId,
    query: z.strictObject(scopeQuery),
    answer: PlacedSchema,
    run: async ({ ownScope, principal, params: { id }, query }) => {
      const handle = ownScope(query);
      const event = await handle.events.get(id);
      if (event !== null) return { scope: handle.scope, event: shownEvent(principal, event) };
      throw new MemoirError("not_found", `There is no event ${id} here.`, { details: { id } });
    },
  }),

  patch(`${path}/{id}`, {
    summary: "A message was changed where it was sent: its new words take the place of the old ones.",
    description:
      "The old words are erased; summaries of that day and timeline entries with it are made again. Memories made from them stay, unless `forget` is true. `changed` is false when there is no such message, or its words are gone.",
    params: byId,
    body: z.strictObject({
      ...scopeBody,
      text: z.string().max(LIMITS.eventText),
      forget: optional(z.boolean(), FORGET),
    }),
    answer: changed,
    run: async ({ ownScope, params: { id }, body, signal }) => ({
      changed: await ownScope(body).events.edit(
        id,
        body.text,
        withoutUndefined({ forget: body.forget, signal }),
      ),
    }),
  }),

  remove(`${path}/{id}`, {
    summary: "A message was deleted where it was sent: its words are erased.",
    params: byId,
    query: z.strictObject({ ...scopeQuery, forget: optional(flagSchema, FORGET) }),
    answer: changed,
    run: async ({ ownScope, params: { id }, query: { forget, ...query }, signal }) => ({
      changed: await ownScope(query).events.remove(id, withoutUndefined({ forget, signal })),
    }),
  }),

  put(`${path}/{id}/core`, {
    summary: "Whether the line of a message may stand in the core, which is in every prompt.",
    description:
      "`allowed: false` takes it out; the message stays on record and is quoted where it answers. `true` undoes that. `changed` is false when there is no such message, or its words are gone.",
    params: byId,
    body: z.strictObject({ ...scopeBody, allowed: z.boolean() }),
    answer: changed,
    run: async ({ ownScope, params: { id }, body, signal }) => ({
      changed: await ownScope(body).events.allowCore(id, body.allowed, { signal }),
    }),
  }),

  sessions.post("/api/ltm/flush", {
    summary: "Extract memories from all unread events now, and report the outcome.",
    body,
    twice: "harmless",
    answer: ReportSchema,
    run: ({ ownScope, body, signal }) => ownScope(body).flush({ signal }),
  }),

  sessions.post("/api/ltm/sessions/{id}/end", {
    summary: "End a conversation.",
    params: byId,
    body: z.strictObject({
      ...scopeBody,
      wait: optional(
        z.boolean(),
        "Read it now, and say what came of it. Default: the setting `triggers.waitAtEnd`.",
      ),
    }),
    twice: "harmless",
    answer: z.object({
      ended: z.boolean(),
      jobs,
      new: optional(z.int(), "How many memories are new; with `wait`."),
      updated: optional(z.int(), "How many memories were updated; with `wait`."),
      failed: optional(z.string().nullable(), "Why it could not be read now; a job tries again."),
    }),
    run: ({ ownScope, params, body, signal }) =>
      ownScope(body).session(params.id).end(optionsOf(body, signal)),
  }),

  ...CALLS.map(([call, summary, answer]) =>
    sessions.post(`/api/ltm/sessions/{id}/${call}`, {
      summary,
      params: byId,
      body,
      twice: "harmless",
      answer: z.object(answer),
      run: ({ ownScope, params, body, signal }) => ownScope(body).session(params.id)[call]({ signal }),
    }),
  ),

  sessions.post("/api/ltm/sessions/{id}/compress", {
    summary: "Make a conversation shorter, and keep what goes as a timeline entry.",
    description:
      "With `messages`, the conversation as it would be sent to a model: what is old becomes one `[Context Summary]` where the conversation is too long, and the answer has the messages to go on with. Messages that were not observed yet are. Without `messages`: the bot has compressed its conversation by itself.",
    params: byId,
    body: z.strictObject({
      ...scopeBody,
      messages: optional(z.array(message).max(LIMITS.batch), "As OpenAI or the AI SDK writes them."),
      contextWindow: optional(
        z.int().min(1).max(Number.MAX_SAFE_INTEGER),
        "The model's context window in tokens. Default: `triggers.contextWindow`.",
      ),
    }),
    twice: "harmless",
    answer: z.object({
      jobs,
      messages: optional(z.array(message), "The messages to go on with."),
      kept: optional(z.array(z.int()), "The places of the given messages that are among them."),
      summaryAt: z
        .int()
        .nullish()
        .describe("Where among them the summary stands; `null` = nothing was compressed."),
      shortened: optional(
        z.array(z.int()),
        "The places of the given messages of which `messages` has a shortened copy.",
      ),
      reason: z.enum(["token_half", "n_turns", "idle"]).nullish().describe("Why it was compressed."),
      ...z.object(consolidated).partial().shape,
    }),
    run: ({ ownScope, params, body: { messages, ...rest }, signal }) => {
      const session = ownScope(rest).session(params.id);
      return messages === undefined
        ? session.compress()
        : session.compress(messages, optionsOf(rest, signal));
    },
  }),
];
