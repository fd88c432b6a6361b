import { z } from "@hono/zod-openapi";
import { VIAS } from "../../../domain/enums.ts";
import { PLACEMENTS } from "../../../domain/inject.ts";
import { momentSchema, namedObject, shareSchema } from "./common.ts";
import { EventSchema } from "./history.ts";
import { ReceiptSchema } from "./recall.ts";

const LINE_STATES = [
  "current",
  "changed",
  "replaced",
  "held",
  "forgotten",
  "erased",
  "unknown",
  "unseen",
] as const;

const about = {
  reply: z.string().describe("The id of the reply's event."),
  thread: z.string().nullable(),
  at: momentSchema,
  tokens: z.int().describe("Of the block as it was."),
  maxTokens: z.int().nullable().describe("How many it could have had."),
  degraded: z.string().nullable().describe("Why the recall was incomplete."),
};

export const ContextEntrySchema = namedObject("ContextEntry", {
  ...about,
  question: z.string().nullable().describe("The id of the question's event."),
  lines: z.int().describe("How many lines the block had."),
});

export const ContextSchema = namedObject("ReplyContext", {
  ...about,
  event: EventSchema.nullable().describe("The reply; `null` where it was not observed."),
  question: EventSchema.nullable(),
  block: z
    .string()
    .describe("The block as it stood in the prompt; `[erased]` in place of words that are gone."),
  lines: z.array(
    namedObject("ContextLine", {
      kind: z.enum(["memory", "timeline", "quote", "event"]),
      id: z.string().nullable().describe("The memory, or the event that is quoted."),
      scope: z.string(),
      text: z
        .string()
        .nullable()
        .describe("What it said then; `null` where that is gone, or not for this key."),
      core: z.boolean().describe("It is in every prompt, whatever is asked."),
      why: z.object({ via: z.enum(VIAS), relevance: shareSchema }),
      state: z.enum(LINE_STATES).describe("What became of it since."),
    }),
  ),
  placement: z.enum(PLACEMENTS),
  receipt: ReceiptSchema,
});
