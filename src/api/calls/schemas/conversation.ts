import { z } from "@hono/zod-openapi";
import { WAIT_CODES } from "../../../domain/waiting-reason.ts";
import { momentSchema, namedObject } from "./common.ts";
import { DecisionSchema, EventSchema } from "./history.ts";
import { MemorySchema } from "./memory.ts";

const WaitSchema = namedObject("Wait", {
  code: z.enum(WAIT_CODES),
  until: momentSchema.nullable().describe("When it is over at the latest; `null`: nobody knows."),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const ConversationEntrySchema = namedObject("ConversationEntry", {
  event: EventSchema,
  outcomes: z
    .array(DecisionSchema.extend({ memory: MemorySchema.nullable() }))
    .describe("Oldest first. Empty until it is read, and where `audit` is off."),
  waits: WaitSchema.nullable().describe("What it waits for: to be read, or for a person."),
  hasContext: z.boolean().describe("Whether `GET /api/ltm/contexts/{reply}` has it."),
});
