import { z } from "@hono/zod-openapi";
import { WRITE_OUTCOMES } from "../../domain/write-outcome.ts";
import { MemorySchema } from "./memory.ts";

/** What a reading of messages came to. */
export const ReportSchema = z
  .object({
    events: z.int().describe("How many were read."),
    entries: z.array(
      z.object({
        outcome: z.enum(WRITE_OUTCOMES),
        text: z.string(),
        reason: z.string(),
        eventId: z.string(),
        memory: MemorySchema.nullable().describe("What it led to; `null` when it was refused."),
        replaced: z.array(z.string()).describe("Ids of memories that are no longer so."),
      }),
    ),
  })
  .openapi("WriteReport");
