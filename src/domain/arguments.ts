import { MemoirError, show } from "./errors.ts";
import { nearest } from "./settings/nearest.ts";
import { checkText, LIMITS } from "./text.ts";

/** The options of a call. None given means none set; what is no object is refused before it is looked into. */
export function checkOptions<T extends object>(value: T | null | undefined, call: string): T {
  if (value === undefined || value === null) return {} as T;
  if (typeof value === "object" && !Array.isArray(value)) return value;
  throw new MemoirError("invalid_argument", `${call} takes its options as an object, got ${show(value)}.`);
}

/** For options of which a mistyped one would do harm in silence: another database, say. */
export function checkNames(options: object, known: readonly string[], call: string): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const advice = meant === undefined ? `There are ${known.join(", ")}.` : `Did you mean ${meant}?`;
  throw new MemoirError("invalid_argument", `${call} has no option ${show(unknown)}. ${advice}`, {
    details: { option: unknown },
  });
}

export function checkSignal(value: unknown): AbortSignal | undefined {
  if (value === undefined || value === null) return undefined;
  if (value instanceof AbortSignal) return value;
  throw new MemoirError("invalid_argument", `signal must be an AbortSignal, got ${show(value)}.`);
}

/** Why something was done, for the history. */
export function checkReason(value: unknown, byDefault: string): string {
  return value === undefined ? byDefault : checkText(value, "reason", LIMITS.reason);
}

/** `true` or `false`, never something that merely counts as one: "no" would switch a thing on. */
export function checkFlag(value: unknown, name: string): boolean {
  if (typeof value === "boolean") return value;
  throw new MemoirError("invalid_argument", `${name} must be true or false, got ${show(value)}.`);
}

/** A number from 0 to 1. */
export function checkUnit(value: unknown, name: string): number {
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw new MemoirError("invalid_argument", `${name} must be a number from 0 to 1, got ${show(value)}.`);
}

export function checkWhole(value: unknown, name: string, least: number, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new MemoirError(
    "invalid_argument",
    `${name} must be a whole number from ${least} to ${most}, got ${show(value)}.`,
  );
}

export function checkList(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new MemoirError("invalid_argument", `${name} must be a list, got ${show(value)}.`);
}

export function checkOneOf<T extends string>(value: unknown, allowed: readonly T[], name: string): T {
  if ((allowed as readonly unknown[]).includes(value)) return value as T;
  throw new MemoirError(
    "invalid_argument",
    `${name} is ${show(value)}; allowed: ${allowed.map((one) => `"${one}"`).join(", ")}.`,
    { details: { path: name, allowed } },
  );
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Only the fields that have a value: calls distinguish a missing option from a value, and take no `undefined`. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
