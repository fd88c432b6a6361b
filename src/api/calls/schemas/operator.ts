import { z } from "@hono/zod-openapi";
import { CUT_RULES } from "../../../domain/budget.ts";
import { HISTORY_EVENTS } from "../../../domain/change.ts";
import { SOURCES } from "../../../domain/enums.ts";
import { AWAITS_REVIEW, MEMORY_SORTS } from "../../../domain/memory.ts";
import { RELATION_TYPES } from "../../../domain/relation.ts";
import { PRESET_NAMES } from "../../preset-name.ts";
import {
  agentParams,
  flagSchema,
  momentSchema,
  name,
  namedObject,
  optional,
  reasonSchema,
} from "./common.ts";
import { MemorySchema } from "./memory.ts";
import { ProposalSchema } from "./profile.ts";
import { DegradedSchema, HitSchema, VerdictSchema } from "./recall.ts";

const counts = z.record(z.string(), z.int());

export const StatsSchema = namedObject("Stats", {
  tenant: z.string(),
  readOnly: z.boolean(),
  scopes: z.array(
    z.object({
      scope: z.string(),
      events: z.int(),
      memories: z.int(),
      byStatus: counts,
      byType: counts,
      rev: z.int(),
      seq: z.int(),
      writes: z.boolean().describe("Whether the scope may be written to."),
      createdAt: momentSchema,
    }),
  ),
  totals: z.object({ scopes: z.int(), events: z.int(), memories: z.int() }),
  waiting: z.int().describe("What waits for a person, as the review lists it."),
  unread: z
    .object({ events: z.int(), oldestMs: z.number() })
    .describe("Events that no extraction has looked at yet, and how long the oldest has been waiting."),
  feedback: counts.describe("How often people said of a line that it helped, was wrong or was private."),
  embeddedBy: z
    .array(z.object({ models: z.string(), scopes: z.int(), behind: z.int() }))
    .describe("Whose vectors the scopes have, and how many of these have texts without one."),
  today: counts.describe("The tenant's figures since midnight UTC, such as `sweep.expired`."),
});

export const usageRow = z.object({
  day: z.string(),
  role: z.string(),
  model: z.string(),
  calls: z.int(),
  failures: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost: z
    .number()
    .nullable()
    .describe("At the prices of the setting `models.prices`; `null` without a price."),
});

export const historyEvent = z.enum(HISTORY_EVENTS);

export const presetName = z.enum(PRESET_NAMES);

export const ExplanationSchema = z.object({
  hits: z.array(HitSchema),
  cut: z.array(z.object({ hit: HitSchema, rule: z.enum(CUT_RULES) })),
  floors: z.partialRecord(z.enum(SOURCES), z.number()),
  degraded: DegradedSchema,
  prompt: z.string(),
  tokens: z.int(),
  limits: z.object({ maxItems: z.int(), maxTokens: z.int().nullable() }),
  verdict: VerdictSchema.nullable(),
});

export const waitingStatus = z.enum(AWAITS_REVIEW);

export const WaitingSchema = z.union([
  z.object({
    kind: z.literal("memory"),
    asks: z
      .enum(["keep", "forget"])
      .describe(
        "Effect of an approval: activate the memory, or forget an active one as a model's tool asked.",
      ),
    scope: z.string(),
    memory: MemorySchema,
    reason: z.string().nullable().describe("Why it waits."),
    evidence: z.array(z.record(z.string(), z.unknown())),
    replaces: z.array(MemorySchema).describe("The memories that are superseded once it is approved."),
  }),
  z.object({
    kind: z.literal("profile"),
    scope: z.string(),
    proposal: ProposalSchema,
    events: z.array(z.record(z.string(), z.unknown())),
  }),
]);

export const reviewTarget = {
  scope: name,
  ...agentParams,
  id: name.describe("The memory's id."),
  reason: reasonSchema,
};

export const RelationsSchema = z.object({
  items: z.array(
    namedObject("Relation", {
      from: z.string(),
      to: z.string(),
      type: z.enum(RELATION_TYPES),
      strength: z.number().describe("0–1."),
      createdAt: momentSchema,
    }),
  ),
});

export const memoryOrder = {
  sort: optional(z.enum(MEMORY_SORTS), "The field to sort by, largest first. Default: `created`."),
  ascending: optional(flagSchema, "Sort smallest first. Default: false."),
  links: optional(flagSchema, "Also what each memory replaced and what replaced it. Default: false."),
  skip: optional(z.coerce.number().int().min(0).max(1_000_000_000), "Number of items to skip. Default: 0."),
};

export const outcomeFilter = { outcome: optional(name, "Only this outcome, such as `refused`.") };
