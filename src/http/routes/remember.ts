import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { WRITE_OUTCOMES } from "../../domain/change.ts";
import { type Route, routesAbout } from "../route.ts";
import { name, wanted, when } from "../schemas/common.ts";
import { ItemSchema, memoryUpdate } from "../schemas/memory.ts";
import { replyItem } from "./item-of.ts";

const { post } = routesAbout("Memories", "write");

const { text, key, category, type, tags, importance, confidence, pinned } = memoryUpdate;

export const rememberRoutes: readonly Route[] = [
  post("/api/ltm/remember", {
    summary: "Store a claim as the user's own statement.",
    description:
      "The command itself is the evidence. A claim that is known already is confirmed, not doubled.",
    body: z.strictObject({
      ...wanted,
      text: text.unwrap().describe("One sentence that stands by itself."),
      key: key.describe("A stable name of your own; new text under it replaces the old."),
      category,
      type,
      tags,
      importance: importance.describe("Default: 0.5."),
      confidence: confidence.describe("Default: 1."),
      pinned,
      expiresAt: when.optional(),
      validFrom: when.optional().describe("When it began to be true. Default: now."),
      subject: name.optional().describe("The person or thing it is about. Default: the scope's user."),
      author: name.optional().describe("The author."),
      session: name.optional(),
      run: name.optional(),
      platform: name.optional(),
      eventId: name.optional().describe("The id of the command; the same id again changes nothing."),
      metadata: z
        .record(z.string(), z.unknown())
        .optional()
        .describe("Anything of your own, kept with its event."),
    }),
    twice: "harmless",
    answer: ItemSchema.extend({
      outcome: z.enum(WRITE_OUTCOMES).describe("Outcome of the claim."),
    }),
    status: 201,
    run: async ({ ownScope, body, once, signal }) => {
      const { scope, agent, thread, legacy, text, ...options } = body;
      const handle = ownScope({ scope, agent, thread, legacy });
      const told = await handle.remember(text, given({ eventId: once ?? undefined, ...options, signal }));
      return replyItem(handle, told.memory, told);
    },
  }),
];
