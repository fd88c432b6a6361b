import type { CommandMessage, CommandsHandle } from "../commands.ts";
import type { DigestHandle } from "../digest.ts";
import type { ScopeHandle } from "../scope.ts";
import { about, type CallTable, type OptionNames, REASON, SIGNAL } from "./call.ts";

export const WRITE_CALLS = about("Memories", "write", {
  remember: {
    http: "POST /api/ltm/remember",
    summary: "Store a claim as the user's own statement.",
    description:
      "The command itself is the evidence. A claim that is known already is confirmed, not doubled.",
    args: ["text"],
    options: {
      ...SIGNAL,
      key: true,
      category: true,
      type: true,
      tags: true,
      importance: true,
      confidence: true,
      pinned: true,
      expiresAt: true,
      validFrom: true,
      subject: true,
      author: true,
      session: true,
      run: true,
      platform: true,
      eventId: true,
      metadata: true,
    },
    body: ({ z, rememberFields, scopeBody }) => z.strictObject({ ...scopeBody, ...rememberFields }),
    answer: ({ ItemSchema, writeOutcome }) =>
      ItemSchema.extend({ outcome: writeOutcome.describe("Outcome of the claim.") }),
    status: 201,
    gives: { without: "scope" },
    twice: "harmless",
    once: true,
  },
  forget: {
    http: "POST /api/ltm/forget",
    summary: "Forget one memory by id or key, or all that contain every word of `about`.",
    description:
      "With `dryRun` it only reports what would be forgotten. A missing memory is no error: `found` is false. Memories that " +
      "the forgotten ones alone had superseded become current again.",
    args: ["...target"],
    options: {
      ...REASON,
      hard: true,
      includeRepetitions: true,
      echoes: true,
      bringBack: true,
      statuses: true,
      batch: true,
    },
    body: ({ z, forgetFields, reasonSchema, scopeBody }) =>
      z.strictObject({ ...scopeBody, ...forgetFields, reason: reasonSchema }),
    answer: ({ z, MemorySchema, hidden, returned }) =>
      z.object({
        found: z.boolean(),
        memories: z.array(MemorySchema),
        batch: z.string().nullable().describe("Takes all of it back: `POST /api/ltm/batches/{batch}/undo`."),
        hidden,
        ...returned,
      }),
    twice: "harmless",
    once: true,
  },
  observe: {
    http: "POST /api/ltm/events",
    tag: "Events",
    summary: "Record messages.",
    description:
      "All or none. Memories are extracted in the background, or now with `POST /api/ltm/flush`. An id that is known already is a duplicate and changes nothing.",
    args: ["messages"],
    options: SIGNAL,
    body: ({ z, messages, scopeBody }) => z.strictObject({ ...scopeBody, messages }),
    answer: ({ ObservedSchema }) => ObservedSchema,
    status: 201,
    twice: "harmless",
    once: true,
  },
  flush: {
    http: "POST /api/ltm/flush",
    tag: "Sessions",
    summary: "Extract memories from all unread events now, and report the outcome.",
    options: SIGNAL,
    body: ({ z, scopeBody }) => z.strictObject(scopeBody),
    answer: ({ WriteReportSchema }) => WriteReportSchema,
    twice: "harmless",
    once: true,
  },
  preview: {
    http: "POST /api/ltm/preview",
    role: "operator",
    tag: "Operator",
    summary: "Extract and decide without writing: the outcome that these messages would have.",
    description: "A language model is asked as usual, where there is one, and its tokens count.",
    args: ["messages"],
    options: SIGNAL,
    body: ({ z, messages, scopeBody }) => z.strictObject({ ...scopeBody, messages }),
    answer: ({ PreviewSchema }) => PreviewSchema,
  },
} satisfies Partial<CallTable<ScopeHandle>>);

export const DIGEST_CALLS = about("Digests", "read", {
  context: {
    http: "POST /api/ltm/digest/context",
    summary: "A summary of one person: lasting facts, the current day, and the six days before.",
    description:
      "It answers within its deadline with the best there is, and never fails for want of a model. `text` is null when nothing is known. A key that is bound to categories has no digests.",
    args: ["person"],
    options: { ...SIGNAL, deadlineMs: true },
    body: ({ z, name, optional, scopeBody }) =>
      z.strictObject({
        ...scopeBody,
        person: optional(name, "An account id. Default: the user of a user's scope."),
        deadlineMs: optional(z.int(), "Milliseconds to wait for models."),
      }),
    answer: ({ DigestContextSchema }) => DigestContextSchema,
  },
  days: {
    http: "GET /api/ltm/digest/days",
    summary: "Stored summaries of past days, newest first.",
    description:
      "Of one person, or of everybody who spoke. No model is called. A key that is bound to categories has no digests.",
    args: ["person"],
    options: { ...SIGNAL, limit: true },
    query: ({ z, name, optional, paging, scopeQuery }) =>
      z.strictObject({
        ...scopeQuery,
        person: optional(name, "An account id. Default: everybody."),
        limit: paging.limit.describe("Days. Default: 30."),
      }),
    answer: ({ z, DigestDaySchema }) => z.object({ items: z.array(DigestDaySchema) }),
    gives: { field: "items" },
  },
} satisfies CallTable<DigestHandle>);

export const COMMANDS_CALLS = about("Commands", "write", {
  handle: {
    http: "POST /api/ltm/commands",
    summary: "Do what a chat message tells the bot to do with its memory: remember, forget, or tell.",
    description:
      "`outcome` is `none` when the message holds no command. `unresolved` is a name that nobody known here goes by: look it up on the platform, and send the message again with `people`. `say` is a sentence for the bot.",
    args: ["message"],
    options: { ...SIGNAL, resolve: true },
    body: ({ z, commandMessage, scopeBody }) => z.strictObject({ ...scopeBody, message: commandMessage }),
    answer: ({ CommandResultSchema }) => CommandResultSchema,
    twice: "harmful",
    once: true,
  },
} satisfies CallTable<CommandsHandle>);

/** The fields of a message that may hold a command. */
export const COMMAND_MESSAGE: OptionNames<CommandMessage> = {
  text: true,
  author: true,
  authorName: true,
  id: true,
  session: true,
  platform: true,
  people: true,
  addressed: true,
};
