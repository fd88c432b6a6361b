import { LIMITS } from "../../domain/text.ts";
import type { Row, Value } from "../tx.ts";
import { type Codec, checkObject, json, text, whole } from "./codec.ts";

/** A table as an export carries it: the columns that make its rows, and the order in which they are told. */
export interface PortableTable {
  /** What a line calls it. */
  readonly record: string;
  readonly table: string;
  readonly columns: Readonly<Record<string, Codec>>;
  /** Columns that follow from the others, made anew where the rows arrive. */
  readonly derived?: Readonly<Record<string, (row: Row) => Value>>;
  /** Complete, so that two exports of the same rows are the same. `bytes` makes a text's order that of its bytes. */
  order(bytes: string): string;
}

/** What both databases hold in an `integer`, and in a `bigint` that JavaScript can count with. */
export const INT = 2 ** 31 - 1;
export const BIG = Number.MAX_SAFE_INTEGER;
/** Masking may make a text a little longer than what was taken in. */
export const ROOM = 2;

export const count = whole(0, INT);
export const place = whole(1, BIG);
export const label = text(4_096);
export const words = text(ROOM * LIMITS.memoryText);
export const reason = text(16_384);
export const object = (limit: number): Codec => json(checkObject, ROOM * limit);
