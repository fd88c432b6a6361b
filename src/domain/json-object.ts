import { isRecord } from "./arguments.ts";
import { invalidArgument, MemoirError, show } from "./errors.ts";

/** Checks that a value is a JSON object of at most `limit` characters, and returns it as text. */
export function jsonOf(value: unknown, name: string, limit: number): string {
  const text = isRecord(value) ? textOf(value) : undefined;
  if (text === undefined || !text.startsWith("{"))
    throw invalidArgument(`${name} must be a JSON object, got ${show(value)}.`, { path: name });
  if (text.length <= limit) return text;
  throw new MemoirError(
    "too_large",
    `${name} has ${text.length} characters as JSON; at most ${limit} are taken.`,
    {
      details: { path: name, limit, length: text.length },
    },
  );
}

/** Circles, bigints and too deep nesting have no JSON. */
function textOf(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Every string in a JSON value, in order; names of fields are none. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** The same value with every string replaced. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapStrings(one, change)]));
}
