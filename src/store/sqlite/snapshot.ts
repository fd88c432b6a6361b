import { randomUUID } from "node:crypto";
import { MemoirError } from "../../domain/errors.ts";
import { giveWay } from "../../runtime/yield.ts";
import { sqliteDialect } from "../dialect.ts";
import type { Snapshot, Value } from "../tx.ts";
import { Connection } from "./connection.ts";
import { sqliteError } from "./errors.ts";

export interface SqliteSnapshots {
  take(): Snapshot;
  /** For closing: a snapshot that is still open fails at its next row. */
  endAll(): void;
}

/**
 * Each snapshot is a connection with its own read transaction. The write-ahead log grows while one is open. Of a file
 * without a name, which nobody can open a second time, it is a copy in memory made by the one who has it open.
 */
export function sqliteSnapshots(path: string, nameless: Connection | null = null): SqliteSnapshots {
  const open = new Set<Connection>();
  return {
    take() {
      // In memory, and shared by this name within the process for as long as somebody has it open.
      const copy = `file:/memoir-${randomUUID()}?vfs=memdb`;
      const connection = new Connection(nameless === null ? path : copy, { readOnly: nameless === null });
      try {
        nameless?.run("vacuum into $1", [copy]);
        connection.run("begin");
        // The moment is that of the first read, not that of "begin".
        connection.one("select version from migration limit 1");
      } catch (error) {
        connection.close();
        throw sqliteError(error, path);
      }
      open.add(connection);
      const end = (): void => {
        open.delete(connection);
        connection.close();
      };
      return snapshotOn(connection, path, end);
    },
    endAll() {
      for (const connection of open) connection.close();
      open.clear();
    },
  };
}

/** The rows of a connection. */
export function snapshotOn(connection: Connection, path: string, end: () => void): Snapshot {
  const guarded = async <T>(read: () => T): Promise<T> => {
    if (!connection.db.isOpen) throw new MemoirError("closed", "This Memoir is closed. Open it again.");
    try {
      return read();
    } catch (error) {
      throw sqliteError(error, path);
    }
  };
  return {
    dialect: sqliteDialect,
    all: (sql, params) => guarded(() => connection.all(sql, params)),
    one: (sql, params) => guarded(() => connection.one(sql, params)),
    async *rows<R extends object>(sql: string, params?: readonly Value[]) {
      const walk = await guarded(() => connection.iterate<R>(sql, params));
      try {
        // SQLite answers at once and would never let others in.
        for (;;) {
          const { done, value } = await guarded(() => walk.next());
          if (done === true) return;
          yield value;
          await giveWay();
        }
      } finally {
        if (connection.db.isOpen) walk.return?.();
      }
    },
    end: async () => end(),
  };
}
