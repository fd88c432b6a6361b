import { z } from "@hono/zod-openapi";
import { MAX_POLICY_VERSION } from "../../../domain/policy.ts";
import { momentSchema, namedObject } from "./common.ts";

export const PolicySchema = namedObject("Policy", {
  version: z.int().describe("0 = what the engine was opened with."),
  active: z.boolean(),
  actor: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: momentSchema.nullable(),
  writePolicy: z.record(z.string(), z.unknown()),
  readPolicy: z.record(z.string(), z.unknown()),
});

/** A version of a policy in a path or a query; 0 is what the engine was opened with. */
export const policyNumber = z.coerce.number().int().min(0).max(MAX_POLICY_VERSION);
/** A version that somebody made, or a step of tuning. */
export const madeNumber = z.coerce.number().int().min(1).max(MAX_POLICY_VERSION);
export const policyVersion = z.int().min(0).max(MAX_POLICY_VERSION);
const patch = z.record(z.string().max(100), z.unknown()).optional();
/** Settings of both policies to change. */
export const policyPatch = { writePolicy: patch, readPolicy: patch };
