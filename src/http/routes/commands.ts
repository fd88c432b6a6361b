import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { LIMITS } from "../../domain/text.ts";
import { refuseMembers } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { name, wanted } from "../schemas/common.ts";
import { MemorySchema } from "../schemas/memory.ts";

const { post } = routesAbout("Commands", "write");

const MOST_PEOPLE = 1_000;
const MOST_NAMES = 100;

export const commandRoutes: readonly Route[] = [
  post("/api/ltm/commands", {
    summary: "Do what a chat message tells the bot to do with its memory: remember, forget, or tell.",
    description:
      "`outcome` is `none` when the message holds no command. `unresolved` is a name that nobody known here goes by: look it up on the platform, and send the message again with `people`. `say` is a sentence for the bot.",
    body: z.strictObject({
      ...wanted,
      message: z.strictObject({
        text: z.string().max(LIMITS.eventText),
        author: name.optional(),
        authorName: name.optional(),
        id: name.optional(),
        session: name.optional(),
        platform: name.optional(),
        people: z
          .array(z.strictObject({ id: name, names: z.array(name).max(MOST_NAMES) }))
          .max(MOST_PEOPLE)
          .optional(),
        addressed: z.boolean().optional(),
      }),
    }),
    twice: "harmful",
    answer: z.object({
      command: z.enum(["remember", "forget", "ask"]).nullable(),
      outcome: z.enum([
        "none",
        "remembered",
        "waits",
        "forgotten",
        "not_found",
        "told",
        "unresolved",
        "ambiguous",
        "refused",
      ]),
      person: z.object({ id: z.string(), name: z.string() }).nullable(),
      unresolved: z.string().nullable(),
      memories: z.array(MemorySchema),
      say: z.string().nullable(),
    }),
    run: ({ ownScope, service, principal, body, signal }) => {
      const scope = ownScope(body);
      refuseMembers(service, principal, scope);
      return scope.commands.handle(given(body.message), { signal });
    },
  }),
];
