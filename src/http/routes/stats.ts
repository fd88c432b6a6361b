import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { checkRole } from "../identify.ts";
import { ownScope, ownTenant } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { moment, span, wantedScope } from "../schemas/common.ts";

const { get } = routesAbout("Operator", "operator");

const counts = z.record(z.string(), z.int());

const StatsSchema = z
  .object({
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
  })
  .openapi("Stats");

export const statsRoutes: readonly Route[] = [
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
    run: async ({ ownTenant, query }) => ({
      operations: await ownTenant().operations(given(query)),
    }),
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
    answer: z.object({
      figures: z.array(z.object({ day: z.string(), name: z.string(), value: z.int() })),
    }),
    run: async ({ ownTenant, query }) => ({
      figures: await ownTenant().figures(given(query)),
    }),
  }),
];
