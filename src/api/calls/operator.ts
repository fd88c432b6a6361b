import type { ReviewOptions } from "../memories.ts";
import type { OperatorHandle } from "../operator.ts";
import {
  about,
  type CallTable,
  FILTER,
  type OptionNames,
  PAGE,
  type Request,
  SCOPES,
  SIGNAL,
  SPAN,
} from "./call.ts";

const WAITING: OptionNames<ReviewOptions> = { ...PAGE, status: true };

/** Of the whole tenant, or of one scope. */
export const REVIEW = {
  http: "GET /api/ltm/review",
  role: "operator",
  tag: "Review",
  summary: "Everything that waits for review, in one scope or in all: memories, then profile changes.",
  options: WAITING,
  query: ({ z, optional, paging, scopeQuery, waitingStatus }) =>
    z.strictObject({ ...scopeQuery, status: optional(waitingStatus, "Default: both."), ...paging }),
  answer: ({ pageSchema, WaitingSchema }) => pageSchema(WaitingSchema),
  gives: "page",
} as const satisfies Request & { readonly options: OptionNames<ReviewOptions> };

export const OPERATOR = about("Operator", "operator", {
  stats: {
    http: "GET /api/ltm/stats",
    role: "read",
    summary: "Counts of memories and events by scope, status and type.",
    description:
      "Of one scope any key that may use it may ask; of the whole tenant, the role `operator` is needed. " +
      "A key that is bound to categories or an agent sees no counts.",
    options: { scope: true },
    query: ({ z, scopeParams }) => z.strictObject(scopeParams),
    answer: ({ StatsSchema }) => StatsSchema,
  },
  operations: {
    http: "GET /api/ltm/operations",
    summary: "Counts of operations by node, op and status.",
    options: SPAN,
    query: ({ z, spanQuery }) => z.strictObject(spanQuery),
    answer: ({ z }) =>
      z.object({
        operations: z.array(
          z.object({ node: z.string(), op: z.string(), status: z.string(), count: z.int() }),
        ),
      }),
    gives: { field: "operations" },
  },
  modelUsage: {
    http: "GET /api/ltm/usage",
    summary: "Calls, tokens and cost of the language models, by day, role and model.",
    options: SPAN,
    query: ({ z, spanQuery }) => z.strictObject(spanQuery),
    answer: ({ z, usageRow }) =>
      z.object({
        usage: z.array(usageRow),
        dailyTokenBudget: z.int().nullable().describe("Tokens allowed per day; `null` = no limit."),
      }),
    gives: { field: "usage" },
  },
  figures: {
    http: "GET /api/ltm/figures",
    summary: "Numbers per UTC day: what upkeep did, how a model's sentences fared, tokens.",
    options: SPAN,
    query: ({ z, spanQuery }) => z.strictObject(spanQuery),
    answer: ({ z }) =>
      z.object({ figures: z.array(z.object({ day: z.string(), name: z.string(), value: z.int() })) }),
    gives: { field: "figures" },
  },
  history: {
    http: "GET /api/ltm/audit",
    summary: "The audit log: every change of a memory in all scopes, with actor and reason, newest first.",
    options: { ...PAGE, ...SCOPES },
    query: ({ z, paging, scopeParams }) => z.strictObject({ ...scopeParams, ...paging }),
    answer: ({ z, HistorySchema, pageSchema }) =>
      pageSchema(z.object({ scope: z.string(), change: HistorySchema })),
    gives: "page",
  },
  activity: {
    http: "GET /api/ltm/activity",
    summary: "How many memories were added, changed and forgotten, by UTC day.",
    options: { ...SPAN, scope: true },
    query: ({ z, spanQuery, scopeParams }) => z.strictObject({ ...scopeParams, ...spanQuery }),
    answer: ({ z, historyEvent }) =>
      z.object({
        activity: z.array(z.object({ day: z.string(), event: historyEvent, count: z.int() })),
      }),
    gives: { field: "activity" },
  },
  search: {
    http: "GET /api/ltm/search",
    role: "read",
    tag: "Memories",
    summary: "Full-text search over the memories of all or some scopes, best first.",
    description:
      "A search for operators. For the context of a bot's reply use `POST /api/ltm/recall`, which " +
      "goes by meaning. A key that is bound to scopes looks through these.",
    args: ["query"],
    options: { ...SIGNAL, ...FILTER, limit: true, scopes: true },
    filters: true,
    names: { scopes: "scope" },
    query: ({ z, listOf, memoryFilters, name, optional, paging }) =>
      z.strictObject({
        query: z.string().min(1).max(1_000),
        scope: optional(listOf(name), "Only these; may be given several times."),
        ...memoryFilters,
        limit: paging.limit.describe("Most hits. Default: 20."),
      }),
    answer: ({ z, ItemSchema }) =>
      z.object({ items: z.array(ItemSchema.extend({ score: z.number().min(0).max(1) })) }),
    gives: { field: "items" },
  },
  scopeWrites: {
    http: "PUT /api/ltm/scopes/writes",
    summary: "Switch the writes to one scope on or off.",
    args: ["scope", "enabled"],
    body: ({ z, name }) => z.strictObject({ scope: name, enabled: z.boolean() }),
    answer: ({ z }) => z.object({ scope: z.string(), enabled: z.boolean() }),
    gives: "nothing",
  },
  review: REVIEW,
  /** Two requests: one asks, one switches. */
  readOnly: { args: ["on"] },
  export: { options: { ...SIGNAL, scopes: true } },
  import: { args: ["source"], options: { ...SIGNAL, dryRun: true, onProgress: true } },
  importForeign: {
    args: ["format", "source"],
    options: { ...SIGNAL, scope: true, trust: true, dryRun: true, flush: true },
  },
} satisfies CallTable<OperatorHandle>);
