import { invalidArgument, type MemoirError, show } from "./errors.ts";
import { checkText, LIMITS } from "./text.ts";

/** The options of a call. None given means none set; what is no object is refused before it is looked into. */
export function checkOptions<T extends object>(value: T | null | undefined, call: string): T {
  if (value === undefined || value === null) return {} as T;
  if (typeof value === "object" && !Array.isArray(value)) return value;
  throw invalidArgument(`${call} takes its options as an object, got ${show(value)}.`);
}

/** An object with fields, as in JSON. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For options of which a mistyped one would do harm in silence: another database, say. */
export function checkNames(options: object, knownNames: readonly string[], call: string): void {
  const unknown = Object.keys(options).find((name) => !knownNames.includes(name));
  if (unknown === undefined) return;
  const suggestion = nearest(unknown, knownNames);
  const advice =
    suggestion === undefined ? `There are ${knownNames.join(", ")}.` : `Did you mean ${suggestion}?`;
  throw invalidArgument(`${call} has no option ${show(unknown)}. ${advice}`, {
    option: unknown,
  });
}

export function checkSignal(value: unknown): AbortSignal | undefined {
  if (value === undefined || value === null) return undefined;
  if (value instanceof AbortSignal) return value;
  throw invalidArgument(`signal must be an AbortSignal, got ${show(value)}.`);
}

/** Why something was done, for the history. */
export function checkReason(value: unknown, byDefault: string): string {
  return value === undefined ? byDefault : checkText(value, "reason", LIMITS.reason);
}

/** `true` or `false`, never something that merely counts as one: "no" would switch a thing on. */
export function checkFlag(value: unknown, name: string): boolean {
  if (typeof value === "boolean") return value;
  throw invalidArgument(`${name} must be true or false, got ${show(value)}.`);
}

/** A number from 0 to 1. */
export function checkUnit(value: unknown, name: string): number {
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw invalidArgument(`${name} must be a number from 0 to 1, got ${show(value)}.`);
}

export function checkWhole(value: unknown, name: string, least: number, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalidArgument(`${name} must be a whole number from ${least} to ${most}, got ${show(value)}.`);
}

/** Items of one page, however many a caller asks for. */
export const MAX_PER_PAGE = 1_000;

/** Hits of one search, however many a caller asks for, and where the preset sets no limit. */
export const MAX_HITS = 1_000;

export function checkList(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalidArgument(`${name} must be a list, got ${show(value)}.`);
}

/** A list that narrows something: `null` = everything. An empty one would leave nothing, which nobody means. */
export function checkSome<T>(
  value: unknown,
  name: string,
  check: (one: unknown, name: string) => T,
): readonly T[] | null {
  if (value === undefined || value === null) return null;
  const list = checkList(value, name);
  if (list.length === 0) throw invalidArgument(`${name} is empty: leave it out for all, or name some.`);
  return [...new Set(Array.from(list, (one, i) => check(one, `${name}[${i}]`)))];
}

export function checkOneOf<T extends string>(value: unknown, allowed: readonly T[], name: string): T {
  if ((allowed as readonly unknown[]).includes(value)) return value as T;
  const choices = allowed.map((one) => `"${one}"`).join(", ");
  throw invalidArgument(`${name} is ${show(value)}; allowed: ${choices}.`, { path: name, allowed });
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Only the fields that have a value: calls distinguish a missing option from a value, and take no `undefined`. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** The known name that a mistyped one most likely meant; case, `_` and `-` do not count. */
export function nearest(name: string, allowed: readonly string[]): string | undefined {
  const target = plain(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(target.length / 3)) + 1;
  for (const candidate of allowed) {
    const distance = editDistance(target, plain(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** The input of an import: a file's stream, a request's body, a list of texts. */
export type ImportSource = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Bytes are a list of numbers, too: they are meant as one piece. */
export function checkSource(source: unknown): ImportSource {
  if (typeof source === "string" || source instanceof Uint8Array) return [source];
  const iterable = source as Partial<AsyncIterable<string> & Iterable<string>> | null | undefined;
  if (iterable?.[Symbol.asyncIterator] !== undefined || iterable?.[Symbol.iterator] !== undefined)
    return source as ImportSource;
  throw notReadable(source);
}

export function notReadable(value: unknown): MemoirError {
  return invalidArgument(
    `An import is read from a stream or a list of texts, got ${show(value)}. Open the file first.`,
  );
}

/** The formats of other programs, and plain JSON Lines. */
export const FOREIGN_FORMATS = ["chatgpt", "mem0", "jsonl", "markdown"] as const;

export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];
