import { z } from "@hono/zod-openapi";
import {
  momentSchema,
  name,
  namedObject,
  optional,
  pageSchema,
  paging,
  scopeBody,
  scopeParams,
  spanQuery,
} from "../../../api/calls/schemas/common.ts";
import { HistorySchema, MessageSchema } from "../../../api/calls/schemas/history.ts";
import { MemorySchema } from "../../../api/calls/schemas/memory.ts";
import {
  DegradedSchema,
  HitSchema,
  query,
  recallFields,
  VerdictSchema,
} from "../../../api/calls/schemas/recall.ts";
import { ROLES, roleAllows } from "../../../domain/api-key.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { CUT_RULES } from "../../../domain/budget.ts";
import { HISTORY_EVENTS, WRITE_OUTCOMES } from "../../../domain/change.ts";
import { SOURCES } from "../../../domain/enums.ts";
import { LIMITS } from "../../../domain/text.ts";
import { PRESET_NAMES } from "../../../engine/presets/names.ts";
import type { MemoirEngine, Settings } from "../../../index.ts";
import { wireHits } from "../answer.ts";
import { checkRole } from "../identify.ts";
import {
  authorizedScope,
  authorizedScopeName,
  authorizedTenant,
  optionsOf,
  severalScopes,
} from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";

const { get, post } = routesAbout("Operator", "operator");

const counts = z.record(z.string(), z.int());

const StatsSchema = namedObject("Stats", {
  tenant: z.string(),
  readOnly: z.boolean(),
  scopes: z.array(
    z.object({
      scope: z.string(),
      events: z.int(),
      memories: z.int(),
      byStatus: counts,
      byType: counts,
      rev: z.int(),
      seq: z.int(),
      writes: z.boolean().describe("Whether the scope may be written to."),
      createdAt: momentSchema,
    }),
  ),
  totals: z.object({ scopes: z.int(), events: z.int(), memories: z.int() }),
  unread: z
    .object({ events: z.int(), oldestMs: z.number() })
    .describe("Events that no extraction has looked at yet, and how long the oldest has been waiting."),
  feedback: counts.describe("How often people said of a line that it helped, was wrong or was private."),
  embeddedBy: z
    .array(z.object({ models: z.string(), scopes: z.int(), behind: z.int() }))
    .describe("Whose vectors the scopes have, and how many of these have texts without one."),
  today: counts.describe("The tenant's figures since midnight UTC, such as `sweep.expired`."),
});

const { thread: _, ...explained } = recallFields;

const DraftSchema = MemorySchema.pick({
  ...{ text: true, key: true, kind: true, type: true, category: true, tags: true },
  ...{ status: true, subject: true, confidence: true, importance: true },
});

/** Figures about the server. */
export const infoRoutes: readonly Route[] = [
  get("/api/ltm/info", {
    role: "read",
    summary: "The server's version and settings, and what your key may do.",
    description:
      "An operator sees the database and almost all settings; others see what they need to use it. The settings are those the " +
      "server was started with; the tenant's own policies are at `/api/ltm/policy`.",
    answer: z.object({
      version: z.string(),
      preset: z.string(),
      key: z.object({
        tenant: z.string(),
        name: z.string(),
        role: z.enum(ROLES),
        scopes: z.array(z.string()).nullable(),
        agent: z.string().nullable(),
        categories: z.array(z.string()).nullable(),
      }),
      models: z.object({
        embedder: z.object({ status: z.string(), models: z.array(z.string()) }).nullable(),
        language: z.record(z.string(), z.string()).describe("Each language model, and whether it answers."),
      }),
      settings: z.record(z.string(), z.unknown()),
      database: z
        .object({ engine: z.enum(["sqlite", "postgres"]), engineVersion: z.string(), schemaVersion: z.int() })
        .optional(),
    }),
    run: async ({ service: { memoir, version }, principal }) => {
      const { keyId, ...key } = principal;
      const isOperator = roleAllows(principal.role, "operator");
      const { embedder, language } = memoir.models();
      return {
        version,
        preset: memoir.preset,
        key,
        models: {
          embedder: embedder === null ? null : { status: embedder.status, models: embedder.models },
          language: Object.fromEntries(language),
        },
        settings: isOperator ? forOperators(memoir.settings) : forAll(memoir.settings),
        ...(isOperator ? { database: await databaseOf(memoir) } : {}),
      };
    },
  }),

  get("/api/ltm/stats", {
    role: "read",
    summary: "Counts of memories and events by scope, status and type.",
    description:
      "Of one scope any key that may use it may ask; of the whole tenant, the role `operator` is needed. " +
      "A key that is bound to categories or an agent sees no counts.",
    query: z.strictObject(scopeParams),
    answer: StatsSchema,
    run: async ({ service, principal, query }) => {
      if (query.scope === undefined && principal.scopes === null) {
        checkRole(principal, "operator");
        return authorizedTenant(service, principal).stats();
      }
      const { scope } = authorizedScope(service, principal, query);
      return authorizedTenant(service, { ...principal, scopes: null }).stats({ scope });
    },
  }),

  get("/api/ltm/operations", {
    summary: "Counts of operations by node, op and status.",
    query: z.strictObject(spanQuery),
    answer: z.object({
      operations: z.array(z.object({ node: z.string(), op: z.string(), status: z.string(), count: z.int() })),
    }),
    run: async ({ ownTenant, query }) => ({
      operations: await ownTenant().operations(withoutUndefined(query)),
    }),
  }),

  get("/api/ltm/usage", {
    summary: "Calls, tokens and cost of the language models, by day, role and model.",
    query: z.strictObject(spanQuery),
    answer: z.object({
      usage: z.array(
        z.object({
          day: z.string(),
          role: z.string(),
          model: z.string(),
          calls: z.int(),
          failures: z.int(),
          input_tokens: z.int(),
          output_tokens: z.int(),
          cost: z
            .number()
            .nullable()
            .describe("At the prices of the setting `models.prices`; `null` without a price."),
        }),
      ),
      dailyTokenBudget: z.int().nullable().describe("Tokens allowed per day; `null` = no limit."),
    }),
    run: async ({ ownTenant, service, query }) => ({
      usage: await ownTenant().modelUsage(withoutUndefined(query)),
      dailyTokenBudget: service.memoir.settings.models.dailyTokenBudget,
    }),
  }),

  get("/api/ltm/figures", {
    summary: "Numbers per UTC day: what upkeep did, how a model's sentences fared, tokens.",
    query: z.strictObject(spanQuery),
    answer: z.object({ figures: z.array(z.object({ day: z.string(), name: z.string(), value: z.int() })) }),
    run: async ({ ownTenant, query }) => ({ figures: await ownTenant().figures(withoutUndefined(query)) }),
  }),

  post("/api/ltm/explain", {
    summary: "A recall with the lines it left out, each with the rule that cut it.",
    description:
      "`floor`: not relevant enough; `gate`: the question needs no memory; `repeats`: a better line says the same; `type` and " +
      "`category`: enough of that; `items` and `tokens`: no room. `verdict` says why the memory or the message that is named is in the " +
      "block or not. Nothing is counted as delivered.",
    body: z.strictObject({
      query,
      ...explained,
      preset: optional(
        z.enum(PRESET_NAMES),
        "With the read policy and the block of this preset. Default: those in force.",
      ),
      memory: optional(name, "A memory's id: `verdict` is about it."),
      event: optional(name, "A message's id: `verdict` is about it."),
    }),
    answer: z.object({
      hits: z.array(HitSchema),
      cut: z.array(z.object({ hit: HitSchema, rule: z.enum(CUT_RULES) })),
      floors: z.partialRecord(z.enum(SOURCES), z.number()),
      degraded: DegradedSchema,
      prompt: z.string(),
      tokens: z.int(),
      limits: z.object({ maxItems: z.int(), maxTokens: z.int().nullable() }),
      verdict: VerdictSchema.nullable(),
    }),
    run: async ({ ownScope, body, signal }) => {
      const { query: words, ...rest } = body;
      const { hits, cut, ...explained } = await ownScope(rest).explain(words, optionsOf(rest, signal));
      const left = wireHits(cut.map(({ hit }) => hit));
      return { hits: wireHits(hits), cut: cut.map(({ rule }, i) => ({ hit: left[i], rule })), ...explained };
    },
  }),

  post("/api/ltm/preview", {
    summary: "Extract and decide without writing: the outcome that these messages would have.",
    description: "A language model is asked as usual, where there is one, and its tokens count.",
    body: z.strictObject({ ...scopeBody, messages: z.array(MessageSchema).max(LIMITS.batch) }),
    answer: z.object({
      texts: z.array(z.string()),
      redacted: z.int(),
      entries: z.array(
        z.object({
          outcome: z.enum(WRITE_OUTCOMES),
          text: z.string(),
          reason: z.string(),
          message: z.int(),
          memory: DraftSchema.nullable(),
          meets: MemorySchema.nullable(),
          replaces: z.array(MemorySchema),
        }),
      ),
    }),
    run: ({ ownScope, body, signal }) =>
      ownScope(body).preview(body.messages.map(withoutUndefined), { signal }),
  }),

  get("/api/ltm/audit", {
    summary: "The audit log: every change of a memory in all scopes, with actor and reason, newest first.",
    query: z.strictObject({ ...scopeParams, ...paging }),
    answer: pageSchema(z.object({ scope: z.string(), change: HistorySchema })),
    run: ({ ownTenant, principal, query: asked, signal }) => {
      const scopes = severalScopes(principal, asked) ?? authorizedScopeName(principal, asked);
      return ownTenant().history({ limit: asked.limit, cursor: asked.cursor, ...scopes, signal });
    },
  }),

  get("/api/ltm/activity", {
    summary: "How many memories were added, changed and forgotten, by UTC day.",
    query: z.strictObject({ ...scopeParams, ...spanQuery }),
    answer: z.object({
      activity: z.array(z.object({ day: z.string(), event: z.enum(HISTORY_EVENTS), count: z.int() })),
    }),
    run: async ({ ownTenant, principal, query: { since, until, ...asked } }) => {
      const scope = asked.scope === undefined ? {} : authorizedScopeName(principal, asked);
      return { activity: await ownTenant().activity({ ...scope, ...withoutUndefined({ since, until }) }) };
    },
  }),
];

/** The server's description of itself for its callers. */
function forAll(settings: Settings): Partial<Settings> {
  const { enable, readPolicy, render, categories, tools, audit, emergencyReadOnly } = settings;
  return { enable, readPolicy, render, categories, tools, audit, emergencyReadOnly };
}

/** All settings except those that may name people or secrets: a server may have several tenants with different operators. */
function forOperators({ identity, privacy, allowlists, closedScopes, ...rest }: Settings): Partial<Settings> {
  return rest;
}

async function databaseOf(memoir: MemoirEngine): Promise<object> {
  const { engine, engineVersion, schemaVersion } = await memoir.info();
  return { engine, engineVersion, schemaVersion };
}
