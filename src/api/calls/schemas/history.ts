import { z } from "@hono/zod-openapi";
import { HISTORY_EVENTS } from "../../../domain/change.ts";
import { SDK_FIELDS } from "../../../domain/chat-message.ts";
import { EVENT_ROLES, EVENT_TYPES, EVIDENCE_METHODS } from "../../../domain/event.ts";
import { LIMITS } from "../../../domain/text.ts";
import { momentSchema, name, namedObject, optional, when } from "./common.ts";
import { ItemSchema, MemorySchema } from "./memory.ts";

export const EventSchema = namedObject("Event", {
  id: z.string(),
  seq: z.int().describe("Its place in the scope's order."),
  type: z.enum(EVENT_TYPES),
  role: z.enum(EVENT_ROLES),
  actor: z.string().nullable(),
  text: z.string(),
  content: z.record(z.string(), z.unknown()).nullable(),
  platform: z.string().nullable(),
  session: z.string().nullable(),
  thread: z.string().nullable(),
  turn: z.string().nullable(),
  at: momentSchema,
  recordedAt: momentSchema,
  erasedAt: momentSchema.nullable(),
  hiddenAt: momentSchema.nullable().describe("When somebody asked to forget what it says."),
  coreOffAt: momentSchema.nullable().describe("When its line was taken out of the core."),
});

const part = z.looseObject({ type: z.string() }).describe("A part of a message, as chat SDKs write it.");

/** A message as `observe()` takes it. */
export const MessageSchema = z
  .strictObject({
    id: optional(name, "Your own id of it; the same id again records nothing. Default: a new one."),
    type: z.enum(EVENT_TYPES).optional(),
    role: optional(
      z.enum([...EVENT_ROLES, "developer", "function"]),
      "Default: `user`. `developer` is a system message, `function` one of a tool.",
    ),
    author: optional(name, "The author, by an id that never changes, such as the platform's."),
    authorName: optional(
      z.string(),
      "The author's current name. The newest name is used; older names still resolve to the author.",
    ),
    text: optional(z.string().max(LIMITS.eventText), "Required unless there is `content` or `parts`."),
    content: z
      .union([z.string().max(LIMITS.eventText), z.array(part), z.record(z.string(), z.unknown())])
      .nullish()
      .describe(
        "The words as OpenAI and the AI SDK write them, a string or parts; or an object of your own, such as a tool's name, arguments and result.",
      ),
    parts: optional(z.array(part), "The parts of the AI SDK's UIMessage."),
    platform: name.optional(),
    session: name.optional(),
    thread: name.optional(),
    turn: name.optional(),
    at: when.optional(),
    ...Object.fromEntries(
      SDK_FIELDS.filter((field) => field !== "parts").map((field) => [
        field,
        optional(z.unknown(), "As OpenAI or the AI SDK writes it."),
      ]),
    ),
  })
  .openapi("Message");

export const ObservedSchema = namedObject("Observed", {
  recorded: z.int(),
  duplicates: z.int(),
  redacted: z.int().describe("Pieces that were masked before anything was stored."),
  seq: z.int(),
});

const fields = z.record(z.string(), z.unknown()).nullable();

/** One line of a memory's history. */
export const HistorySchema = namedObject("HistoryEntry", {
  id: z.int(),
  memoryId: z.string(),
  event: z.enum(HISTORY_EVENTS),
  rev: z.int(),
  before: fields.describe("The changed fields as they were."),
  after: fields,
  batch: z.string().nullable().describe("The operation that it was part of, such as a bulk forget."),
  undoOf: z.int().nullable().describe("The revision that this change undid."),
  undoneBy: z.int().nullable().describe("The revision that undid this change."),
  actor: z.string(),
  reason: z.string(),
  at: momentSchema,
});

export const DecisionSchema = namedObject("Decision", {
  eventId: z.string().nullable(),
  stage: z.string(),
  outcome: z.string(),
  reason: z.string(),
  why: z
    .array(z.object({ code: z.string(), values: z.record(z.string(), z.string()) }))
    .describe("The reason as stable codes with their values; `other` where there is no code."),
  memoryId: z.string().nullable(),
  policy: z.int().describe("The policy's version; 0 = what the server was opened with."),
  at: momentSchema,
});

const EvidenceSchema = z.object({
  eventId: z.string(),
  method: z.enum(EVIDENCE_METHODS),
  trust: z.number(),
  span: z.array(z.int()).nullable().describe("Where in the event's text it is said."),
  model: z.string().nullable(),
  promptHash: z.string().nullable(),
  meta: z.record(z.string(), z.unknown()),
  createdAt: momentSchema,
  event: EventSchema,
});

/** A memory with all that backs it. */
export const ProofSchema = namedObject("Proof", {
  scope: z.string(),
  memory: MemorySchema,
  evidence: z.array(EvidenceSchema),
  validity: z.array(
    z.object({
      validFrom: momentSchema,
      validTo: momentSchema.nullable(),
      revFrom: z.int(),
      revTo: z.int().nullable(),
    }),
  ),
  supersedes: z.array(MemorySchema).describe("Memories that it superseded; those that the key may see."),
});

const ids = z.array(z.string());

/** The memories that forgotten ones had superseded. */
export const returned = {
  restored: ids.describe(
    "Ids of memories that the forgotten ones had superseded and that are current again.",
  ),
  replaced: ids.describe("Ids of those that did not come back. Restore those that are true again."),
};

export const hidden = ids.describe(
  "Ids of messages that are no longer quoted, each as a whole, or would be.",
);

export const DeletedSchema = namedObject("Deleted", { ...ItemSchema.shape, ...returned });

export const RestoredSchema = namedObject("Restored", {
  ...ItemSchema.shape,
  ended: ids.describe("Ids of memories that were current in its place and are superseded by it now."),
  stillReplaced: ids.describe("Ids of further memories that those had superseded. They are unchanged."),
});

const undone = z.object({
  rev: z.int(),
  event: z.string().describe("As in the history; `HIDE` for messages that were forgotten without a memory."),
  batch: z.string().nullable(),
});

export const pendingOptions = {
  activatePending: optional(
    z.boolean(),
    "`false`: refuse to change what waits for a person, or was refused by one. Default: what the key may, which is `false` below the role operator.",
  ),
  letsIn: optional(z.boolean(), "The former name of `activatePending`.").meta({ deprecated: true }),
};

export const UndoneSchema = namedObject("Undone", {
  scope: z.string(),
  memory: MemorySchema.nullable().describe("`null` where the change of a scope only hid messages."),
  undone,
});

export const UndoneBatchSchema = namedObject("UndoneBatch", {
  scope: z.string(),
  memories: z.array(MemorySchema).describe("As they are now; those that the key may see."),
  undone: z.array(undone).describe("Newest first."),
});
