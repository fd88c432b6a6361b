import { DatabaseSync, type StatementSync } from "node:sqlite";
import { sqliteDialect } from "../dialect.ts";
import type { Reader, Tx, Value } from "../port.ts";

/** Named parameters: positional binding of `$1` throws on Node 22 and 24. */
function bind(params: readonly Value[]): Record<string, Value> {
  const bound: Record<string, Value> = {};
  for (let i = 0; i < params.length; i++) bound[i + 1] = params[i] as Value;
  return bound;
}

/** One SQLite connection with its prepared statements. Both threads use it; only the writer writes. */
export class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, options: { readOnly: boolean }) {
    this.db = new DatabaseSync(path, { readOnly: options.readOnly, timeout: 0 });
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  all<R extends object>(sql: string, params: readonly Value[] = []): R[] {
    return this.#prepare(sql).all(bind(params)) as R[];
  }

  one<R extends object>(sql: string, params: readonly Value[] = []): R | undefined {
    return this.#prepare(sql).get(bind(params)) as R | undefined;
  }

  run(sql: string, params: readonly Value[] = []): number {
    return Number(this.#prepare(sql).run(bind(params)).changes);
  }

  pragma(name: string): number {
    const row = this.one<Record<string, number>>(`pragma ${name}`);
    return row === undefined ? 0 : (Object.values(row)[0] ?? 0);
  }

  close(): void {
    this.#statements.clear();
    if (this.db.isOpen) this.db.close();
  }
}

/** The port's view of a connection. Its promises are already settled: a write never leaves its thread's turn. */
export function transactionOn(connection: Connection): Tx {
  return {
    dialect: sqliteDialect,
    all: async (sql, params) => connection.all(sql, params),
    one: async (sql, params) => connection.one(sql, params),
    run: async (sql, params) => connection.run(sql, params),
    insert: async (table, columns, rows) => {
      const values = columns.map((_, i) => `$${i + 1}`).join(", ");
      const sql = `insert into ${table} (${columns.join(", ")}) values (${values})`;
      for (const row of rows) connection.run(sql, row);
    },
  };
}

/** Reads that retry in short, unblocking steps in the rare moments SQLite reports busy (recovery, a checkpoint). */
export function readerOn(
  connection: () => Connection,
  fail: (error: unknown) => Error,
  isBusy: (e: unknown) => boolean,
): Reader {
  const attempt = async <T>(read: () => T): Promise<T> => {
    for (let tries = 0; ; tries++) {
      try {
        return read();
      } catch (error) {
        if (!isBusy(error) || tries >= 200) throw fail(error);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  };
  return {
    dialect: sqliteDialect,
    all: (sql, params) => attempt(() => connection().all(sql, params)),
    one: (sql, params) => attempt(() => connection().one(sql, params)),
  };
}
