import { z } from "@hono/zod-openapi";
import { WRITE_OUTCOMES } from "../../../domain/change.ts";
import { EVENT_ROLES, EVENT_TYPES } from "../../../domain/event.ts";
import { MEMORY_STATUSES } from "../../../domain/memory.ts";
import { LIMITS } from "../../../domain/text.ts";
import { name, namedObject, optional, when } from "./common.ts";
import { EventSchema, MessageSchema } from "./history.ts";
import { MemorySchema, memoryUpdate } from "./memory.ts";
import { DegradedSchema } from "./recall.ts";

export const eventRole = z.enum(EVENT_ROLES);
export const eventType = z.enum(EVENT_TYPES);
export const eventText = z.string().max(LIMITS.eventText);
export const writeOutcome = z.enum(WRITE_OUTCOMES);

export const messages = z.array(MessageSchema).max(LIMITS.batch);

export const OwnedEventSchema = z.object({ scope: z.string(), event: EventSchema });

export const changed = z.object({ changed: z.boolean() });

export const WriteReportSchema = namedObject("WriteReport", {
  events: z.int().describe("How many were read."),
  entries: z.array(
    z.object({
      outcome: writeOutcome,
      text: z.string(),
      reason: z.string(),
      eventId: z.string(),
      memory: MemorySchema.nullable().describe("The resulting memory; `null` when the claim was refused."),
      replaced: z.array(z.string()).describe("Ids of the memories that it superseded."),
    }),
  ),
});

export const startedJobs = z.int().describe("Number of background jobs that this call started.");

export const consolidated = {
  entries: z.array(MemorySchema).describe("The new timeline entries, oldest first."),
  failures: z.int().describe("Summaries in a row that have failed."),
  degraded: DegradedSchema,
};

export const sdkMessage = z.looseObject({ role: z.string().optional() });
export const sdkMessages = z.array(sdkMessage).max(LIMITS.batch);

const DraftSchema = MemorySchema.pick({
  ...{ text: true, key: true, kind: true, type: true, category: true, tags: true },
  ...{ status: true, subject: true, confidence: true, importance: true },
});

export const PreviewSchema = z.object({
  texts: z.array(z.string()),
  redacted: z.int(),
  entries: z.array(
    z.object({
      outcome: writeOutcome,
      text: z.string(),
      reason: z.string(),
      message: z.int(),
      memory: DraftSchema.nullable(),
      meets: MemorySchema.nullable(),
      replaces: z.array(MemorySchema),
    }),
  ),
});

const { text, key, category, type, tags, importance, confidence, pinned } = memoryUpdate;

export const rememberFields = {
  text: text.unwrap().describe("One sentence that stands by itself."),
  key: key.describe("A stable name of your own; new text under it replaces the old."),
  category,
  type,
  tags,
  importance: importance.describe("Default: 0.5."),
  confidence: confidence.describe("Default: 1."),
  pinned,
  expiresAt: when.optional(),
  validFrom: optional(when, "When it began to be true. Default: now."),
  subject: optional(name, "The person or thing it is about. Default: the scope's user."),
  author: optional(name, "The author."),
  session: name.optional(),
  run: name.optional(),
  platform: name.optional(),
  eventId: optional(name, "The id of the command; the same id again changes nothing."),
  metadata: optional(z.record(z.string(), z.unknown()), "Anything of your own, kept with its event."),
};

export const forgetFields = {
  id: name.optional(),
  key: name.optional(),
  message: optional(name, "A message, by the id of its event: it is kept, and quoted no more."),
  about: name.optional(),
  dryRun: optional(z.boolean(), "Only say what `about` would forget. Default: false."),
  hard: optional(z.boolean(), "Erase now, for good. Default: false, restorable for a while."),
  includeRepetitions: optional(
    z.boolean(),
    "With `hard`: also out of every other message that speaks of it. Default: false.",
  ),
  echoes: optional(z.boolean(), "The former name of `includeRepetitions`.").meta({ deprecated: true }),
  bringBack: optional(
    z.boolean(),
    "`false`: memories that a forgotten one had superseded stay so. Default: true.",
  ),
  batch: optional(
    name,
    "The operation that this is part of, by a name of yours. Default: with `about` a new one.",
  ),
  statuses: optional(
    z.array(z.enum(MEMORY_STATUSES)),
    "Only memories in one of these. Default: all that are not forgotten, with `hard` those too.",
  ),
};
