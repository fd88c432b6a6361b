import type { z } from "zod";
import { show } from "../errors.ts";
import { alternatives, childNames, nodeAt, type SchemaNode } from "./allowed.ts";
import { nearest } from "./nearest.ts";

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
export function unknownKey(name: string, key: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  return meant === undefined
    ? `${name} is not a setting; known here: ${known.join(", ")}.`
    : `${name} is not a setting; did you mean ${meant}?`;
}

/** "`path` is this; allowed: that." */
export function badValue(name: string, value: unknown, allowed: readonly string[]): string {
  // As JSON, NaN and Infinity would be shown as null.
  const shown = typeof value === "number" ? String(value) : show(value);
  return `${name} is ${shown}; allowed: ${allowed.join(", ")}.`;
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
      const known = issue.path.length === 0 ? [...childNames(node), ...alsoKnown] : childNames(node);
      return issue.keys.map((key) => {
        const path = pathText([...issue.path, key]);
        return unknownKey(written?.get(path) ?? path, key, known);
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
