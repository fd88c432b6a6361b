import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { RELATION_TYPES } from "../../domain/relation.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { byId, moment, name, optional, pageOf, paging, reason, scoped } from "../schemas/common.ts";
import { DecisionSchema, HistorySchema, letsIn, UndoneSchema } from "../schemas/history.ts";
import { ItemSchema } from "../schemas/memory.ts";
import { mayBringBack, ownItem, replyItem } from "./item-of.ts";

const { get, post } = routesAbout("Memories", "read");

const pages = z.strictObject({ ...scoped, ...paging });
const decided = pages.extend({ outcome: optional(name, "Only this outcome, such as `refused`.") });
const linked = z.strictObject({ ...scoped, limit: paging.limit.describe("Links. Default: 50.") });

const RelationsSchema = z.object({
  items: z.array(
    z
      .object({
        from: z.string(),
        to: z.string(),
        type: z.enum(RELATION_TYPES),
        strength: z.number().describe("0–1."),
        createdAt: moment,
      })
      .openapi("Relation"),
  ),
});

/** At two addresses: ours, and the one that R271 names. */
const [history, memoryHistory] = ["/api/ltm/items/{id}/history", "/memory/{id}/history"].map((path) =>
  get(path, {
    summary: "History of a memory, newest first.",
    params: byId,
    query: pages,
    answer: pageOf(HistorySchema),
    run: async (call) => {
      const { handle, id } = await ownItem(call);
      return handle.memories.history(id, optionsOf(call.query, call.signal));
    },
  }),
) as [Route, Route];

/** What happened to memories, what was decided about them, and what they are linked to. */
export const historyRoutes: readonly Route[] = [
  post("/api/ltm/items/{id}/restore", {
    role: "write",
    summary: "Restore a forgotten, expired or disabled memory.",
    params: byId,
    query: z.strictObject(scoped),
    body: z.strictObject({ reason }),
    twice: "harmless",
    answer: ItemSchema,
    run: async (call) => {
      const { handle, id } = await ownItem(call, mayBringBack);
      return replyItem(
        handle,
        await handle.memories.restore(id, given({ ...call.body, signal: call.signal })),
      );
    },
  }),

  post("/api/ltm/items/{id}/undo", {
    role: "write",
    summary: "Undo the last change of a memory. Repeat to go further back.",
    params: byId,
    query: z.strictObject(scoped),
    body: z.strictObject({ reason, letsIn }),
    twice: "harmful",
    answer: UndoneSchema,
    run: async (call) => {
      const { handle, id } = await ownItem(call, mayBringBack);
      const { memory, undone } = await handle.memories.undo(id, given({ ...call.body, signal: call.signal }));
      return replyItem(handle, memory, { undone });
    },
  }),

  history,

  get("/api/ltm/items/{id}/decisions", {
    summary: "Decisions about a memory with their reasons, newest first.",
    params: byId,
    query: decided,
    answer: pageOf(DecisionSchema),
    run: async (call) => {
      const { handle, id } = await ownItem(call);
      return handle.memories.decisions(id, optionsOf(call.query, call.signal));
    },
  }),

  memoryHistory,

  get("/api/ltm/relations", {
    summary: "Links between the active memories of a scope, the strongest first.",
    query: linked,
    answer: RelationsSchema,
    run: async ({ ownScope, query, signal }) => ({
      items: await ownScope(query).memories.relations(undefined, optionsOf(query, signal)),
    }),
  }),

  get("/api/ltm/items/{id}/relations", {
    summary: "Links of a memory to other active ones, the strongest first.",
    params: byId,
    query: linked,
    answer: RelationsSchema,
    run: async (call) => {
      const { handle, id } = await ownItem(call);
      return { items: await handle.memories.relations(id, optionsOf(call.query, call.signal)) };
    },
  }),

  get("/api/ltm/history", {
    role: "operator",
    summary: "History of a scope's memories, newest first.",
    description: "Also to those that were forgotten, so it is for operators.",
    query: pages,
    answer: pageOf(HistorySchema),
    run: ({ ownScope, query, signal }) =>
      ownScope(query).memories.history(undefined, optionsOf(query, signal)),
  }),

  get("/api/ltm/decisions", {
    role: "operator",
    summary: "Decisions in a scope with their reasons, including rejections, newest first.",
    query: decided,
    answer: pageOf(DecisionSchema),
    run: ({ ownScope, query, signal }) =>
      ownScope(query).memories.decisions(undefined, optionsOf(query, signal)),
  }),
];
