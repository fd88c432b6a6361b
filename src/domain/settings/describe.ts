import { alternatives, childNames, type SchemaNode } from "./allowed.ts";

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
