import type { z } from "zod";
import { show } from "../domain/errors.ts";

/** A problem that a schema found, in our own words. A message that the schema brings itself stays. */
export function problemText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `is missing; it must be ${kindOf(issue.expected)}.`
        : `must be ${kindOf(issue.expected)}, got ${show(issue.input)}.`;
    case "invalid_value":
      return `must be ${listOf((issue.values as readonly unknown[]).map(show))}, got ${show(issue.input)}.`;
    case "invalid_format":
      return `must be ${FORMATS[issue.format as string] ?? "written in another way"}, got ${show(issue.input)}.`;
    case "too_big":
      return `must ${boundOf(issue.origin, "at most", issue.maximum)}.`;
    case "too_small":
      return issue.input === ""
        ? "must not be empty."
        : `must ${boundOf(issue.origin, "at least", issue.minimum)}.`;
    case "unrecognized_keys":
      return `has ${issue.keys.length === 1 ? "an unknown field" : "unknown fields"}: ${issue.keys.map(show).join(", ")}.`;
    case "invalid_union":
      return unionText(issue.errors, issue.input);
    default:
      return "cannot be read.";
  }
}

const KINDS: Readonly<Record<string, string>> = {
  int: "a whole number",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function kindOf(expected: string): string {
  return KINDS[expected] ?? `a ${expected}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a time like "2026-03-01T12:00:00Z"',
  date: 'a date like "2026-03-01"',
  uuid: "a UUID",
  url: "a URL",
};

function boundOf(origin: string, word: string, bound: unknown): string {
  if (origin === "string") return `have ${word} ${bound} characters`;
  if (origin === "array" || origin === "set") return `have ${word} ${bound} items`;
  return `be ${word} ${bound}`;
}

/** If every alternative fails at its root, the value has the wrong type; otherwise the closest alternative is reported. */
function unionText(alternatives: readonly (readonly z.core.$ZodIssue[])[], input: unknown): string {
  const kinds = alternatives.flatMap(([first]) =>
    first?.code === "invalid_type" && first.path.length === 0 ? [kindOf(first.expected)] : [],
  );
  if (kinds.length > 0 && kinds.length === alternatives.length) {
    return `must be ${listOf(kinds)}, got ${show(input)}.`;
  }
  return "matches none of the allowed forms; see the API document.";
}

function listOf(options: readonly string[]): string {
  const [last, ...others] = [...new Set(options)].reverse();
  return others.length === 0 ? String(last) : `${others.reverse().join(", ")} or ${last}`;
}
