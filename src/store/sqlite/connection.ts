import { hash } from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { BoundedMap } from "../../runtime/bounded-map.ts";
import { sqliteDialect } from "../dialect.ts";
import type { SqlReader, Tx, Value } from "../tx.ts";

/** Node 22 warns in every thread that `node:sqlite` is experimental. That one warning is silenced, and only that one. */
const emit = process.emitWarning.bind(process) as (...args: unknown[]) => void;
process.emitWarning = ((warning: string | Error, ...rest: unknown[]): void => {
  const text = typeof warning === "string" ? warning : warning.message;
  if (!text.includes("SQLite is an experimental feature")) emit(warning, ...rest);
}) as typeof process.emitWarning;

// Not imported: on a Node without it nobody would get as far as the check of the version.
const sqlite = process.getBuiltinModule("node:sqlite");

/**
 * A prepared text. `$1` becomes `?`, bound by place in the order of appearance: SQLite looks a named parameter up by
 * comparing all names, and Node refuses to bind `$1` by place.
 */
interface Prepared {
  readonly statement: StatementSync;
  /** `null` when the parameters appear as they are given. */
  readonly order: readonly number[] | null;
  readonly toRow: ToRow;
}

type ToRow = (values: readonly unknown[]) => object;

/**
 * Makes rows of one shape. Node's own rows are dictionaries without a prototype: each takes a kilobyte more, and every
 * field is a look-up by hash. A literal with all columns is the one way to many fields that V8 keeps as a shape.
 */
function shapeOf(statement: StatementSync): ToRow {
  const fields = statement.columns().map(({ name }, i) => `${JSON.stringify(name)}: values[${i}]`);
  return new Function("values", `return { ${fields.join(", ")} };`) as ToRow;
}

function bind({ order }: Prepared, params: readonly Value[]): readonly Value[] {
  return order === null ? params : order.map((position) => params[position - 1] ?? null);
}

/** Each takes some kilobytes. Our own texts are fewer; filters of lists make as many as callers think of. */
const MAX_STATEMENTS = 1_000;

/** One SQLite connection with its prepared statements. Both threads use it; only the writer writes. */
export class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new BoundedMap<string, Prepared>(MAX_STATEMENTS);

  constructor(path: string, options: { readOnly: boolean }) {
    this.db = new sqlite.DatabaseSync(path, { readOnly: options.readOnly, timeout: 0 });
    // Migrations need it; PostgreSQL has its own.
    this.db.function("memoir_sha256", (text) => hash("sha256", String(text)));
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      const order: number[] = [];
      const text = sql.replace(/\$(\d+)/g, (_all, place: string) => {
        order.push(Number(place));
        return "?";
      });
      const inOrder = order.every((position, i) => position === i + 1);
      const statement = this.db.prepare(text);
      statement.setReturnArrays(true);
      prepared = { statement, order: inOrder ? null : order, toRow: shapeOf(statement) };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }

  all<R extends object>(sql: string, params: readonly Value[] = []): R[] {
    const prepared = this.#prepare(sql);
    const rows = prepared.statement.all(...bind(prepared, params)) as unknown as unknown[][];
    return rows.map(prepared.toRow) as R[];
  }

  one<R extends object>(sql: string, params: readonly Value[] = []): R | undefined {
    const prepared = this.#prepare(sql);
    const values = prepared.statement.get(...bind(prepared, params)) as unknown as unknown[] | undefined;
    return values === undefined ? undefined : (prepared.toRow(values) as R);
  }

  /** Row by row. One text is walked through once at a time. */
  *iterate<R extends object>(sql: string, params: readonly Value[] = []): IterableIterator<R> {
    const prepared = this.#prepare(sql);
    for (const values of prepared.statement.iterate(...bind(prepared, params)))
      yield prepared.toRow(values as unknown as unknown[]) as R;
  }

  run(sql: string, params: readonly Value[] = []): number {
    const prepared = this.#prepare(sql);
    return Number(prepared.statement.run(...bind(prepared, params)).changes);
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
      if (rows.length === 0) return;
      const sql = insertInto(table, columns);
      for (const row of rows) connection.run(sql, row);
    },
  };
}

const INSERTS = new WeakMap<readonly string[], { readonly table: string; readonly sql: string }>();

/** Most lists of columns are constants: their statement is written once. */
function insertInto(table: string, columns: readonly string[]): string {
  const cached = INSERTS.get(columns);
  if (cached?.table === table) return cached.sql;
  const values = columns.map((_, i) => `$${i + 1}`).join(", ");
  const sql = `insert into ${table} (${columns.join(", ")}) values (${values})`;
  INSERTS.set(columns, { table, sql });
  return sql;
}

/** Reads that retry in short, unblocking steps in the rare moments SQLite reports busy (recovery, a checkpoint). */
export function readerOn(
  connection: () => Connection,
  fail: (error: unknown) => Error,
  isBusy: (e: unknown) => boolean,
): SqlReader {
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

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread only: for the writer's, where nothing else runs. */
export function sleep(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}
