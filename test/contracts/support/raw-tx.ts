import { postgresDialect, sqliteDialect } from "../../../src/store/dialect.ts";
import type { Tx } from "../../../src/store/tx.ts";
import type { RawValue, SharedDatabase } from "../../support/databases.ts";

/** Statements as a write runs them, each in a separate transaction: for statements that no named write runs. */
export function rawTx(db: SharedDatabase): Tx {
  const all: Tx["all"] = (sql, params = []) => db.query(sql, params as readonly RawValue[]);
  return {
    dialect: db.engine === "sqlite" ? sqliteDialect : postgresDialect,
    all,
    one: async <R extends object>(sql: string, params?: Parameters<Tx["one"]>[1]) =>
      (await all<R>(sql, params))[0],
    run: async (sql, params) => (await all(sql, params)).length,
    insert: async () => {
      throw new Error("not needed so far");
    },
  };
}
