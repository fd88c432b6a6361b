import { z } from "@hono/zod-openapi";
import { ROLES, roleAllows } from "../../domain/api-key.ts";
import { given } from "../../domain/arguments.ts";
import type { MemoirEngine, Settings } from "../../index.ts";
import { checkRole } from "../identify.ts";
import { ownScope, ownTenant } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { moment, name, named, span, wantedScope } from "../schemas/common.ts";
import type { Service } from "../service.ts";

const { get, put } = routesAbout("Operator", "operator");

const counts = z.record(z.string(), z.int());

const StatsSchema = named("Stats", {
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
      createdAt: moment,
    }),
  ),
  totals: z.object({ scopes: z.int(), events: z.int(), memories: z.int() }),
  unread: z
    .object({ events: z.int(), oldestMs: z.number() })
    .describe("Events that no extraction has looked at yet, and how long the oldest has been waiting."),
  today: counts.describe("The tenant's figures since midnight UTC, such as `sweep.expired`."),
});

/** What the server is and does, in numbers. */
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
    query: z.strictObject(wantedScope),
    answer: StatsSchema,
    run: async ({ service, principal, query }) => {
      if (query.scope === undefined && principal.scopes === null) {
        checkRole(principal, "operator");
        return ownTenant(service, principal).stats();
      }
      const { scope } = ownScope(service, principal, query);
      return ownTenant(service, { ...principal, scopes: null }).stats({ scope });
    },
  }),

  get("/api/ltm/operations", {
    summary: "Counts of operations by node, op and status.",
    query: z.strictObject(span),
    answer: z.object({
      operations: z.array(z.object({ node: z.string(), op: z.string(), status: z.string(), count: z.int() })),
    }),
    run: async ({ ownTenant, query }) => ({ operations: await ownTenant().operations(given(query)) }),
  }),

  get("/api/ltm/usage", {
    summary: "Calls, tokens and cost of the language models, by day, role and model.",
    query: z.strictObject(span),
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
      usage: await ownTenant().modelUsage(given(query)),
      dailyTokenBudget: service.memoir.settings.models.dailyTokenBudget,
    }),
  }),

  get("/api/ltm/figures", {
    summary: "Numbers per UTC day: what upkeep did, how a model's sentences fared, tokens.",
    query: z.strictObject(span),
    answer: z.object({ figures: z.array(z.object({ day: z.string(), name: z.string(), value: z.int() })) }),
    run: async ({ ownTenant, query }) => ({ figures: await ownTenant().figures(given(query)) }),
  }),
];

const path = "/api/ltm/read-only";
const answer = z.object({
  readOnly: z.boolean().describe("Whether every write of this tenant is stopped, in every process."),
  emergencyReadOnly: z
    .boolean()
    .describe(
      "Whether this server was started with the setting `emergencyReadOnly`: it then writes nothing at all.",
    ),
});

export const switchRoutes: readonly Route[] = [
  get(path, {
    summary: "Whether writes are stopped.",
    answer,
    run: async ({ ownTenant, service }) => standing(service, await ownTenant().readOnly()),
  }),

  put(path, {
    summary: "Stop every write of the tenant at once, or allow them again. Reads go on.",
    body: z.strictObject({ readOnly: z.boolean() }),
    answer,
    run: async ({ ownTenant, service, body: { readOnly } }) =>
      standing(service, await ownTenant().readOnly(readOnly)),
  }),

  put("/api/ltm/scopes/writes", {
    summary: "Switch the writes to one scope on or off.",
    body: z.strictObject({ scope: name, enabled: z.boolean() }),
    answer: z.object({ scope: z.string(), enabled: z.boolean() }),
    run: async ({ ownScope, ownTenant, body: { scope: wanted, enabled } }) => {
      const { scope } = ownScope({ scope: wanted });
      await ownTenant().scopeWrites(scope, enabled);
      return { scope, enabled };
    },
  }),
];

function standing({ memoir }: Service, readOnly: boolean): z.output<typeof answer> {
  return { readOnly, emergencyReadOnly: memoir.settings.emergencyReadOnly };
}

/** The server's description of itself for its callers. */
function forAll(settings: Settings): Partial<Settings> {
  const { enable, readPolicy, render, categories, tools, audit, emergencyReadOnly } = settings;
  return { enable, readPolicy, render, categories, tools, audit, emergencyReadOnly };
}

/** All settings except those that may name people or secrets: a server may have several tenants with different operators. */
function forOperators({ identity, privacy, allowlists, ...rest }: Settings): Partial<Settings> {
  return rest;
}

async function databaseOf(memoir: MemoirEngine): Promise<object> {
  const { engine, engineVersion, schemaVersion } = await memoir.info();
  return { engine, engineVersion, schemaVersion };
}
