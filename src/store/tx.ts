import type { Dialect } from "./dialect.ts";

export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

type Trimmed<S extends string> = S extends ` ${infer R}` | `\n${infer R}` ? Trimmed<R> : S;
type Names<S extends string> = S extends `${infer First},${infer Rest}`
  ? Trimmed<First> | Names<Rest>
  : Trimmed<S>;

/** Names of columns, typed as what they are: `names("id, text")` is `["id", "text"]`. */
export function columnNames<S extends string>(list: S): readonly Names<S>[] {
  return list.split(/,\s+/) as Names<S>[];
}

/** Reads rows. `$1`, `$2`, … in the SQL are the parameters in order. */
export interface SqlReader {
  readonly dialect: Dialect;
  all<R extends object = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  one<R extends object = Row>(sql: string, params?: readonly Value[]): Promise<R | undefined>;
}

/** A transaction under way: reads see its own writes; when the function holding it throws, nothing happened. */
export interface Tx extends SqlReader {
  /** Runs a statement and says how many rows it changed. */
  run(sql: string, params?: readonly Value[]): Promise<number>;
  /** Inserts rows in the way that is fastest on this database. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>;
}

/** One moment of the database. */
export interface Snapshot extends SqlReader {
  /** Rows as they are asked for, so that a large answer is never in memory as a whole. */
  rows<R extends object = Row>(sql: string, params?: readonly Value[]): AsyncIterable<R>;
  end(): Promise<void>;
}

/** Above every number that the databases give to a row. */
export const TOP = Number.MAX_SAFE_INTEGER;

/** A part of a list in falling order: at most `limit` rows, below the place `before`. */
export interface PageBelow<P> {
  readonly before: P;
  readonly limit: number;
}

/** A part of a list in rising order: at most `limit` rows, above the place `after`. */
export interface PageAfter<P> {
  readonly after: P;
  readonly limit: number;
}

/** A part of a list by number, newest first; without `before` the newest rows. */
export interface Newest {
  readonly before?: number | undefined;
  readonly limit: number;
}
