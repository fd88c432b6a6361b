import { z } from "@hono/zod-openapi";
import { checkRole } from "../identify.ts";
import { ownScope, ownTenant } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, when } from "../schemas/body.ts";
import { wantedScope } from "../schemas/common.ts";
import { StatsSchema } from "../schemas/operator.ts";

const tag = "Operator";
/** As a query string has it. */
const span = { since: when.optional(), until: when.optional() };

const stats = route(
  {
    method: "get",
    path: "/api/ltm/stats",
    role: "read",
    tag,
    summary: "Counts of memories and events by scope, status and type.",
    description:
      "Of one scope any key that may use it may ask; of the whole tenant, the role `operator` is needed. " +
      "A key that is bound to categories or an agent sees no counts.",
    query: z.strictObject(wantedScope),
    answer: StatsSchema,
  },
  async ({ service, principal, query }) => {
    if (query.scope === undefined && principal.scopes === null) {
      checkRole(principal, "operator");
      return ownTenant(service, principal).stats();
    }
    const { scope } = ownScope(service, principal, query);
    return ownTenant(service, { ...principal, scopes: null }).stats({ scope });
  },
);

const operations = route(
  {
    method: "get",
    path: "/api/ltm/operations",
    role: "operator",
    tag,
    summary: "Counts of operations by node, op and status.",
    query: z.strictObject(span),
    answer: z.object({
      operations: z.array(z.object({ node: z.string(), op: z.string(), status: z.string(), count: z.int() })),
    }),
  },
  async ({ service, principal, query }) => ({
    operations: await ownTenant(service, principal).operations(given(query)),
  }),
);

const usage = route(
  {
    method: "get",
    path: "/api/ltm/usage",
    role: "operator",
    tag,
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
      dailyTokenBudget: z.int().nullable().describe("What a day may cost; `null` = no limit."),
    }),
  },
  async ({ service, principal, query }) => ({
    usage: await ownTenant(service, principal).modelUsage(given(query)),
    dailyTokenBudget: service.memoir.settings.models.dailyTokenBudget,
  }),
);

const figures = route(
  {
    method: "get",
    path: "/api/ltm/figures",
    role: "operator",
    tag,
    summary: "Numbers per UTC day: what upkeep did, how a model's sentences fared, tokens.",
    query: z.strictObject(span),
    answer: z.object({
      figures: z.array(z.object({ day: z.string(), name: z.string(), value: z.int() })),
    }),
  },
  async ({ service, principal, query }) => ({
    figures: await ownTenant(service, principal).figures(given(query)),
  }),
);

export const statsRoutes: readonly Route[] = [stats, operations, usage, figures];
