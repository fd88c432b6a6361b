import { z } from "@hono/zod-openapi";
import { type Route, reply, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import { name, pageAsked, pageOf, paging, reason, wantedAgent, wantedScope } from "../schemas/common.ts";
import { DecisionSchema, HistorySchema, letsIn, UndoneSchema } from "../schemas/history.ts";
import { ItemSchema } from "../schemas/memory.ts";
import { mayBringBack } from "../visible.ts";
import { etagOf, ownItem, replyItem } from "./item-of.ts";

const tag = "Memories";
const params = z.strictObject({ id: name });
const where = z.strictObject({ ...wantedScope, ...wantedAgent });
const pages = z.strictObject({ ...wantedScope, ...wantedAgent, ...paging });

const restore = route(
  {
    method: "post",
    path: "/api/ltm/items/{id}/restore",
    role: "write",
    tag,
    summary: "Restore a forgotten, expired or disabled memory.",
    params,
    query: where,
    body: z.strictObject({ reason }),
    twice: "harmless",
    answer: ItemSchema,
  },
  async (call) => {
    const { handle, id } = await ownItem(call, mayBringBack);
    const options = given({ ...call.body, signal: call.signal });
    return replyItem(handle, await handle.memories.restore(id, options));
  },
);

const undo = route(
  {
    method: "post",
    path: "/api/ltm/items/{id}/undo",
    role: "write",
    tag,
    summary: "Undo the last change of a memory. Repeat to go further back.",
    params,
    query: where,
    body: z.strictObject({ reason, letsIn }),
    twice: "harmful",
    answer: UndoneSchema,
  },
  async (call) => {
    const { handle, id } = await ownItem(call, mayBringBack);
    const { memory, undone } = await handle.memories.undo(id, given({ ...call.body, signal: call.signal }));
    return reply({ scope: handle.scope, memory, undone }, { headers: { ETag: etagOf(memory) } });
  },
);

/** At two addresses: ours, and the one that R271 names. */
const [history, memoryHistory] = ["/api/ltm/items/{id}/history", "/memory/{id}/history"].map((path) =>
  route(
    {
      method: "get",
      path,
      role: "read",
      tag,
      summary: "History of a memory, newest first.",
      params,
      query: pages,
      answer: pageOf(HistorySchema),
    },
    async (call) => {
      const { handle, id } = await ownItem(call);
      const { items, next } = await handle.memories.history(id, {
        ...pageAsked(call.query),
        signal: call.signal,
      });
      return { items, next };
    },
  ),
) as [Route, Route];

const decisions = route(
  {
    method: "get",
    path: "/api/ltm/items/{id}/decisions",
    role: "read",
    tag,
    summary: "Decisions about a memory with their reasons, newest first.",
    params,
    query: pages.extend({ outcome: name.optional().describe("Only this outcome, such as `refused`.") }),
    answer: pageOf(DecisionSchema),
  },
  async (call) => {
    const { handle, id } = await ownItem(call);
    const { outcome } = call.query;
    const options = given({ ...pageAsked(call.query), outcome, signal: call.signal });
    const { items, next } = await handle.memories.decisions(id, options);
    return { items, next };
  },
);

export const itemHistoryRoutes: readonly Route[] = [restore, undo, history, decisions, memoryHistory];
