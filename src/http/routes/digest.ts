import { z } from "@hono/zod-openapi";
import { ownScope, refuseMembers } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, wanted } from "../schemas/body.ts";
import { name } from "../schemas/common.ts";
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

export const digestRoutes: readonly Route[] = [context];
