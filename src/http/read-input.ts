import type { Context } from "hono";
import type { z } from "zod";
import { MemoirError, show } from "../domain/errors.ts";
import { problemText } from "./problem-text.ts";
import type { Route } from "./route.ts";

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Everything a route takes, checked by its schemas before any of it is used. */
export async function readInput(context: Context, { spec }: Route): Promise<Input> {
  const { req } = context;
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
    throw new MemoirError(
      "invalid_argument",
      `The body must be JSON with the header Content-Type: application/json, got ${show(type)}.`,
    );
  }
  const value = parsed(text);
  if (isDeeper(value, DEEPEST)) {
    throw new MemoirError(
      "invalid_argument",
      `The body is nested deeper than ${DEEPEST} levels. Send it flatter.`,
    );
  }
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MemoirError("invalid_argument", "The body is not valid JSON.", { cause });
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
  const problems = result.error.issues.slice(0, MOST_PROBLEMS).map(({ path, message }) => {
    const at = [where, ...path.map(String)].join(".");
    return `${at.slice(0, LONGEST_PATH)} ${message}`;
  });
  // As the engine says it of a text that is longer than it takes.
  const isTooLong = result.error.issues.every(({ code, ...issue }) => code === "too_big" && isText(issue));
  throw new MemoirError(isTooLong ? "too_large" : "invalid_argument", problems.join("\n"), {
    details: { problems, ...(isTooLong ? limitOf(result.error.issues[0]) : {}) },
  });
}

/** Which text, and how long it may be. */
function limitOf(issue: z.core.$ZodIssue | undefined): { path?: string; limit?: number } {
  if (issue?.code !== "too_big") return {};
  return { path: issue.path.join("."), limit: Number(issue.maximum) };
}

function isText(issue: object): boolean {
  return "origin" in issue && issue.origin === "string";
}

const MOST_PROBLEMS = 20;
const LONGEST_PATH = 200;
