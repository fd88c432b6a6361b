import type { TenantEvents } from "../operator.ts";
import type { EventListOptions, EventsHandle, SessionHandle, TakeBackOptions } from "../scope.ts";
import { about, type CallTable, type OptionNames, PAGE, SCOPES, SIGNAL, SPAN } from "./call.ts";

const TAKE_BACK: OptionNames<TakeBackOptions> = { ...SIGNAL, forget: true };
const LIST: OptionNames<EventListOptions> = { ...PAGE, ...SPAN, session: true, role: true, type: true };

const FORGET = "Also erase the memories that rest on the old words alone. Default: false.";

export const EVENTS = about("Events", "write", {
  list: {
    http: "GET /api/ltm/events",
    role: "read",
    summary: "Recorded events, newest first.",
    description:
      "Without `scope`, of all scopes of the tenant. Events belong to no category: a key that is bound to some sees none. Words that somebody asked to forget (`hiddenAt`) are blank below the role operator.",
    options: LIST,
    names: { session: "session_id" },
    query: ({ z, eventRole, eventType, name, optional, paging, scopeQuery, when }) =>
      z.strictObject({
        ...scopeQuery,
        ...paging,
        session_id: name.optional(),
        role: eventRole.optional(),
        type: eventType.optional(),
        since: optional(when, "At or after this moment, ISO 8601."),
        until: optional(when, "Before this moment."),
      }),
    answer: ({ OwnedEventSchema, pageSchema }) => pageSchema(OwnedEventSchema),
    gives: "page",
  },
  get: {
    http: "GET /api/ltm/events/{id}",
    role: "read",
    summary: "One event of a scope, by your own id.",
    args: ["id"],
    query: ({ z, scopeQuery }) => z.strictObject(scopeQuery),
    answer: ({ OwnedEventSchema }) => OwnedEventSchema,
    nullFor: ["not_found"],
    gives: { field: "event" },
  },
  edit: {
    http: "PATCH /api/ltm/events/{id}",
    summary: "A message was changed where it was sent: its new words take the place of the old ones.",
    description:
      "The old words are erased; summaries of that day and timeline entries with it are made again. Memories made from them stay, unless `forget` is true. `changed` is false when there is no such message, or its words are gone.",
    args: ["id", "text"],
    options: TAKE_BACK,
    body: ({ z, eventText, optional, scopeBody }) =>
      z.strictObject({ ...scopeBody, text: eventText, forget: optional(z.boolean(), FORGET) }),
    answer: ({ changed }) => changed,
    whose: ["scope", "agent"],
    gives: { field: "changed" },
  },
  remove: {
    http: "DELETE /api/ltm/events/{id}",
    summary: "A message was deleted where it was sent: its words are erased.",
    args: ["id"],
    options: TAKE_BACK,
    query: ({ z, flagSchema, optional, scopeQuery }) =>
      z.strictObject({ ...scopeQuery, forget: optional(flagSchema, FORGET) }),
    answer: ({ changed }) => changed,
    gives: { field: "changed" },
  },
  allowCore: {
    http: "PUT /api/ltm/events/{id}/core",
    summary: "Whether the line of a message may stand in the core, which is in every prompt.",
    description:
      "`allowed: false` takes it out; the message stays on record and is quoted where it answers. `true` undoes that. `changed` is false when there is no such message, or its words are gone.",
    args: ["id", "allowed"],
    options: SIGNAL,
    body: ({ z, scopeBody }) => z.strictObject({ ...scopeBody, allowed: z.boolean() }),
    answer: ({ changed }) => changed,
    whose: ["scope", "agent"],
    gives: { field: "changed" },
  },
} satisfies CallTable<EventsHandle>);

/** The same request as that of one scope. */
export const TENANT_EVENTS = about("Events", "write", {
  list: { ...EVENTS.list, options: { ...LIST, ...SCOPES } },
} satisfies CallTable<TenantEvents>);

/** The path has the id of the session's handle. */
export const SESSION = about("Sessions", "write", {
  end: {
    http: "POST /api/ltm/sessions/{id}/end",
    summary: "End a conversation.",
    options: { ...SIGNAL, wait: true },
    body: ({ z, optional, scopeBody }) =>
      z.strictObject({
        ...scopeBody,
        wait: optional(
          z.boolean(),
          "Read it now, and say what came of it. Default: the setting `triggers.waitAtEnd`.",
        ),
      }),
    answer: ({ z, optional, startedJobs }) =>
      z.object({
        ended: z.boolean(),
        jobs: startedJobs,
        new: optional(z.int(), "How many memories are new; with `wait`."),
        updated: optional(z.int(), "How many memories were updated; with `wait`."),
        failed: optional(z.string().nullable(), "Why it could not be read now; a job tries again."),
      }),
    twice: "harmless",
    once: true,
  },
  consolidate: {
    http: "POST /api/ltm/sessions/{id}/consolidate",
    summary: "Write what was observed, and is in no timeline entry yet, into the timeline.",
    options: SIGNAL,
    body: ({ z, scopeBody }) => z.strictObject(scopeBody),
    answer: ({ z, consolidated }) => z.object(consolidated),
    twice: "harmless",
    once: true,
  },
  heartbeat: {
    http: "POST /api/ltm/sessions/{id}/heartbeat",
    summary: "Report a finished round of the bot's heartbeat.",
    options: SIGNAL,
    body: ({ z, scopeBody }) => z.strictObject(scopeBody),
    answer: ({ z, startedJobs }) => z.object({ jobs: startedJobs }),
    twice: "harmless",
    once: true,
  },
  compress: {
    http: "POST /api/ltm/sessions/{id}/compress",
    summary: "Make a conversation shorter, and keep what goes as a timeline entry.",
    description:
      "With `messages`, the conversation as it would be sent to a model: what is old becomes one `[Context Summary]` where the conversation is too long, and the answer has the messages to go on with. Messages that were not observed yet are. Without `messages`: the bot has compressed its conversation by itself.",
    args: ["messages"],
    options: { ...SIGNAL, contextWindow: true },
    body: ({ z, optional, sdkMessages, scopeBody }) =>
      z.strictObject({
        ...scopeBody,
        messages: optional(sdkMessages, "As OpenAI or the AI SDK writes them."),
        contextWindow: optional(
          z.int().min(1).max(Number.MAX_SAFE_INTEGER),
          "The model's context window in tokens. Default: `triggers.contextWindow`.",
        ),
      }),
    answer: ({ z, consolidated, optional, sdkMessage, startedJobs }) =>
      z.object({
        jobs: startedJobs,
        messages: optional(z.array(sdkMessage), "The messages to go on with."),
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
    twice: "harmless",
  },
} satisfies CallTable<SessionHandle>);
