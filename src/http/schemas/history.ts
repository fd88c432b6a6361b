import { z } from "@hono/zod-openapi";
import { HISTORY_EVENTS } from "../../domain/change.ts";
import { EVIDENCE_METHODS } from "../../domain/event.ts";
import { moment } from "./common.ts";
import { EventSchema } from "./event.ts";
import { MemorySchema } from "./memory.ts";

const fields = z.record(z.string(), z.unknown()).nullable();

/** One line of a memory's history (R270). */
export const HistorySchema = z
  .object({
    id: z.int(),
    memoryId: z.string(),
    event: z.enum(HISTORY_EVENTS),
    rev: z.int(),
    before: fields.describe("The changed fields as they were."),
    after: fields,
    batch: z.string().nullable().describe("The operation that it was part of, such as a bulk forget."),
    actor: z.string(),
    reason: z.string(),
    at: moment,
  })
  .openapi("HistoryEntry");

export const DecisionSchema = z
  .object({
    eventId: z.string().nullable(),
    stage: z.string(),
    outcome: z.string(),
    reason: z.string(),
    memoryId: z.string().nullable(),
    policy: z.int().describe("The policy's version; 0 = what the server was opened with."),
    at: moment,
  })
  .openapi("Decision");

const EvidenceSchema = z.object({
  eventId: z.string(),
  method: z.enum(EVIDENCE_METHODS),
  trust: z.number(),
  span: z.array(z.int()).nullable().describe("Where in the event's text it is said."),
  model: z.string().nullable(),
  promptHash: z.string().nullable(),
  meta: z.record(z.string(), z.unknown()),
  createdAt: moment,
  event: EventSchema,
});

/** A memory with all that backs it. */
export const ProofSchema = z
  .object({
    scope: z.string(),
    memory: MemorySchema,
    evidence: z.array(EvidenceSchema),
    validity: z.array(
      z.object({
        validFrom: moment,
        validTo: moment.nullable(),
        revFrom: z.int(),
        revTo: z.int().nullable(),
      }),
    ),
  })
  .openapi("Proof");

const undone = z.object({ rev: z.int(), event: z.string(), batch: z.string().nullable() });

/** The result of an undo. */
export const letsIn = z
  .boolean()
  .optional()
  .describe(
    "`false`: refuse to let in what waits for a person, or was refused by one. Default: what the key may.",
  );

export const UndoneSchema = z
  .object({
    scope: z.string(),
    memory: MemorySchema,
    undone,
  })
  .openapi("Undone");

/** The result of undoing a whole operation. */
export const UndoneBatchSchema = z
  .object({
    scope: z.string(),
    memories: z.array(MemorySchema).describe("As they are now; those that the key may see."),
    undone: z.array(undone).describe("Newest first."),
  })
  .openapi("UndoneBatch");
