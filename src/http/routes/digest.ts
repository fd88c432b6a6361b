import { z } from "@hono/zod-openapi";
import { ownScope, refuseMembers } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, wanted } from "../schemas/body.ts";
import { name, paging, wantedAgent, wantedScope } from "../schemas/common.ts";
import { DegradedSchema } from "../schemas/recall.ts";

const part = z.string().nullable();

const context = route(
  {
    method: "post",
    path: "/api/ltm/digest/context",
    role: "read",
    tag: "Digests",
    summary: "What is known of a person: lasting facts, the current day, and the six days before.",
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
  },
  async ({ service, principal, body, signal }) => {
    const scope = ownScope(service, principal, body);
    refuseMembers(service, principal, scope);
    const options = given({ deadlineMs: body.deadlineMs, signal });
    const { toPrompt, injectInto: _, ...found } = await scope.digest.context(body.person, options);
    return { ...found, prompt: toPrompt() };
  },
);

const days = route(
  {
    method: "get",
    path: "/api/ltm/digest/days",
    role: "read",
    tag: "Digests",
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
  },
  async ({ service, principal, query, signal }) => {
    const scope = ownScope(service, principal, query);
    refuseMembers(service, principal, scope);
    return { items: await scope.digest.days(query.person, given({ limit: query.limit, signal })) };
  },
);

export const digestRoutes: readonly Route[] = [context, days];
