import { z } from "@hono/zod-openapi";
import { MEMORY_KINDS, MEMORY_STATUSES, MEMORY_TYPES } from "../../domain/memory.ts";
import type { MemoryFilter } from "../../index.ts";
import { flag, listOf, moment, name, time } from "./common.ts";

const share = z.number().min(0).max(1);

export const MemorySchema = z
  .object({
    id: z.string(),
    shortId: z.string(),
    key: z.string(),
    kind: z.enum(MEMORY_KINDS),
    type: z.enum(MEMORY_TYPES).nullable(),
    category: z.string(),
    text: z.string(),
    tags: z.array(z.string()),
    confidence: share,
    importance: share,
    strength: share,
    strengthAt: moment,
    evidenceCount: z.int(),
    status: z
      .enum(MEMORY_STATUSES)
      .describe("One that waits for a person is `shadow` with `needs_approval`."),
    needs_approval: z.literal(true).optional(),
    pinned: z.boolean(),
    supersededBy: z.string().nullable(),
    subject: z.string().nullable(),
    actor: z.string().nullable(),
    role: z.string().nullable(),
    user: z.string().nullable(),
    agent: z.string().nullable(),
    run: z.string().nullable(),
    thread: z.string().nullable(),
    session: z.string().nullable(),
    platform: z.string().nullable(),
    createdAt: moment,
    updatedAt: moment,
    confirmedAt: moment,
    lastActivated: moment,
    activationCount: z.int(),
    lastAccessed: moment.nullable(),
    accessCount: z.int(),
    ttlDays: z.number().nullable(),
    expiresAt: moment.nullable(),
    purgeAt: moment.nullable(),
    rev: z.int().describe("Its revision; send it as `If-Match` to change only what you have seen."),
  })
  .openapi("Memory");

/** A memory and whose it is. */
export const ItemSchema = z.object({ scope: z.string(), memory: MemorySchema }).openapi("Item");

const unit = z.coerce.number().min(0).max(1);
const millis = time.transform((value) => Date.parse(value));

/** The filters of R52 and R266 in a query string. */
export const memoryFilters = {
  type: z.enum(MEMORY_TYPES).optional(),
  kind: z.enum(MEMORY_KINDS).optional(),
  status: listOf(z.enum(MEMORY_STATUSES))
    .optional()
    .describe("One or several. Default: all but `soft_deleted`."),
  category: listOf(name).optional(),
  min_confidence: unit.optional(),
  importance_min: unit.optional(),
  importance_max: unit.optional(),
  pinned: flag.optional(),
  user_id: name.optional(),
  agent_id: name.optional(),
  run_id: name.optional(),
  actor_id: name.optional(),
  subject: name.optional(),
  role: name.optional(),
  session_id: name.optional(),
  updated_after: millis.optional(),
  updated_before: millis.optional(),
  created_after: millis.optional(),
  created_before: millis.optional(),
};

/** Their names in the engine. */
export function filterOf(query: z.output<z.ZodObject<typeof memoryFilters>>): MemoryFilter {
  return {
    type: query.type,
    kind: query.kind,
    status: query.status,
    categories: query.category,
    minConfidence: query.min_confidence,
    importanceMin: query.importance_min,
    importanceMax: query.importance_max,
    pinned: query.pinned,
    user: query.user_id,
    agent: query.agent_id,
    run: query.run_id,
    actor: query.actor_id,
    subject: query.subject,
    role: query.role,
    session: query.session_id,
    updatedAfter: query.updated_after,
    updatedBefore: query.updated_before,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
}
