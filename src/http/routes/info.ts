import { z } from "@hono/zod-openapi";
import { ROLES, roleAllows } from "../../domain/api-key.ts";
import type { MemoirEngine, Settings, StoreInfo } from "../../index.ts";
import { type Route, routesAbout } from "../route.ts";

const { get } = routesAbout("Operator", "read");

export const infoRoutes: readonly Route[] = [
  get("/api/ltm/info", {
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
        .object({
          engine: z.enum(["sqlite", "postgres"]),
          engineVersion: z.string(),
          schemaVersion: z.int(),
        })
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
];

/** The server's description of itself for its callers. */
function forAll({
  enable,
  readPolicy,
  render,
  categories,
  tools,
  audit,
  emergencyReadOnly,
}: Settings): Partial<Settings> {
  return { enable, readPolicy, render, categories, tools, audit, emergencyReadOnly };
}

/** All settings except those that may name people or secrets: a server may have several tenants with different operators. */
function forOperators({ identity, privacy, allowlists, ...rest }: Settings): Partial<Settings> {
  return rest;
}

async function databaseOf(
  memoir: MemoirEngine,
): Promise<Pick<StoreInfo, "engine" | "engineVersion" | "schemaVersion">> {
  const { engine, engineVersion, schemaVersion } = await memoir.info();
  return { engine, engineVersion, schemaVersion };
}
