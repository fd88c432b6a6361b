export type TermMatch = "any" | "all";

/** All that differs between the two databases in the SQL we write. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** A statement costs microseconds and not a trip to a server, so rows may go one by one. */
  readonly statementsAreCheap: boolean;
  /** Takes the row's lock where the transaction does not hold the whole database. */
  readonly forUpdate: string;
  /** The same, but rows that another transaction holds are left out instead of waited for. */
  readonly skipLocked: string;
  /**
   * Waits for the turn to write to the scope `$1`, `$2`, `$3`; null where the transaction holds the whole database.
   * PostgreSQL may number a transaction (and so place it in the feed) while it still waits for a row, but not while it
   * waits here; so the scope's changes appear in order.
   */
  readonly scopeTurn: string | null;
  /** The database's own clock in epoch milliseconds: the one clock that all processes share. */
  readonly now: string;
  /** Behind a text in `order by`: its order is that of its bytes, the same in every database. */
  readonly byBytes: string;
  /** `column in (…)` for a parameter that holds a JSON array of strings. */
  inJson(column: string, param: string): string;
  /** The same for a JSON array of numbers. */
  inNumbers(column: string, param: string): string;
  /** A field of a column that holds a JSON object as text; null where there is none. */
  jsonField(column: string, field: string): string;
  /** How many bytes a text has as UTF-8. */
  bytes(column: string): string;
  /** Whether a column of terms, with a space between each two, holds any or all of some, one a parameter. */
  holdsTerms(column: string, params: readonly string[], match: TermMatch): string;
  /** The feed's place of a row, and the condition that hides what an open transaction may still slip before. */
  readonly feedPlace: string;
  readonly feedSettled: string;
  feedAfter(place: string, num: string): string;
}

export const sqliteDialect: Dialect = {
  name: "sqlite",
  statementsAreCheap: true,
  forUpdate: "",
  skipLocked: "",
  now: "cast(unixepoch('subsec') * 1000 as integer)",
  scopeTurn: null,
  byBytes: "",
  inJson: (column, param) => `${column} in (select value from json_each(${param}))`,
  inNumbers: (column, param) => `${column} in (select value from json_each(${param}))`,
  jsonField: (column, field) => `(${column} ->> '${field}')`,
  bytes: (column) => `length(cast(${column} as blob))`,
  holdsTerms: (column, params, match) =>
    `(${params.map((param) => `instr(' ' || ${column} || ' ', ' ' || ${param} || ' ') > 0`).join(match === "any" ? " or " : " and ")})`,
  feedPlace: "0",
  feedSettled: "",
  feedAfter: (place, num) => `(${place} >= 0 and num > ${num})`,
};

export const postgresDialect: Dialect = {
  name: "postgres",
  statementsAreCheap: false,
  forUpdate: " for update",
  skipLocked: " for update skip locked",
  // The same throughout a statement, unlike clock_timestamp(), so that an index can be searched with it.
  now: "(extract(epoch from statement_timestamp()) * 1000)::bigint",
  scopeTurn: "pg_advisory_xact_lock(hashtextextended(concat_ws(' ', $1::text, $2::text, $3::text), 0))::text",
  byBytes: ' collate "C"',
  inJson: (column, param) => `${column} in (select json_array_elements_text(${param}::json))`,
  inNumbers: (column, param) => `${column} in (select json_array_elements_text(${param}::json)::bigint)`,
  jsonField: (column, field) => `(${column}::json ->> '${field}')`,
  bytes: (column) => `octet_length(${column})`,
  holdsTerms: (column, params, match) =>
    `string_to_array(${column}, ' ') ${match === "any" ? "&&" : "@>"} array[${params.join(", ")}]::text[]`,
  feedPlace: "xid",
  // A sequence hands out numbers before commit, so a later number may be visible first. Rows of transactions
  // older than every running one can no longer be overtaken.
  feedSettled: " and xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint",
  feedAfter: (place, num) => `(xid > ${place}::bigint or (xid = ${place}::bigint and num > ${num}::bigint))`,
};
