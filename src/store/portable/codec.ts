import { checkFlag, checkOneOf, checkUnit, checkWhole } from "../../domain/arguments.ts";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { columnsOf, type Fields, type FieldType } from "../../domain/memory-field.ts";
import { checkId, LIMITS } from "../../domain/text.ts";
import type { Row, Value } from "../tx.ts";

/** How a column stands in an export. A file is somebody else's: `fromFile` refuses what Memoir would not have written. */
export interface Codec {
  toFile(value: Value): unknown;
  fromFile(value: unknown, name: string): Value;
  /** The schema version that brought the column, and its value in rows of an older export. Default: it was always there. */
  readonly later?: { readonly since: number; readonly absent: Value };
}

type Check = (value: unknown, name: string) => Value;

function asItIs(check: Check): Codec {
  return { toFile: (value) => value, fromFile: check };
}

function refuse(name: string, expected: string, value: unknown): never {
  throw invalidArgument(`${name} must be ${expected}, got ${show(value)}.`);
}

/** A value that no database can store is rejected, not repaired: the row would be different. */
export function textCodec(limit: number): Codec {
  return asItIs((value, name) => {
    if (typeof value !== "string") return refuse(name, "a text", value);
    if (!value.isWellFormed() || value.includes("\0"))
      return refuse(name, "a text without NUL or half characters", value.toWellFormed());
    if (value.length <= limit) return value;
    throw new MemoirError("too_large", `${name} has ${value.length} characters; at most ${limit} are taken.`);
  });
}

export const idCodec: Codec = asItIs((value, name) => checkId(value, name));
export const unitCodec: Codec = asItIs((value, name) => checkUnit(value, name));
export const oneOfCodec = (allowed: readonly string[]): Codec =>
  asItIs((value, name) => checkOneOf(value, allowed, name));
export const wholeCodec = (least: number, most: number): Codec =>
  asItIs((value, name) => checkWhole(value, name, least, most));

export const flagCodec: Codec = {
  toFile: (value) => value === 1,
  fromFile: (value, name) => (checkFlag(value, name) ? 1 : 0),
};

/** Milliseconds inside, ISO-8601 in UTC at the edge. */
export const timeCodec: Codec = {
  toFile: (value) => new Date(value as number).toISOString(),
  fromFile: (value, name) => {
    const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
    if (!Number.isNaN(at) && new Date(at).toISOString() === value) return at;
    return refuse(name, "a time such as 2026-03-01T12:00:00.000Z", value);
  },
};

/** JSON in a column is JSON in the file. `check` throws when it is not what the column holds. */
export function jsonCodec(check: (value: unknown, name: string) => void, limit: number): Codec {
  const written = textCodec(limit);
  return {
    toFile: (value) => JSON.parse(value as string) as unknown,
    fromFile: (value, name) => {
      check(value, name);
      return written.fromFile(stringify(value, name), name);
    },
  };
}

/** Too deep nesting ends in a RangeError. */
function stringify(value: unknown, name: string): string {
  try {
    return JSON.stringify(value);
  } catch {
    return refuse(name, "JSON that is not nested so deeply", "…");
  }
}

export function maybeCodec(codec: Codec): Codec {
  return {
    toFile: (value) => (value === null ? null : codec.toFile(value)),
    fromFile: (value, name) => (value === null ? null : codec.fromFile(value, name)),
  };
}

/** A column that exports of an older schema do not have. */
export function laterCodec(codec: Codec, since: number, absent: Value = null): Codec {
  return { ...codec, later: { since, absent } };
}

export function checkObject(value: unknown, name: string): asserts value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(name, "an object", value);
}

export function checkIds(value: unknown, name: string): void {
  if (!Array.isArray(value)) refuse(name, "a list", value);
  for (const [i, item] of value.entries()) checkId(item, `${name}[${i}]`);
}

/** An object of texts: ids and what is said of each. */
export function checkTexts(value: unknown, name: string): void {
  checkObject(value, name);
  for (const [key, text] of Object.entries(value)) {
    checkId(key, `${name}'s key`);
    if (typeof text !== "string") refuse(`${name}.${key}`, "a text", text);
  }
}

/** A table as an export carries it: the columns that make its rows, and the order of the rows. */
export interface PortableTable {
  /** Its name in a line. */
  readonly record: string;
  readonly table: string;
  readonly columns: Readonly<Record<string, Codec>>;
  /** Derived columns, recomputed on import. */
  readonly derived?: Readonly<Record<string, (row: Row) => Value>>;
  /** Complete, so that two exports of the same rows are the same. `bytes` makes a text's order that of its bytes. */
  order(bytes: string): string;
}

/** The ranges that both databases hold in an `integer`, and in a `bigint` that JavaScript can represent exactly. */
const INT = 2 ** 31 - 1;
export const BIG = Number.MAX_SAFE_INTEGER;
/** Masking may make a text a little longer than what was taken in. */
export const ROOM = 2;

export const countCodec = wholeCodec(0, INT);
export const positionCodec = wholeCodec(1, BIG);
export const labelCodec = textCodec(4_096);
export const wordsCodec = textCodec(ROOM * LIMITS.memoryText);
export const reasonCodec = textCodec(16_384);
export const objectCodec = (limit: number): Codec => jsonCodec(checkObject, ROOM * limit);

/** The columns of `memory` as an export carries them. */
export function portableColumns(fields: Fields): PortableTable["columns"] {
  return Object.fromEntries(
    columnsOf(fields)
      .filter(({ derived }) => derived !== true)
      .map(({ column, type, nullable, since, absent = null }) => {
        const codec = nullable === true ? maybeCodec(codecOf(type)) : codecOf(type);
        return [column, since === undefined ? codec : laterCodec(codec, since, absent)];
      }),
  );
}

function codecOf(type: FieldType): Codec {
  switch (type.kind) {
    case "id":
      return idCodec;
    case "label":
      return labelCodec;
    case "text":
      return wordsCodec;
    case "labels":
      return jsonCodec(checkIds, 1_048_576);
    case "share":
      return unitCodec;
    case "flag":
      return flagCodec;
    case "time":
      return timeCodec;
    case "whole":
      return wholeCodec(type.least, type.most);
    case "choice":
      return oneOfCodec(type.values);
  }
}
