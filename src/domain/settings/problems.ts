import type { z } from "zod";
import { isRecord, nearest } from "../arguments.ts";
import { show } from "../errors.ts";

export type SchemaNode = z.core.JSONSchema.BaseSchema;

/** The allowed values of a setting, as alternatives in words; for error messages and for the reference. */
export function alternatives(node: SchemaNode): string[] {
  if (node.const !== undefined) return [JSON.stringify(node.const)];
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value));
  if (node.anyOf !== undefined) return node.anyOf.flatMap((part) => alternatives(part as SchemaNode));
  // zod writes a nullable primitive as a list of types.
  if (Array.isArray(node.type)) return node.type.flatMap((type) => alternatives({ ...node, type }));
  switch (node.type) {
    case "boolean":
      return ["true", "false"];
    case "null":
      return ["null"];
    case "integer":
      return [`a whole number${range(node)}`];
    case "number":
      return [`a number${range(node)}`];
    case "string":
      return [node.minLength === undefined ? "a string" : "a non-empty string"];
    case "array":
      return [`a list of ${alternatives(node.items as SchemaNode).join(", ")}`];
    default:
      return [
        isRecord(node.additionalProperties)
          ? `a map of names to ${alternatives(node.additionalProperties).join(", ")}`
          : `a section with ${childNames(node).join(", ")}`,
      ];
  }
}

function range({ minimum, maximum }: SchemaNode): string {
  // zod states the range of safe integers where no narrower one is given.
  const min = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (min === undefined) return max === undefined ? "" : ` of at most ${max}`;
  return max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`;
}

/** The keys a section knows; none for a map or a value. */
function childNames(node: SchemaNode): string[] {
  return Object.keys(node.properties ?? {});
}

/** The part of the schema that describes what stands at `path`. */
function nodeAt(root: SchemaNode, path: readonly PropertyKey[]): SchemaNode {
  return path.reduce<SchemaNode>((node, key) => {
    const child = node.properties?.[String(key)] ?? node.items ?? node.additionalProperties;
    return isRecord(child) ? child : node;
  }, root);
}

/** One setting, as the configuration reference shows it. */
export interface SettingDoc {
  /** As in a config file: `writePolicy.mode`. */
  path: string;
  /** The allowed values in words, separated by ` | `. */
  type: string;
  default: unknown;
  doc: string;
}

/** Every leaf below `node`, in the schema's order. */
export function describeLeaves(node: SchemaNode, path: string = ""): SettingDoc[] {
  return childNames(node).flatMap((name) => {
    const child = node.properties![name] as SchemaNode;
    const childPath = path === "" ? name : `${path}.${name}`;
    if (child.properties !== undefined) return describeLeaves(child, childPath);
    const type = alternatives(child).join(" | ");
    return [{ path: childPath, type, default: child.default, doc: child.description ?? "" }];
  });
}

/** The origin of settings in another notation (the keys of another program, the environment). */
export interface Notation {
  /** Our path → the name it was written as, where the two differ. */
  readonly written?: ReadonlyMap<string, string>;
  /** Problems it found itself, one line each. */
  readonly problems?: readonly string[];
  /** Keys known beside the settings at the top, for suggestions. */
  readonly alsoKnown?: readonly string[];
}

/** `writePolicy.allowedTypes[0]`, `identity.aliases["discord:42"]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    if (!/^[\w$-]+$/.test(String(key))) return `${text}[${JSON.stringify(String(key))}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");
}

/** "`key` is not a setting", with what was most likely meant. */
export function unknownKey(name: string, key: string, knownKeys: readonly string[]): string {
  const suggestion = nearest(key, knownKeys);
  return suggestion === undefined
    ? `${name} is not a setting; known here: ${knownKeys.join(", ")}.`
    : `${name} is not a setting; did you mean ${suggestion}?`;
}

/** "`path` is this; allowed: that." */
export function badValue(name: string, value: unknown, allowed: readonly string[]): string {
  // As JSON, NaN and Infinity would be shown as null.
  const valueText = typeof value === "number" ? String(value) : show(value);
  return `${name} is ${valueText}; allowed: ${allowed.join(", ")}.`;
}

/** The same for a value that may hold a secret: only its type is named. */
export function badKind(name: string, value: unknown, allowed: readonly string[]): string {
  const kind =
    value === null
      ? "null"
      : value === ""
        ? "empty"
        : Array.isArray(value)
          ? "a list"
          : typeof value === "object"
            ? "a section"
            : `a ${typeof value}`;
  return `${name} is ${kind}; allowed: ${allowed.join(", ")}.`;
}

/** One line for each thing that is wrong with `input`. */
export function problemLines(
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  schema: SchemaNode,
  { written, alsoKnown = [] }: Notation,
): string[] {
  return issues.flatMap((issue) => {
    const node = nodeAt(schema, issue.path);
    if (issue.code === "unrecognized_keys") {
      const names = issue.path.length === 0 ? [...childNames(node), ...alsoKnown] : childNames(node);
      return issue.keys.map((key) => {
        const path = pathText([...issue.path, key]);
        return unknownKey(written?.get(path) ?? path, key, names);
      });
    }
    const value = valueAt(input, issue.path);
    if (issue.path.length === 0) return [badKind("the root", value, alternatives(node))];
    const path = pathText(issue.path);
    const name = written?.has(path) ? `${written.get(path)} (${path})` : path;
    if (issue.code === "custom") return [`${name} is ${show(value)}: ${issue.message}`];
    return [badValue(name, value, alternatives(node))];
  });
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], input);
}

/**
 * `over` on top of `base`, as a new value; `undefined` means "not set". Sections and maps merge key by key; lists and all
 * other values replace.
 */
export function mergeSettings(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isRecord(over)) return over;
  const below = isRecord(base) ? base : {};
  const keys = new Set([...Object.keys(below), ...Object.keys(over)]);
  // `fromEntries` defines own properties, so a key named `__proto__` stays a key.
  return Object.fromEntries(
    [...keys]
      .map((key) => [key, mergeSettings(own(below, key), own(over, key))])
      .filter(([, value]) => value !== undefined),
  );
}

function own(section: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(section, key) ? section[key] : undefined;
}
