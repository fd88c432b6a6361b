import { z } from "@hono/zod-openapi";
import {
  byId,
  flagSchema,
  listOf,
  name,
  optional,
  pageSchema,
  paging,
  reasonSchema,
  scopeParams,
  scopeQuery,
} from "../../../api/calls/schemas/common.ts";
import {
  DecisionSchema,
  DeletedSchema,
  HistorySchema,
  ProofSchema,
  pendingOptions,
  RestoredSchema,
  UndoneSchema,
} from "../../../api/calls/schemas/history.ts";
import {
  filterFromQuery,
  ItemSchema,
  ListedItemSchema,
  memoryFilters,
  memoryUpdate,
} from "../../../api/calls/schemas/memory.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { noMemory } from "../../../domain/errors.ts";
import { MEMORY_SORTS } from "../../../domain/memory.ts";
import { checkRole } from "../identify.ts";
import {
  authorizedScopeName,
  checkKeyScope,
  optionsOf,
  severalScopes,
  authorizedTenant as tenantFor,
} from "../own-scope.ts";
import { ifMatch, matched } from "../read-input.ts";
import { type Route, routesAbout } from "../route.ts";
import {
  authorizedMemory,
  bringable,
  isVisible,
  itemOf,
  mayActivatePending,
  mayBringBack,
  replyItem,
  replyUndone,
  shownEvent,
  visibleFields,
  visibleStatuses,
} from "./item-of.ts";

const { delete: remove, get, patch, post } = routesAbout("Memories", "read");

const ITEM = "/api/ltm/items/{id}";
const ordering = {
  sort: optional(z.enum(MEMORY_SORTS), "The field to sort by, largest first. Default: `created`."),
  ascending: optional(flagSchema, "Sort smallest first. Default: false."),
  links: optional(flagSchema, "Also what each memory replaced and what replaced it. Default: false."),
  skip: optional(z.coerce.number().int().min(0).max(1_000_000_000), "Number of items to skip. Default: 0."),
};

const pages = z.strictObject({ ...scopeQuery, ...paging });
const decided = pages.extend({ outcome: optional(name, "Only this outcome, such as `refused`.") });

/** At two addresses: ours, and the one that R271 names. */
const [history, memoryHistory] = ["/api/ltm/items/{id}/history", "/memory/{id}/history"].map((path) =>
  get(path, {
    summary: "History of a memory, newest first.",
    params: byId,
    query: pages,
    answer: pageSchema(HistorySchema),
    run: async (call) => {
      const { handle, id } = await authorizedMemory(call);
      return handle.memories.history(id, optionsOf(call.query, call.signal));
    },
  }),
) as [Route, Route];

export const itemRoutes: readonly Route[] = [
  get("/api/ltm/items", {
    summary: "List memories, newest first.",
    description:
      "An operator sees every status but `soft_deleted` unless it asks; other keys see what is active, archived or expired. " +
      "Without `scope`, of all scopes of the tenant; with a kind alone (`scope=user`), of all of that kind. Filters are applied in the database. " +
      "`sort`, `ascending` and `skip` are for keys that see the whole tenant, `links` for an operator's.",
    query: z.strictObject({ ...scopeQuery, ...memoryFilters, ...ordering, ...paging }),
    answer: pageSchema(ListedItemSchema),
    run: async ({ ownScope, ownTenant, principal, query, signal }) => {
      const status = visibleStatuses(principal, query.status);
      const { limit, cursor, sort, ascending, skip, links } = query;
      // What was replaced is for operators to see.
      if (links === true) checkRole(principal, "operator");
      const options = { ...filterFromQuery(query), status, limit, cursor, signal };
      const isOrdered = [sort, ascending, skip, links].some((one) => one !== undefined);
      const several =
        severalScopes(principal, query) ?? (isOrdered ? authorizedScopeName(principal, query) : null);
      if (several !== null) {
        return ownTenant().memories.list({ ...options, ...several, sort, ascending, skip, links });
      }
      const handle = ownScope(query);
      const { items, next } = await handle.memories.list(options);
      return { items: items.map((memory) => ({ scope: handle.scope, memory })), next };
    },
  }),

  get("/api/ltm/count", {
    role: "operator",
    summary: "How many memories a list would give in all.",
    description: "With the scopes and filters of `GET /api/ltm/items`.",
    query: z.strictObject({ ...scopeParams, ...memoryFilters }),
    answer: z.object({ count: z.int() }),
    run: async ({ ownTenant, principal, query }) => {
      const scopes = severalScopes(principal, query) ?? authorizedScopeName(principal, query);
      const options = { ...filterFromQuery(query), ...withoutUndefined({ status: query.status }), ...scopes };
      return { count: await ownTenant().memories.count(options) };
    },
  }),

  get(ITEM, {
    summary: "One memory with its evidence, quotes and validity.",
    params: byId,
    query: z.strictObject(scopeQuery),
    answer: ProofSchema,
    run: async (call) => {
      const { handle, id } = await itemOf(call);
      const proof = await handle.memories.proof(id);
      if (!isVisible(call.principal, proof.memory)) throw noMemory(id);
      const supersedes = proof.supersedes.filter((memory) => isVisible(call.principal, memory));
      const evidence = proof.evidence.map((one) => ({
        ...one,
        event: shownEvent(call.principal, one.event),
      }));
      return replyItem(handle, proof.memory, { ...proof, evidence, supersedes });
    },
  }),

  patch(ITEM, {
    role: "write",
    summary: "Change a memory by hand.",
    description:
      "Omitted fields keep their value. `status` takes `active`, `disabled`, `archived` and `shadow`; to forget, use DELETE. " +
      'With `If-Match: "REV"` only while the memory is as you have seen it, else 412.',
    params: byId,
    query: z.strictObject(scopeQuery),
    body: z.strictObject({ ...memoryUpdate, reason: reasonSchema }),
    answer: ItemSchema,
    run: async (call) => {
      const ifRev = ifMatch(call.request);
      const { reason: why, ...changes } = call.body;
      const { handle, id } = await authorizedMemory(call);
      const options = withoutUndefined({ reason: why, ifRev, signal: call.signal });
      return replyItem(
        handle,
        await matched(ifRev, () => handle.memories.update(id, withoutUndefined(changes), options)),
      );
    },
  }),

  remove(ITEM, {
    role: "write",
    summary: "Forget a memory.",
    description:
      "It is out of every read and can be restored for a while. With `hard=true` it is erased now, for good, also from the " +
      "history and from what was said; the answer is the last there is of it. Memories that it alone had superseded become " +
      "current again.",
    params: byId,
    query: z.strictObject({
      ...scopeQuery,
      hard: flagSchema.optional(),
      bring_back: optional(flagSchema, "`false`: memories that it had superseded stay so. Default: true."),
      reason: reasonSchema,
    }),
    answer: DeletedSchema,
    run: async (call) => {
      const { hard, bring_back: bringBack, reason: why } = call.query;
      // Deleting again is no error; but who cannot see what was forgotten is not shown it so.
      let isShown = true;
      const { handle, id } = await authorizedMemory(call, (principal, memory) => {
        isShown = isVisible(principal, memory);
        return isShown || memory.status === "soft_deleted";
      });
      const options = withoutUndefined({ hard, bringBack, reason: why, signal: call.signal });
      const { restored, replaced, ...memory } = await handle.memories.delete(id, options);
      return replyItem(handle, visibleFields(call.principal, memory, isShown), {
        restored,
        replaced: await bringable(call.principal, handle, replaced),
      });
    },
  }),

  get("/api/ltm/search", {
    summary: "Full-text search over the memories of all or some scopes, best first.",
    description:
      "A search for operators. For the context of a bot's reply use `POST /api/ltm/recall`, which " +
      "goes by meaning. A key that is bound to scopes looks through these.",
    query: z.strictObject({
      query: z.string().min(1).max(1_000),
      scope: optional(listOf(name), "Only these; may be given several times."),
      ...memoryFilters,
      limit: paging.limit.describe("Most hits. Default: 20."),
    }),
    answer: z.object({ items: z.array(ItemSchema.extend({ score: z.number().min(0).max(1) })) }),
    run: async ({ service, principal, query, signal }) => {
      const { query: words, scope, limit } = query;
      const scopes = (scope ?? principal.scopes)?.map((one) => checkKeyScope(principal, one));
      const tenant = tenantFor(service, { ...principal, scopes: null });
      const status = visibleStatuses(principal, query.status);
      const options = withoutUndefined({ ...filterFromQuery(query), status, limit, scopes, signal });
      return { items: await tenant.search(words, options) };
    },
  }),

  post("/api/ltm/items/{id}/restore", {
    role: "write",
    summary: "Restore a forgotten, expired, disabled or superseded memory.",
    description: "Memories that are current in its place are superseded by it.",
    params: byId,
    query: z.strictObject(scopeQuery),
    body: z.strictObject({ reason: reasonSchema }),
    twice: "harmless",
    answer: RestoredSchema,
    run: async (call) => {
      const { handle, id } = await authorizedMemory(call, mayBringBack);
      const options = withoutUndefined({ ...call.body, signal: call.signal });
      const { ended, stillReplaced, ...memory } = await handle.memories.restore(id, options);
      return replyItem(handle, visibleFields(call.principal, memory), { ended, stillReplaced });
    },
  }),

  post("/api/ltm/items/{id}/undo", {
    role: "write",
    summary: "Undo the last change of a memory. Repeat to go further back.",
    params: byId,
    query: z.strictObject(scopeQuery),
    body: z.strictObject({ reason: reasonSchema, ...pendingOptions }),
    twice: "harmful",
    answer: UndoneSchema,
    run: async (call) => {
      const { handle, id } = await authorizedMemory(call, mayBringBack);
      const activatePending = mayActivatePending(call.principal, call.body);
      const undone = await handle.memories.undo(
        id,
        withoutUndefined({ ...call.body, activatePending, signal: call.signal }),
      );
      return replyUndone(call.principal, handle, undone);
    },
  }),

  history,

  get("/api/ltm/items/{id}/decisions", {
    summary: "Decisions about a memory with their reasons, newest first.",
    params: byId,
    query: decided,
    answer: pageSchema(DecisionSchema),
    run: async (call) => {
      const { handle, id } = await authorizedMemory(call);
      return handle.memories.decisions(id, optionsOf(call.query, call.signal));
    },
  }),

  memoryHistory,

  get("/api/ltm/history", {
    role: "operator",
    summary: "History of a scope's memories, newest first.",
    description: "Also to those that were forgotten, so it is for operators.",
    query: pages,
    answer: pageSchema(HistorySchema),
    run: ({ ownScope, query, signal }) =>
      ownScope(query).memories.history(undefined, optionsOf(query, signal)),
  }),

  get("/api/ltm/decisions", {
    role: "operator",
    summary: "Decisions in a scope with their reasons, including rejections, newest first.",
    query: decided,
    answer: pageSchema(DecisionSchema),
    run: ({ ownScope, query, signal }) =>
      ownScope(query).memories.decisions(undefined, optionsOf(query, signal)),
  }),
];
