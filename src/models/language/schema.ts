import { z } from "zod";
import { isRecord } from "../../domain/arguments.ts";
import { coerceNumber, itemsOf } from "../json.ts";
import type { JsonSchema } from "./port.ts";

/** No way was found to read the value as the schema wants it. */
export const UNBENDABLE: unique symbol = Symbol("unbendable");
type Bent = unknown | typeof UNBENDABLE;

/**
 * Bends a value towards a schema, as a reader would who knows what was meant: numbers out of texts, kept
 * within their range; a list that stands bare or under another name; items that cannot be meant are dropped, and
 * a list is cut at its longest length; null where null is allowed and the value is not (an invented id). It
 * invents nothing: what is missing stays missing. The schema still has the last word on the result.
 */
export function bend(value: unknown, schema: JsonSchema, root: JsonSchema = schema): Bent {
  const node = resolve(schema, root);
  const options = optionsOf(node);
  if (options !== undefined) return bendAny(value, options, root);
  if ("const" in node) return value === node.const ? value : UNBENDABLE;
  if (Array.isArray(node.enum)) return bendEnum(value, node.enum);
  switch (node.type) {
    case "string":
      if (typeof value === "string") return value;
      return typeof value === "number" || typeof value === "boolean" ? String(value) : UNBENDABLE;
    case "number":
    case "integer":
      return bendNumber(value, node);
    case "boolean":
      if (typeof value === "boolean") return value;
      return value === "true" ? true : value === "false" ? false : UNBENDABLE;
    case "null":
      return value === null ? null : UNBENDABLE;
    case "array":
      return bendArray(value, node, root);
    case "object":
      return bendObject(value, node, root);
    default:
      return value;
  }
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let node = schema;
  for (let hops = 0; hops < 10; hops += 1) {
    if (typeof node.$ref === "string") {
      const path = node.$ref.replace(/^#\/?/, "").split("/").filter(Boolean);
      node = path.reduce<JsonSchema>((at, key) => (at[key] ?? {}) as JsonSchema, root);
    } else if (Array.isArray(node.allOf) && node.allOf.length === 1) {
      // zod's way to refer to a schema from inside itself.
      node = node.allOf[0] as JsonSchema;
    } else return node;
  }
  return node;
}

function optionsOf(node: JsonSchema): readonly JsonSchema[] | undefined {
  const several = node.anyOf ?? node.oneOf;
  if (Array.isArray(several)) return several;
  // zod writes a nullable primitive as a list of types.
  return Array.isArray(node.type) ? node.type.map((type) => ({ ...node, type })) : undefined;
}

function bendAny(value: unknown, options: readonly JsonSchema[], root: JsonSchema): Bent {
  // A value that already has the right type is not converted.
  const byType = options.filter((option) => hasType(value, resolve(option, root)));
  for (const option of [...byType, ...options]) {
    const bent = bend(value, option, root);
    if (bent !== UNBENDABLE) return bent;
  }
  return options.some((option) => resolve(option, root).type === "null") ? null : UNBENDABLE;
}

function hasType(value: unknown, { type, enum: allowed }: JsonSchema): boolean {
  if (Array.isArray(allowed)) return allowed.includes(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  return typeof value === type && value !== null && !Array.isArray(value);
}

function bendEnum(value: unknown, allowed: readonly unknown[]): Bent {
  if (allowed.includes(value)) return value;
  if (typeof value !== "string") return UNBENDABLE;
  const folded = fold(value);
  const matches = allowed.filter((one) => typeof one === "string" && fold(one) === folded);
  return matches.length === 1 ? matches[0] : UNBENDABLE;
}

/** `Task State`, `taskState` and `task_state` are one word. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, "");
}

function bendNumber(value: unknown, { type, minimum, maximum }: JsonSchema): Bent {
  const number = coerceNumber(value);
  if (number === undefined) return UNBENDABLE;
  const low = typeof minimum === "number" ? minimum : -Infinity;
  const high = typeof maximum === "number" ? maximum : Infinity;
  const within = Math.min(high, Math.max(low, number));
  if (!Number.isFinite(within)) return UNBENDABLE;
  return type === "integer" ? Math.round(within) : within;
}

function bendArray(value: unknown, { items, maxItems }: JsonSchema, root: JsonSchema): Bent {
  // One item where a list of them was asked for.
  const list = itemsOf(value) ?? (isRecord(value) && Object.keys(value).length > 0 ? [value] : undefined);
  if (list === undefined) return UNBENDABLE;
  const bent = list
    .map((item) => (isRecord(items) ? bend(item, items, root) : item))
    .filter((item) => item !== UNBENDABLE);
  // Nothing of it makes sense: that is not the same as nothing to say.
  if (list.length > 0 && bent.length === 0) return UNBENDABLE;
  return typeof maxItems === "number" ? bent.slice(0, maxItems) : bent;
}

function bendObject(value: unknown, node: JsonSchema, root: JsonSchema): Bent {
  const { properties, additionalProperties } = node;
  if (!isRecord(properties)) return isRecord(value) ? bendMap(value, additionalProperties, root) : UNBENDABLE;
  const required = Array.isArray(node.required) ? (node.required as string[]) : [];
  const lists = Object.keys(properties).filter((key) => isList(properties[key], root));
  const needed = lists.filter((key) => required.includes(key));
  const [only] = lists.length === 1 ? lists : needed.length === 1 ? needed : [];
  const sourceObject = isRecord(value) ? value : {};
  const bent: [string, unknown][] = [];
  for (const [key, child] of Object.entries(properties)) {
    let member = own(sourceObject, key);
    // The only list that the answer must have may stand bare or under a name that models like better.
    if (member === undefined && only === key) member = itemsOf(value);
    const bentMember = member === undefined ? UNBENDABLE : bend(member, child as JsonSchema, root);
    if (bentMember !== UNBENDABLE) bent.push([key, bentMember]);
    else if (required.includes(key)) return UNBENDABLE;
  }
  return isRecord(value) || bent.length > 0 ? Object.fromEntries(bent) : UNBENDABLE;
}

function bendMap(value: JsonSchema, child: unknown, root: JsonSchema): Bent {
  if (!isRecord(child)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, bend(member, child, root)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== UNBENDABLE));
}

function isList(schema: unknown, root: JsonSchema): boolean {
  return isRecord(schema) && resolve(schema, root).type === "array";
}

/** The member of that name, or of one that differs only in case and separators. */
function own(value: JsonSchema, key: string): unknown {
  if (Object.hasOwn(value, key)) return value[key];
  const alike = Object.keys(value).filter((other) => fold(other) === fold(key));
  return alike.length === 1 ? value[alike[0] ?? ""] : undefined;
}

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
 * The same as OpenAI's strict mode wants it: every key required and none besides. Optional fields then arrive as well,
 * which does no harm.
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
