import { z } from "@hono/zod-openapi";
import { MAX_PER_PAGE } from "../../../domain/arguments.ts";

/** A field that may be left out, and what it is for. */
export function optional<T extends z.ZodType>(schema: T, doc: string): z.ZodOptional<T> {
  return schema.optional().describe(doc);
}

/** An object that has a name in the API's document. */
export function namedObject<T extends z.ZodRawShape>(title: string, shape: T): z.ZodObject<T> {
  return z.object(shape).openapi(title);
}

/** Bounds for every free text of a request that is a name or an id; the engine has the exact rules. */
export const name = z.string().min(1).max(1_000);

export const timeSchema = z.iso.datetime({ offset: true }).describe("ISO 8601.");

/** As the engine gives it and JSON writes it. */
export const momentSchema = z.iso.datetime();

/** `?limit=20&cursor=…` of every list. */
export const paging = {
  limit: optional(z.coerce.number().int().min(1).max(MAX_PER_PAGE), "Items a page. Default: 50."),
  cursor: optional(z.string().max(200), "`next` of the page before."),
};

/** `?scope=user:alice`, or `?scope=user&scope_id=alice`. */
export const scopeParams = {
  scope: optional(name, "`user:alice`, `group:42`, `project:x`, `global`; or a kind, with `scope_id`."),
  scope_id: name.optional(),
};

export const agentParams = {
  agent: optional(
    name,
    "The agent that acts; its allowlist holds. A key bound to an agent acts as no other.",
  ),
};

/** Of every query string about one scope: which, and as whom. */
export const scopeQuery = { ...scopeParams, ...agentParams };

const MAX_LEGACY = 100;

/** The scope, the agent and the thread of a body. */
export const scopeBody = {
  scope: optional(
    name,
    "`user:alice`, `group:42`, `project:x`, `global`. Default: the key's own scope, where it has one.",
  ),
  ...agentParams,
  thread: optional(name, "The conversation."),
  legacy: optional(
    z.array(name).max(MAX_LEGACY),
    "Scopes that are read along with it and forgotten from together with it, never written.",
  ),
};

export const byId = z.strictObject({ id: name });

/** As the engine takes a moment: it has the exact rules. */
export const when = z
  .union([z.string().min(4).max(40), z.number()])
  .describe("ISO 8601, or milliseconds since 1970.");

export const spanQuery = { since: when.optional(), until: when.optional() };

export const shareSchema = z.number().min(0).max(1);

export const flagSchema = z.enum(["true", "false"]).transform((value) => value === "true");

/** A list in a query string: `?status=active&status=pending`; of names without commas also `?status=active,pending`. */
export function listOf<T extends z.ZodType<unknown, string>>(
  item: T,
  separator?: ",",
): z.ZodType<z.output<T>[], string | string[]> {
  const parts = (text: string): string[] => (separator === undefined ? [text] : text.split(separator));
  return (
    z
      .union([z.string(), z.array(z.string())])
      // `?status=` is a list without entries.
      .transform((value) => (value === "" ? [] : [value].flat().flatMap(parts)))
      .pipe(z.array(item)) as unknown as z.ZodType<z.output<T>[], string | string[]>
  );
}

export function pageSchema<T extends z.ZodType>(item: T): z.ZodType {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}

export const reasonSchema = z.string().max(2_000).optional().describe("Why, for the history.");
