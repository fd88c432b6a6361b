import type { MemoriesHandle, UndoOptions } from "../memories.ts";
import type { TenantMemories } from "../operator.ts";
import {
  about,
  type CallTable,
  FILTER,
  type OptionNames,
  PAGE,
  REASON,
  type Request,
  SCOPES,
  SIGNAL,
} from "./call.ts";

const IF_LAST = 'With `If-Match: "REV"` only if that change is the one of revision REV, else 412.';
const UNDO: OptionNames<UndoOptions> = { ...REASON, activatePending: true, letsIn: true };

const ITEM = {
  http: "GET /api/ltm/items/{id}",
  summary: "One memory with its evidence, quotes and validity.",
  query: ({ z, scopeQuery }) => z.strictObject(scopeQuery),
  answer: ({ ProofSchema }) => ProofSchema,
} as const satisfies Request;

/** Of one scope, or of the whole tenant. */
const ITEMS = {
  http: "GET /api/ltm/items",
  summary: "List memories, newest first.",
  description:
    "An operator sees every status but `soft_deleted` unless it asks; other keys see what is active, archived or expired. " +
    "Without `scope`, of all scopes of the tenant; with a kind alone (`scope=user`), of all of that kind. Filters are applied in the database. " +
    "`sort`, `ascending` and `skip` are for keys that see the whole tenant, `links` for an operator's.",
  filters: true,
  query: ({ z, memoryFilters, memoryOrder, paging, scopeQuery }) =>
    z.strictObject({ ...scopeQuery, ...memoryFilters, ...memoryOrder, ...paging }),
  answer: ({ ListedItemSchema, pageSchema }) => pageSchema(ListedItemSchema),
  gives: "page",
} as const satisfies Request;

export const MEMORIES_CALLS = about("Memories", "read", {
  list: { ...ITEMS, options: { ...PAGE, ...FILTER } },
  proof: { ...ITEM, args: ["id"], gives: { without: "scope" } },
  get: { ...ITEM, args: ["id"], nullFor: ["not_found", "gone"] as const, gives: { field: "memory" } },
  update: {
    http: "PATCH /api/ltm/items/{id}",
    role: "write",
    summary: "Change a memory by hand.",
    description:
      "Omitted fields keep their value. `status` takes `active`, `disabled`, `archived` and `shadow`; to forget, use DELETE. " +
      'With `If-Match: "REV"` only while the memory is as you have seen it, else 412.',
    args: ["id", "...changes"],
    options: { ...REASON, ifRev: true },
    ifMatch: "ifRev",
    query: ({ z, scopeQuery }) => z.strictObject(scopeQuery),
    body: ({ z, memoryUpdate, reasonSchema }) => z.strictObject({ ...memoryUpdate, reason: reasonSchema }),
    answer: ({ ItemSchema }) => ItemSchema,
    gives: { field: "memory" },
  },
  delete: {
    http: "DELETE /api/ltm/items/{id}",
    role: "write",
    summary: "Forget a memory.",
    description:
      "It is out of every read and can be restored for a while. With `hard=true` it is erased now, for good, also from the " +
      "history and from what was said; the answer is the last there is of it. Memories that it alone had superseded become " +
      "current again.",
    args: ["id"],
    options: { ...REASON, hard: true, bringBack: true },
    names: { bringBack: "bring_back" },
    query: ({ z, flagSchema, optional, reasonSchema, scopeQuery }) =>
      z.strictObject({
        ...scopeQuery,
        hard: flagSchema.optional(),
        bring_back: optional(flagSchema, "`false`: memories that it had superseded stay so. Default: true."),
        reason: reasonSchema,
      }),
    answer: ({ DeletedSchema }) => DeletedSchema,
    gives: { spread: "memory", without: "scope" },
  },
  restore: {
    http: "POST /api/ltm/items/{id}/restore",
    role: "write",
    summary: "Restore a forgotten, expired, disabled or superseded memory.",
    description: "Memories that are current in its place are superseded by it.",
    args: ["id"],
    options: REASON,
    query: ({ z, scopeQuery }) => z.strictObject(scopeQuery),
    body: ({ z, reasonSchema }) => z.strictObject({ reason: reasonSchema }),
    answer: ({ RestoredSchema }) => RestoredSchema,
    gives: { spread: "memory", without: "scope" },
    twice: "harmless",
    once: true,
  },
  undo: {
    http: "POST /api/ltm/items/{id}/undo",
    role: "write",
    summary: "Undo the last change of a memory. Repeat to go further back.",
    description: IF_LAST,
    args: ["id"],
    options: { ...UNDO, ifRev: true },
    ifMatch: "ifRev",
    query: ({ z, scopeQuery }) => z.strictObject(scopeQuery),
    body: ({ z, pendingOptions, reasonSchema }) =>
      z.strictObject({ reason: reasonSchema, ...pendingOptions }),
    answer: ({ UndoneSchema }) => UndoneSchema,
    gives: { without: "scope" },
    twice: "harmful",
    once: true,
    ofScope: {
      http: "POST /api/ltm/undo",
      summary: "Undo the last change of a scope. Repeat to go further back.",
      description: IF_LAST,
      body: ({ z, pendingOptions, reasonSchema, scopeBody }) =>
        z.strictObject({ ...scopeBody, reason: reasonSchema, ...pendingOptions }),
      whose: ["scope", "agent"],
    },
  },
  undoBatch: {
    http: "POST /api/ltm/batches/{batch}/undo",
    role: "write",
    summary: "Undo a whole batch in a scope, or nothing.",
    description:
      "`batch` is what a bulk forget or an import answered, or what the history shows. A memory that was changed since is a " +
      "`conflict`; one that was purged is `gone`.",
    args: ["batch"],
    options: UNDO,
    body: ({ z, pendingOptions, reasonSchema, scopeBody }) =>
      z.strictObject({ ...scopeBody, reason: reasonSchema, ...pendingOptions }),
    answer: ({ UndoneBatchSchema }) => UndoneBatchSchema,
    whose: ["scope", "agent"],
    gives: { without: "scope" },
    twice: "harmful",
    once: true,
  },
  history: {
    http: "GET /api/ltm/items/{id}/history",
    summary: "History of a memory, newest first.",
    args: ["id"],
    options: PAGE,
    query: ({ z, paging, scopeQuery }) => z.strictObject({ ...scopeQuery, ...paging }),
    answer: ({ HistorySchema, pageSchema }) => pageSchema(HistorySchema),
    gives: "page",
    ofScope: {
      http: "GET /api/ltm/history",
      role: "operator",
      summary: "History of a scope's memories, newest first.",
      description: "Also to those that were forgotten, so it is for operators.",
    },
  },
  decisions: {
    http: "GET /api/ltm/items/{id}/decisions",
    summary: "Decisions about a memory with their reasons, newest first.",
    args: ["id"],
    options: { ...PAGE, outcome: true },
    query: ({ z, outcomeFilter, paging, scopeQuery }) =>
      z.strictObject({ ...scopeQuery, ...paging, ...outcomeFilter }),
    answer: ({ DecisionSchema, pageSchema }) => pageSchema(DecisionSchema),
    gives: "page",
    ofScope: {
      http: "GET /api/ltm/decisions",
      role: "operator",
      summary: "Decisions in a scope with their reasons, including rejections, newest first.",
    },
  },
  relations: {
    http: "GET /api/ltm/items/{id}/relations",
    summary: "Links of a memory to other active ones, the strongest first.",
    args: ["id"],
    options: { ...SIGNAL, limit: true },
    query: ({ z, paging, scopeQuery }) =>
      z.strictObject({ ...scopeQuery, limit: paging.limit.describe("Links. Default: 50.") }),
    answer: ({ RelationsSchema }) => RelationsSchema,
    gives: { field: "items" },
    ofScope: {
      http: "GET /api/ltm/relations",
      summary: "Links between the active memories of a scope, the strongest first.",
    },
  },
  approve: {
    http: "POST /api/ltm/review/approve",
    role: "operator",
    tag: "Review",
    summary:
      "Approve a memory; the memories that it contradicts are superseded. Or forget what a tool asks to forget.",
    args: ["id"],
    options: REASON,
    body: ({ z, reviewTarget }) => z.strictObject(reviewTarget),
    answer: ({ ItemSchema }) => ItemSchema,
    whose: ["scope", "agent"],
    gives: { field: "memory" },
    twice: "harmful",
  },
  reject: {
    http: "POST /api/ltm/review/reject",
    role: "operator",
    tag: "Review",
    summary: "Refuse a memory: it stays out, also when it is said again. Or keep what a tool asks to forget.",
    args: ["id"],
    options: REASON,
    body: ({ z, reviewTarget }) => z.strictObject(reviewTarget),
    answer: ({ ItemSchema }) => ItemSchema,
    whose: ["scope", "agent"],
    gives: { field: "memory" },
    twice: "harmful",
  },
} satisfies CallTable<MemoriesHandle>);

export const TENANT_MEMORIES_CALLS = about("Memories", "operator", {
  list: {
    ...ITEMS,
    options: { ...PAGE, ...FILTER, ...SCOPES, sort: true, ascending: true, skip: true, links: true },
  },
  count: {
    http: "GET /api/ltm/count",
    summary: "How many memories a list would give in all.",
    description: "With the scopes and filters of `GET /api/ltm/items`.",
    options: { ...FILTER, ...SCOPES },
    filters: true,
    query: ({ z, memoryFilters, scopeParams }) => z.strictObject({ ...scopeParams, ...memoryFilters }),
    answer: ({ z }) => z.object({ count: z.int() }),
    gives: { field: "count" },
  },
  /** The same request as for the proof of a memory. */
  find: { ...ITEM, args: ["id"], nullFor: ["not_found"] as const },
} satisfies CallTable<TenantMemories>);
