import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { refuseMembers } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { name, paging, wanted, wantedAgent, wantedScope } from "../schemas/common.ts";
import { DegradedSchema } from "../schemas/recall.ts";

const { get, post } = routesAbout("Digests", "read");

const part = z.string().nullable();

export const digestRoutes: readonly Route[] = [
  post("/api/ltm/digest/context", {
    summary: "A summary of one person: lasting facts, the current day, and the six days before.",
    description:
      "It answers within its deadline with the best there is, and never fails for want of a model. `text` is null when nothing is known. A key that is bound to categories has no digests.",
    body: z.strictObject({
      ...wanted,
      person: name.optional().describe("An account id. Default: the user of a user's scope."),
      deadlineMs: z.int().optional().describe("Milliseconds to wait for models."),
    }),
    answer: z.object({
      person: z.string(),
      name: z.string(),
      text: part,
      source: z.enum(["merged", "facts", "today", "history", "joined", "last_good", "nothing"]),
      parts: z.object({ facts: part, today: part, history: part }),
      degraded: DegradedSchema.nullable(),
      prompt: z.string(),
    }),
    run: async ({ ownScope, service, principal, body, signal }) => {
      const scope = ownScope(body);
      refuseMembers(service, principal, scope);
      const options = given({ deadlineMs: body.deadlineMs, signal });
      const { toPrompt, injectInto: _, ...found } = await scope.digest.context(body.person, options);
      return { ...found, prompt: toPrompt() };
    },
  }),

  get("/api/ltm/digest/days", {
    summary: "Stored summaries of past days, newest first.",
    description:
      "Of one person, or of everybody who spoke. No model is called. A key that is bound to categories has no digests.",
    query: z.strictObject({
      ...wantedScope,
      ...wantedAgent,
      person: name.optional().describe("An account id. Default: everybody."),
      limit: paging.limit.describe("Days. Default: 30."),
    }),
    answer: z.object({
      items: z.array(
        z.object({
          day: z.string(),
          person: z.string(),
          name: z.string(),
          text: z.string(),
          method: z.enum(["model", "extract"]),
          model: z.string().nullable(),
        }),
      ),
    }),
    run: async ({ ownScope, service, principal, query, signal }) => {
      const scope = ownScope(query);
      refuseMembers(service, principal, scope);
      return { items: await scope.digest.days(query.person, given({ limit: query.limit, signal })) };
    },
  }),
];
