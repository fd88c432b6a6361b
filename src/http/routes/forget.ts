import { z } from "@hono/zod-openapi";
import { ownScope } from "../own-scope.ts";
import { type Route, reply, route } from "../route.ts";
import { given, wanted } from "../schemas/body.ts";
import { name, reason } from "../schemas/common.ts";
import { UndoneSchema } from "../schemas/history.ts";
import { MemorySchema } from "../schemas/memory.ts";
import { etagOf } from "./item-of.ts";

const tag = "Memories";
const how = {
  ...wanted,
  hard: z.boolean().optional().describe("Erase now, for good. Default: false, restorable for a while."),
  reason,
};

const forget = route(
  {
    method: "post",
    path: "/api/ltm/forget",
    role: "write",
    tag,
    summary: "Forget one memory by id or key, or all that say every word of `about`.",
    description:
      "With `dryRun` it only says what would be forgotten. What was not there is no error: `found` is false.",
    body: z.union([
      z.strictObject({ ...how, id: name }),
      z.strictObject({ ...how, key: name }),
      z.strictObject({ ...how, about: name, dryRun: z.boolean().optional() }),
    ]),
    twice: "harmless",
    answer: z.object({ found: z.boolean(), memories: z.array(MemorySchema) }),
  },
  async ({ service, principal, body, signal }) => {
    const { scope, agent, thread, hard, reason: why, ...target } = body;
    const handle = ownScope(service, principal, { scope, agent, thread });
    const result = await handle.forget(given(target), given({ hard, reason: why, signal }));
    // What was erased is not to be found in an answer that is kept.
    return hard === true ? reply(result, { again: { found: result.found, memories: [] } }) : result;
  },
);

const undo = route(
  {
    method: "post",
    path: "/api/ltm/undo",
    role: "write",
    tag,
    summary: "Take back the last change of a scope. Again, it goes one further back.",
    body: z.strictObject({ ...wanted, reason }),
    twice: "harmful",
    answer: UndoneSchema,
  },
  async ({ service, principal, body, signal }) => {
    const handle = ownScope(service, principal, body);
    const { memory, undone } = await handle.memories.undo(undefined, given({ reason: body.reason, signal }));
    return reply({ scope: handle.scope, memory, undone }, { headers: { ETag: etagOf(memory) } });
  },
);

export const forgetRoutes: readonly Route[] = [forget, undo];
