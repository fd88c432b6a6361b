import { coerceNumber, itemsOf } from "../json.ts";
import type { JsonSchema } from "./port.ts";

/** No way was found to read the value as the schema wants it. */
export const NO_FIT: unique symbol = Symbol("no fit");
type Fitted = unknown | typeof NO_FIT;

/**
 * Bends a value towards a schema, as a reader would who knows what was meant (R299): numbers out of texts, kept
 * within their range; a list that stands bare or under another name; items that cannot be meant are dropped, and
 * a list is cut at its longest length; null where null is allowed and the value is not (an invented id). It
 * invents nothing: what is missing stays missing. The schema still has the last word on the result.
 */
export function fit(value: unknown, schema: JsonSchema, root: JsonSchema = schema): Fitted {
  const node = resolve(schema, root);
  const options = optionsOf(node);
  if (options !== undefined) return fitAny(value, options, root);
  if ("const" in node) return value === node.const ? value : NO_FIT;
  if (Array.isArray(node.enum)) return fitEnum(value, node.enum);
  switch (node.type) {
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : only("string", value);
    case "number":
    case "integer":
      return fitNumber(value, node);
    case "boolean":
      return value === "true" ? true : value === "false" ? false : only("boolean", value);
    case "null":
      return value === null ? null : NO_FIT;
    case "array":
      return fitArray(value, node, root);
    case "object":
      return fitObject(value, node, root);
    default:
      return value;
  }
}

function only(type: "string" | "boolean", value: unknown): Fitted {
  // biome-ignore lint/suspicious/useValidTypeof: `type` is one of two valid names
  return typeof value === type ? value : NO_FIT;
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let node = schema;
  for (let hops = 0; typeof node.$ref === "string" && hops < 10; hops += 1) {
    const path = node.$ref.replace(/^#\/?/, "").split("/").filter(Boolean);
    node = path.reduce<JsonSchema>((at, key) => (at[key] ?? {}) as JsonSchema, root);
  }
  return node;
}

function optionsOf(node: JsonSchema): readonly JsonSchema[] | undefined {
  const several = node.anyOf ?? node.oneOf;
  if (Array.isArray(several)) return several;
  // zod writes a nullable primitive as a list of types.
  return Array.isArray(node.type) ? node.type.map((type) => ({ ...node, type })) : undefined;
}

function fitAny(value: unknown, options: readonly JsonSchema[], root: JsonSchema): Fitted {
  // What already is of the right type is not bent into another one.
  const byType = options.filter((option) => hasType(value, resolve(option, root)));
  for (const option of [...byType, ...options]) {
    const fitted = fit(value, option, root);
    if (fitted !== NO_FIT) return fitted;
  }
  return options.some((option) => resolve(option, root).type === "null") ? null : NO_FIT;
}

function hasType(value: unknown, { type, enum: allowed }: JsonSchema): boolean {
  if (Array.isArray(allowed)) return allowed.includes(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  return typeof value === type && value !== null && !Array.isArray(value);
}

function fitEnum(value: unknown, allowed: readonly unknown[]): Fitted {
  if (allowed.includes(value)) return value;
  if (typeof value !== "string") return NO_FIT;
  const folded = fold(value);
  const meant = allowed.filter((one) => typeof one === "string" && fold(one) === folded);
  return meant.length === 1 ? meant[0] : NO_FIT;
}

/** `Task State`, `taskState` and `task_state` are one word. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, "");
}

function fitNumber(value: unknown, { type, minimum, maximum }: JsonSchema): Fitted {
  const number = coerceNumber(value);
  if (number === undefined) return NO_FIT;
  const low = typeof minimum === "number" ? minimum : -Infinity;
  const high = typeof maximum === "number" ? maximum : Infinity;
  const within = Math.min(high, Math.max(low, number));
  if (!Number.isFinite(within)) return NO_FIT;
  return type === "integer" ? Math.round(within) : within;
}

function fitArray(value: unknown, { items, maxItems }: JsonSchema, root: JsonSchema): Fitted {
  // One item where a list of them was asked for.
  const list = itemsOf(value) ?? (isObject(value) && Object.keys(value).length > 0 ? [value] : undefined);
  if (list === undefined) return NO_FIT;
  const fitted = list
    .map((item) => (isObject(items) ? fit(item, items, root) : item))
    .filter((item) => item !== NO_FIT);
  // Nothing of it makes sense: that is not the same as nothing to say.
  if (list.length > 0 && fitted.length === 0) return NO_FIT;
  return typeof maxItems === "number" ? fitted.slice(0, maxItems) : fitted;
}

function fitObject(value: unknown, node: JsonSchema, root: JsonSchema): Fitted {
  const { properties, additionalProperties } = node;
  if (!isObject(properties)) return isObject(value) ? fitMap(value, additionalProperties, root) : NO_FIT;
  const required = Array.isArray(node.required) ? (node.required as string[]) : [];
  const lists = Object.keys(properties).filter((key) => isList(properties[key], root));
  const given = isObject(value) ? value : {};
  const fitted: [string, unknown][] = [];
  for (const [key, child] of Object.entries(properties)) {
    let member = own(given, key);
    // The only list of the answer may stand bare or under a name that models like better.
    if (member === undefined && lists.length === 1 && lists[0] === key) member = itemsOf(value);
    const one = member === undefined ? NO_FIT : fit(member, child as JsonSchema, root);
    if (one !== NO_FIT) fitted.push([key, one]);
    else if (required.includes(key)) return NO_FIT;
  }
  return isObject(value) || fitted.length > 0 ? Object.fromEntries(fitted) : NO_FIT;
}

function fitMap(value: JsonSchema, child: unknown, root: JsonSchema): Fitted {
  if (!isObject(child)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, fit(member, child, root)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== NO_FIT));
}

function isList(schema: unknown, root: JsonSchema): boolean {
  return isObject(schema) && resolve(schema, root).type === "array";
}

/** The member of that name, or of one that differs only in case and separators. */
function own(value: JsonSchema, key: string): unknown {
  if (Object.hasOwn(value, key)) return value[key];
  const alike = Object.keys(value).filter((other) => fold(other) === fold(key));
  return alike.length === 1 ? value[alike[0] ?? ""] : undefined;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
