import { z } from "@hono/zod-openapi";
import { WRITE_OUTCOMES } from "../../domain/write-outcome.ts";
import { ownScope } from "../own-scope.ts";
import { type Route, reply, route } from "../route.ts";
import { given, wanted, when } from "../schemas/body.ts";
import { name } from "../schemas/common.ts";
import { ItemSchema, memoryUpdate } from "../schemas/memory.ts";
import { etagOf } from "./item-of.ts";

const { text, key, category, type, tags, importance, confidence, pinned } = memoryUpdate;

const remember = route(
  {
    method: "post",
    path: "/api/ltm/remember",
    role: "write",
    tag: "Memories",
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
      subject: name.optional().describe("Whom it is about. Default: the scope's own user."),
      author: name.optional().describe("Who said it."),
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
      outcome: z.enum(WRITE_OUTCOMES).describe("What became of the claim."),
    }),
    status: 201,
  },
  async ({ service, principal, body, once, signal }) => {
    const { scope, agent, thread, legacy, text, ...options } = body;
    const handle = ownScope(service, principal, { scope, agent, thread, legacy });
    const told = await handle.remember(text, given({ eventId: once ?? undefined, ...options, signal }));
    return reply({ scope: handle.scope, ...told }, { headers: { ETag: etagOf(told.memory) } });
  },
);

export const rememberRoutes: readonly Route[] = [remember];
