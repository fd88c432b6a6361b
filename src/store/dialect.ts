/** All that differs between the two databases in the SQL we write. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Takes the row's lock where the transaction does not hold the whole database. */
  readonly forUpdate: string;
  /** Case-insensitive LIKE. */
  readonly like: string;
  /** `column in (…)` for a parameter that holds a JSON array of strings. */
  inJson(column: string, param: string): string;
  /** Rows of `memory m` of one scope that hold at least one of the terms; `matchParam` makes its parameter. */
  readonly matchFrom: string;
  matchWhere(param: string): string;
  matchParam(terms: readonly string[], scope: number): string;
  /** The feed's place of a row, and the condition that hides what an open transaction may still slip before. */
  readonly feedPlace: string;
  readonly feedSettled: string;
  feedAfter(place: string, num: string): string;
}

export const sqliteDialect: Dialect = {
  name: "sqlite",
  forUpdate: "",
  like: "like",
  inJson: (column, param) => `${column} in (select value from json_each(${param}))`,
  matchFrom: "memory_fts f join memory m on m.num = f.rowid",
  matchWhere: (param) => `memory_fts match ${param}`,
  matchParam: (terms, scope) => `"§${scope}" AND (${terms.map((term) => `"${term}"`).join(" OR ")})`,
  feedPlace: "0",
  feedSettled: "",
  feedAfter: (place, num) => `(${place} >= 0 and num > ${num})`,
};

export const postgresDialect: Dialect = {
  name: "postgres",
  forUpdate: " for update",
  like: "ilike",
  inJson: (column, param) => `${column} in (select json_array_elements_text(${param}::json))`,
  matchFrom: "memory m",
  matchWhere: (param) =>
    `string_to_array(m.terms, ' ') && array(select json_array_elements_text(${param}::json))`,
  matchParam: (terms) => JSON.stringify(terms),
  feedPlace: "xid",
  // A sequence hands out numbers before commit, so a later number may be visible first. Rows of transactions
  // older than every running one can no longer be overtaken.
  feedSettled: " and xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint",
  feedAfter: (place, num) => `(xid > ${place}::bigint or (xid = ${place}::bigint and num > ${num}::bigint))`,
};
