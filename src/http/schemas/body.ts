import { z } from "@hono/zod-openapi";
import { name, wantedAgent } from "./common.ts";

export { given } from "../../domain/arguments.ts";

const MOST_LEGACY = 100;

/** The scope, the agent and the thread of a body. */
export const wanted = {
  scope: name
    .optional()
    .describe(
      "`user:alice`, `group:42`, `project:x`, `global`. Default: the key's own scope, where it has one.",
    ),
  ...wantedAgent,
  thread: name.optional().describe("The conversation."),
  legacy: z
    .array(name)
    .max(MOST_LEGACY)
    .optional()
    .describe("Scopes that are read along with it and forgotten from together with it, never written."),
};

/** As the engine takes a moment: it has the exact rules. */
export const when = z
  .union([z.string().min(4).max(40), z.number()])
  .describe("ISO 8601, or milliseconds since 1970.");

export const share = z.number().min(0).max(1);
