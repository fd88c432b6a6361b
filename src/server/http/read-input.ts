import type { Context } from "hono";
import type { z } from "zod";
import { nearest } from "../../domain/arguments.ts";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { HttpError } from "./errors.ts";
import type { Call, Route } from "./route.ts";

/** Everything a route takes, checked by its schemas before any of it is used. */
export async function readInput(
  { req }: Context,
  { spec }: Route,
): Promise<Pick<Call, "params" | "query" | "body">> {
  return {
    params: spec.params && check(spec.params, req.param(), "path"),
    query: spec.query && check(spec.query, flat(req.queries()), "query"),
    body: spec.body && check(spec.body, await readJson(req.raw), "body"),
  };
}

/** A name that is given once is its value; one that is given several times is a list. */
function flat(queries: Record<string, string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  );
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  const type = request.headers.get("content-type") ?? "";
  if (text === "") return {};
  if (!JSON_TYPE.test(type)) {
    throw invalidArgument(
      `The body must be JSON with the header Content-Type: application/json, got ${show(type)}.`,
    );
  }
  const value = parseJson(text);
  if (isDeeper(value, DEEPEST)) {
    throw invalidArgument(`The body is nested deeper than ${DEEPEST} levels. Send it flatter.`);
  }
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [where = ""] = / at position \d+/.exec(String(cause)) ?? [];
    throw new MemoirError(
      "invalid_argument",
      `The body is not valid JSON${where}. Names and texts stand in double quotes; in a shell, put single quotes around the whole body.`,
      { cause },
    );
  }
}

/** Whatever walks through a value by calling itself, as `JSON.stringify` does, reaches its end. */
const DEEPEST = 100;

function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1));
}

/** All problems at once, each with its path. */
function check(schema: z.ZodType, value: unknown, where: string): unknown {
  const result = schema.safeParse(value, { error: problemText });
  if (result.success) return result.data;
  const problems = result.error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => {
    const at = [where, ...path.map(String)].join(".");
    return `${at.slice(0, LONGEST_PATH)} ${message}`;
  });
  const tooLong = result.error.issues.filter(
    (issue) => issue.code === "too_big" && issue.origin === "string",
  );
  const [first] = tooLong;
  // As the engine says it of a text that is longer than it takes.
  if (first?.code === "too_big" && tooLong.length === result.error.issues.length) {
    const details = { problems, path: first.path.join("."), limit: Number(first.maximum) };
    throw new MemoirError("too_large", problems.join("\n"), { details });
  }
  throw invalidArgument(problems.join("\n"), { problems });
}

const MAX_PROBLEMS = 20;
const LONGEST_PATH = 200;

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
      return `has ${issue.keys.length === 1 ? "an unknown field" : "unknown fields"}: ${issue.keys.map(show).join(", ")}.${fieldAdvice(issue)}`;
    case "invalid_union":
      return unionText(issue.errors, issue.input);
    default:
      return "cannot be read.";
  }
}

/** As `checkNames()` of the engine says it. */
function fieldAdvice({ keys, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>): string {
  const names = Object.keys((inst as z.core.$ZodObject | undefined)?._zod.def.shape ?? {});
  const suggestion = nearest(keys[0] ?? "", names);
  if (suggestion !== undefined) return ` Did you mean ${suggestion}?`;
  return names.length === 0 ? "" : ` There are ${names.join(", ")}.`;
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

/** The revision that a caller has seen: `If-Match: "7"`. `*`, and no header, take whatever is there. */
export function ifMatch(request: Request): number | undefined {
  const headerValue = request.headers.get("if-match");
  if (headerValue === null || headerValue.trim() === "*") return undefined;
  const [, digits] = /^(?:W\/)?"?(\d{1,15})"?$/.exec(headerValue.trim()) ?? [];
  if (digits !== undefined) return Number(digits);
  throw invalidArgument(
    `If-Match takes the ETag of what you have seen, as in "7", got ${show(headerValue)}.`,
  );
}

/** Where somebody else was faster, the precondition has failed, which HTTP tells apart from other conflicts. */
export async function withPrecondition<T>(seen: number | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (seen === undefined || !isStale(error)) throw error;
    throw new HttpError(412, "conflict", error.message, { details: { ...error.details }, cause: error });
  }
}

/** Only then the engine says which revision there is; a key that is taken is a conflict too, but another one. */
function isStale(error: unknown): error is MemoirError {
  return (
    MemoirError.is(error) &&
    error.code === "conflict" &&
    ("rev" in error.details || "version" in error.details)
  );
}
