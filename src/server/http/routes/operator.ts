import { z } from "@hono/zod-openapi";
import { OPERATOR_CALLS } from "../../../api/calls/operator.ts";
import { filterFromQuery } from "../../../api/calls/schemas/memory.ts";
import { ROLES, roleAllows } from "../../../domain/api-key.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import type { MemoirEngine, Settings } from "../../../index.ts";
import { tenantRoutes } from "../call-routes.ts";
import { checkRole } from "../identify.ts";
import {
  authorizedScope,
  authorizedScopeName,
  authorizedTenant,
  checkKeyScope,
  optionsOf,
  severalScopes,
} from "../own-scope.ts";
import { routesAbout } from "../route.ts";
import { visibleStatuses } from "./item-of.ts";

export const infoRoute = routesAbout("Operator", "operator").get("/api/ltm/info", {
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
});

export const operatorRoutes = tenantRoutes(OPERATOR_CALLS, (tenant) => tenant, {
  stats: async ({ service, principal, query }) => {
    if (query.scope === undefined && principal.scopes === null) {
      checkRole(principal, "operator");
      return authorizedTenant(service, principal).stats();
    }
    const { scope } = authorizedScope(service, principal, query);
    return authorizedTenant(service, { ...principal, scopes: null }).stats({ scope });
  },

  modelUsage: async ({ authorizedTenant, service, query }) => ({
    usage: await authorizedTenant().modelUsage(withoutUndefined(query)),
    dailyTokenBudget: service.memoir.settings.models.dailyTokenBudget,
  }),

  history: ({ authorizedTenant, principal, query: scopeRequest, signal }) => {
    const scopes = severalScopes(principal, scopeRequest) ?? authorizedScopeName(principal, scopeRequest);
    return authorizedTenant().history({
      limit: scopeRequest.limit,
      cursor: scopeRequest.cursor,
      ...scopes,
      signal,
    });
  },

  activity: async ({ authorizedTenant, principal, query: { since, until, ...scopeRequest } }) => {
    const scope = scopeRequest.scope === undefined ? {} : authorizedScopeName(principal, scopeRequest);
    return {
      activity: await authorizedTenant().activity({ ...scope, ...withoutUndefined({ since, until }) }),
    };
  },

  search: async ({ service, principal, query, signal }) => {
    const { query: words, scope, limit } = query;
    const scopes = (scope ?? principal.scopes)?.map((one) => checkKeyScope(principal, one));
    const tenant = authorizedTenant(service, { ...principal, scopes: null });
    const status = visibleStatuses(principal, query.status);
    const options = withoutUndefined({ ...filterFromQuery(query), status, limit, scopes, signal });
    return { items: await tenant.search(words, options) };
  },

  scopeWrites: async ({ authorizedScope, authorizedTenant, body: { scope: requestedScope, enabled } }) => {
    const { scope } = authorizedScope({ scope: requestedScope });
    await authorizedTenant().scopeWrites(scope, enabled);
    return { scope, enabled };
  },

  review: ({ authorizedScope, authorizedTenant, query, signal }) => {
    const { review } = query.scope === undefined ? authorizedTenant() : authorizedScope(query);
    return review(optionsOf(query, signal));
  },
});

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
