import { z } from "zod";
import type { JsonSchema } from "./port.ts";

/** A zod schema as providers take it, of what goes in: defaults and transforms are ours to apply. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    unrepresentable: "any",
  });
  return json;
}

/**
 * The same as OpenAI's strict mode wants it: every key required and none besides. What may be left out then
 * arrives as well, which does no harm.
 */
export function strictSchema(schema: JsonSchema): JsonSchema {
  const strict = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== "default")
      .map(([key, value]) => [key, strictPart(value)]),
  );
  if (typeof schema.properties !== "object" || schema.properties === null) return strict;
  const properties = Object.fromEntries(
    Object.entries(schema.properties).map(([key, value]) => [key, strictPart(value)]),
  );
  return { ...strict, properties, required: Object.keys(properties), additionalProperties: false };
}

function strictPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictPart);
  return typeof value === "object" && value !== null ? strictSchema(value as JsonSchema) : value;
}
