import { readFileSync, writeFileSync } from "node:fs";
import type { Scope } from "../../domain/scope.ts";
import { migrations } from "../migrations.ts";
import { Connection } from "../sqlite/connection.ts";
import { snapshotOn } from "../sqlite/snapshot.ts";
import type { Row, Snapshot, Value } from "../tx.ts";
import type { PortableTable } from "./codec.ts";
import { SCOPE_COLUMNS, SCOPE_TABLES } from "./tables.ts";

/**
 * A temporary database in which an import is assembled before anything is written: memory stays bounded however long
 * the file is, and rows that contradict each other are found by the same keys and checks as anywhere.
 */
export interface Staging {
  readonly read: Snapshot;
  /** Returns the scope's number here. */
  addScope(scope: Scope, row: Row): number;
  /** `false`: a row with the same key is there already. */
  add(table: PortableTable, tenant: string, scope: number | null, row: Row): boolean;
  /** From now on only reading; others may open the file. */
  seal(): void;
  close(): void;
}

/** SQLite's code for a broken constraint. */
const CONSTRAINT = 19;

/** An empty staging file. Applying every migration takes longer than most imports, and the result is always the same. */
let empty: Buffer | undefined;

function writableAt(path: string): Connection {
  const connection = new Connection(path, { readOnly: false });
  // Whatever happens, this file is thrown away.
  connection.db.exec("pragma journal_mode = off; pragma synchronous = off");
  return connection;
}

function makeEmpty(path: string): Buffer {
  const connection = writableAt(path);
  try {
    connection.db.exec("begin");
    for (const migration of migrations("sqlite")) connection.db.exec(migration.sql);
    connection.db.exec("commit");
  } finally {
    connection.close();
  }
  return readFileSync(path);
}

export function openStaging(path: string): Staging {
  if (empty === undefined) empty = makeEmpty(path);
  else writeFileSync(path, empty);
  const connection = writableAt(path);
  connection.db.exec("begin");
  const insert = (table: string, row: Row): boolean => {
    const columns = Object.keys(row);
    const places = columns.map((_, i) => `$${i + 1}`).join(", ");
    try {
      connection.run(
        `insert into ${table} (${columns.join(", ")}) values (${places})`,
        columns.map((column) => row[column] as Value),
      );
      return true;
    } catch (error) {
      if (((error as { errcode?: number }).errcode ?? 0) % 256 === CONSTRAINT) return false;
      throw error;
    }
  };
  return {
    read: snapshotOn(connection, path, () => connection.close()),
    addScope({ tenant, kind, id }, row) {
      insert("scope", { tenant, kind, id, ...row });
      return connection.one<{ num: number }>("select max(num) as num from scope")?.num ?? 0;
    },
    add: ({ table }, tenant, scope, row) =>
      insert(table, scope === null ? { tenant, ...row } : { tenant, scope, ...row }),
    seal: () => connection.db.exec("commit"),
    close: () => connection.close(),
  };
}

/** A staged scope on its way out. */
export interface StagedScope extends Row {
  num: number;
  kind: string;
  id: string;
}

/** The staged rows, read by the writer: the writer's thread, or the owner of a PostgreSQL connection. */
export function openStaged(path: string): {
  scopes(): Iterable<StagedScope>;
  rows(table: PortableTable): Iterable<Row>;
  close(): void;
} {
  const connection = new Connection(path, { readOnly: true });
  return {
    scopes: () =>
      connection.iterate<StagedScope>(
        `select num, kind, id, ${Object.keys(SCOPE_COLUMNS).join(", ")} from scope order by num`,
      ),
    rows: (table) => {
      const columns = [...Object.keys(table.columns), ...Object.keys(table.derived ?? {})].join(", ");
      const scope = SCOPE_TABLES.includes(table) ? "scope, " : "";
      return connection.iterate<Row>(
        `select ${scope}${columns} from ${table.table} order by ${scope}${table.order("")}`,
      );
    },
    close: () => connection.close(),
  };
}
