import { z } from "@hono/zod-openapi";
import { ERROR_CODES } from "../../index.ts";

export const ErrorSchema = z
  .object({
    error: z.object({
      code: z.enum(ERROR_CODES),
      message: z.string().describe("What was wrong, with which value, and what to do."),
      details: z.record(z.string(), z.unknown()),
      request: z.string().describe("The request's id, as in the log and in `X-Request-Id`."),
    }),
  })
  .openapi("Error");
