import { z } from "@hono/zod-openapi";
import { FEEDBACK_EFFECTS, FEEDBACK_VERDICTS } from "../../../domain/feedback.ts";
import { LIMITS } from "../../../domain/text.ts";
import { momentSchema, namedObject } from "./common.ts";

export const feedbackVerdict = z.enum(FEEDBACK_VERDICTS);

export const feedbackNote = z.string().max(LIMITS.reason);

export const FeedbackSchema = namedObject("Feedback", {
  id: z.int().describe("Its number in the scope."),
  memory: z.string().nullable(),
  event: z.string().nullable().describe("The id of the message; `null`: it is about a memory."),
  reply: z.string().nullable(),
  verdict: feedbackVerdict,
  by: z.string().nullable(),
  note: z.string().nullable(),
  effect: z
    .enum(FEEDBACK_EFFECTS)
    .describe("`review`: the memory waits for a person. `hidden`: the message is quoted no more."),
  batch: z.string().nullable().describe("`POST /api/ltm/batches/{batch}/undo` takes the effect back."),
  at: momentSchema,
});
