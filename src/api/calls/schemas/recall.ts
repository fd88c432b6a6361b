import { z } from "@hono/zod-openapi";
import { BlockRefSchema } from "../../../domain/block-ref.ts";
import { CORE_SORTS, SOURCES } from "../../../domain/enums.ts";
import { LIMITS } from "../../../domain/text.ts";
import { VERDICT_CODES } from "../../../domain/why-not.ts";
import { momentSchema, name, namedObject, optional, scopeBody, shareSchema, when } from "./common.ts";
import { EventSchema } from "./history.ts";
import { MemorySchema, recallFilters } from "./memory.ts";

const MAX_CATEGORIES = 1_000;
const categories = z.array(name).max(MAX_CATEGORIES);
export const query = z.string().max(LIMITS.query).describe("The search text; `*` returns the newest.");

export const recallFields = {
  ...scopeBody,
  from: optional(
    z.array(z.enum(SOURCES)).max(SOURCES.length),
    "Default: memories, and quotes where the read policy has them.",
  ),
  asker: optional(
    name,
    'Who asks, by the account id of their messages: "I" means them. Default: the user of a user\'s scope.',
  ),
  limit: optional(z.int(), "Most hits."),
  maxTokens: optional(z.int(), "Most tokens of the prompt."),
  tools: optional(z.boolean(), "The request to the model carries tools."),
  filters: z.strictObject(recallFilters).optional(),
  categories: categories.optional(),
  asOf: optional(when, "Recall what was believed at this time. Default: now."),
  threshold: optional(shareSchema, "The least relevance."),
  deadlineMs: optional(z.int(), "After so long it answers with what it has, marked degraded."),
};

const WhySchema = z.object({
  relevance: shareSchema.describe("How much it answers the question."),
  signals: z.array(z.object({ signal: z.string(), value: z.number(), part: z.number() })),
  importance: shareSchema.nullable(),
  recency: shareSchema.nullable(),
  strength: shareSchema.nullable(),
  rerank: z.number().nullable(),
  related: z
    .object({ id: z.string(), strength: shareSchema, part: z.number() })
    .nullable()
    .describe("Its strongest link to another memory, and what that adds to the score."),
  sum: z
    .array(z.object({ name: z.string(), value: z.number(), weight: z.number(), part: z.number() }))
    .describe("The parts that add up to the score."),
  via: z.string(),
});

const hit = {
  id: z.string(),
  text: z.string(),
  score: z.number(),
  why: WhySchema,
  evidence: z.array(z.object({ eventId: z.string(), method: z.string(), at: momentSchema })),
  core: z.boolean().describe("It is in every prompt, whatever is asked."),
};

const LATER = "A later statement of the same author that changes it; `null` if there is none.";
const later = z.object({ text: z.string(), event: EventSchema }).nullable().describe(LATER);

export const HitSchema = z
  .discriminatedUnion("kind", [
    z.object({ ...hit, kind: z.literal("memory"), memory: MemorySchema }),
    z.object({ ...hit, kind: z.literal("event"), event: EventSchema, later }),
    z.object({ ...hit, kind: z.literal("timeline"), entry: MemorySchema }),
  ])
  .openapi("Hit");

export const CoreLineSchema = z
  .object({
    sort: z
      .enum(CORE_SORTS)
      .describe("How to address somebody, what they cannot have, or what they always wish for."),
    text: z.string(),
    later,
    source: z
      .union([z.object({ memory: MemorySchema }), z.object({ event: EventSchema })])
      .describe("The memory or the message that it comes from."),
    at: momentSchema.describe("When it was said, or last confirmed."),
  })
  .openapi("CoreLine");

const light = { id: hit.id, text: hit.text, score: hit.score, core: hit.core };
const { type, category, tags, subject, confidence, createdAt, updatedAt } = MemorySchema.shape;
const lightMemory = { ...light, type, category, tags, subject, confidence, createdAt, updatedAt };
const { role, actor, session, at } = EventSchema.shape;
const lightLater = z.object({ text: z.string(), at }).nullable().describe(LATER);

export const LightHitSchema = z
  .discriminatedUnion("kind", [
    z.object({ ...lightMemory, kind: z.literal("memory") }),
    z.object({ ...lightMemory, kind: z.literal("timeline") }),
    z.object({ ...light, kind: z.literal("event"), role, actor, session, at, later: lightLater }),
  ])
  .openapi("LightHit");

const MAX_SHOWN = 10_000;

export const ReceiptSchema = z
  .strictObject({
    ids: z.array(name).max(MAX_SHOWN),
    thread: name.nullable(),
    rev: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
    block: optional(BlockRefSchema, "The lines of the block, by reference."),
  })
  .describe("What was shown, without its words; pass it to `POST /api/ltm/recall/delivered`.")
  .openapi("Receipt");

export const DegradedSchema = z
  .object({ reason: z.string(), detail: z.string() })
  .nullable()
  .describe("Why the answer may be worse than it could be; `null` when it is whole.");

export const VerdictSchema = namedObject("Verdict", {
  code: z.enum(VERDICT_CODES),
  text: z.string().describe("The same in English."),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .describe("Numbers and names of the sentence; `memory`: the id of the memory that it speaks of."),
});

export const isDelivered = z
  .boolean()
  .describe(
    "Whether it is on record that an agent was given this: the thread's place and the counts of access.",
  );

export const isUnsure = z
  .boolean()
  .describe(
    "The question depends on what was told before, and nothing shown answers it well, or nothing could be read: look further, or ask the user.",
  );
