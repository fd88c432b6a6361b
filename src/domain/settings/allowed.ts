import type { z } from "zod";

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
        isNode(node.additionalProperties)
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
export function childNames(node: SchemaNode): string[] {
  return Object.keys(node.properties ?? {});
}

/** The part of the schema that describes what stands at `path`. */
export function nodeAt(root: SchemaNode, path: readonly PropertyKey[]): SchemaNode {
  return path.reduce<SchemaNode>((node, key) => {
    const child = node.properties?.[String(key)] ?? node.items ?? node.additionalProperties;
    return isNode(child) ? child : node;
  }, root);
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
