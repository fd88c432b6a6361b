import { z } from "@hono/zod-openapi";
import { ROLES } from "../../domain/api-key.ts";
import { JOB_STATUSES } from "../../domain/job.ts";
import { moment } from "./common.ts";

const counts = z.record(z.string(), z.int());

export const StatsSchema = z
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

export const PolicySchema = z
  .object({
    version: z.int().describe("0 = what the engine was opened with."),
    active: z.boolean(),
    actor: z.string().nullable(),
    reason: z.string().nullable(),
    createdAt: moment.nullable(),
    writePolicy: z.record(z.string(), z.unknown()),
    readPolicy: z.record(z.string(), z.unknown()),
  })
  .openapi("Policy");

export const JobSchema = z
  .object({
    id: z.string(),
    tenant: z.string(),
    scope: z.string().nullable(),
    kind: z.string(),
    flight: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()),
    priority: z.int(),
    status: z.enum(JOB_STATUSES),
    runAt: moment,
    attempts: z.int(),
    maxAttempts: z.int(),
    leaseUntil: moment.nullable(),
    leaseOwner: z.string().nullable(),
    lastError: z.string().nullable(),
    createdAt: moment,
    updatedAt: moment,
  })
  .openapi("Job");

export const KeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(["key", "login", "session"]),
    status: z.enum(["active", "expired", "revoked"]),
    role: z.enum(ROLES),
    scopes: z.array(z.string()).nullable(),
    agent: z.string().nullable(),
    categories: z.array(z.string()).nullable(),
    createdAt: moment,
    createdBy: z.string(),
    expiresAt: moment.nullable(),
    revokedAt: moment.nullable(),
    lastUsedAt: moment.nullable(),
  })
  .openapi("Key");

export const IdentitySchema = z
  .object({ account: z.string(), person: z.string(), name: z.string().nullable() })
  .openapi("Identity");
