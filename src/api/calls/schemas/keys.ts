import { z } from "@hono/zod-openapi";
import { ROLES } from "../../../domain/api-key.ts";
import { momentSchema, name, namedObject, optional } from "./common.ts";

export const KeySchema = namedObject("Key", {
  id: z.string(),
  name: z.string(),
  kind: z.enum(["key", "login", "session"]),
  status: z.enum(["active", "expired", "revoked"]),
  role: z.enum(ROLES),
  scopes: z.array(z.string()).nullable(),
  agent: z.string().nullable(),
  categories: z.array(z.string()).nullable(),
  createdAt: momentSchema,
  createdBy: z.string(),
  expiresAt: momentSchema.nullable(),
  revokedAt: momentSchema.nullable(),
  lastUsedAt: momentSchema.nullable(),
});

/** The options of a new key. Only operators may call this, and no key has more rights than theirs. */
export const keyGrant = {
  role: z.enum(ROLES).optional(),
  scopes: optional(z.array(name).min(1).max(1_000), "The only scopes it may touch. Default: all."),
  agent: optional(name, "The agent it speaks for. Default: none."),
  categories: optional(z.array(name).min(1).max(1_000), "The only categories it may see."),
};
