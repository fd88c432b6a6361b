import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { MemoirError } from "../../domain/errors.ts";
import { migrations, refuseOutdated } from "../migrations.ts";
import { refuseWrite, type Store, type StoreInfo, type StoreOptions } from "../port.ts";
import { Connection, readerOn } from "./connection.ts";
import {
  makeOwnFile,
  refuseForeign,
  refuseImpossiblePath,
  removeFolder,
  temporaryFolder,
} from "./database-file.ts";
import { isBusy, sqliteError } from "./errors.ts";
import { sqliteSnapshots } from "./snapshot.ts";
import { WriterThread } from "./writer-thread.ts";

/** Opens a SQLite file: one writer in a thread of its own, one read-only connection here. */
export async function openSqlite(options: StoreOptions): Promise<Store> {
  const temporary = options.database === ":memory:" ? temporaryFolder() : undefined;
  const path = temporary === undefined ? resolve(options.database) : join(temporary, "memoir.db");
  refuseImpossiblePath(path);
  if (options.readOnly === true) return readOnlySqlite(path);
  makeOwnFile(path);
  const removeTemporary = (): void => {
    if (temporary !== undefined) removeFolder(temporary);
  };
  // Windows does not let go of the name of an open file.
  const nameless = temporary !== undefined && process.platform !== "win32";
  const writer = new WriterThread({
    path,
    nameless,
    lockTimeoutMs: options.lockTimeoutMs ?? 10_000,
    durability: options.durability ?? "full",
  });
  let connection: Connection;
  let schemaVersion: number;
  try {
    schemaVersion = await writer.ready;
    connection = new Connection(path, { readOnly: true });
    // Its first read opens the side files; from then on nobody needs a name.
    connection.one("select version from migration limit 1");
    if (nameless) removeTemporary();
  } catch (error) {
    await writer.close();
    removeTemporary();
    throw sqliteError(error, path);
  }
  let closing: Promise<void> | undefined;
  const snapshots = sqliteSnapshots(path, nameless ? connection : null);
  const location = nameless ? ":memory:" : path;
  const open = (): Connection => {
    if (closing !== undefined) throw new MemoirError("closed", "This Memoir is closed. Open it again.");
    return connection;
  };

  return {
    read: readerOn(open, (error) => sqliteError(error, path), isBusy),
    write: (name, args, writeOptions) => writer.write(name, args, writeOptions),
    snapshot: async () => {
      open();
      return snapshots.take();
    },
    version: async () => open().pragma("data_version"),
    info: async () => infoOf(open(), path, schemaVersion, location),
    rewrite: async () => {
      await writer.rewrite();
      return (
        open().one<{ n: number }>("select count(*) as n from sqlite_schema where type = 'table'")?.n ?? 0
      );
    },
    close: () => {
      closing ??= (async () => {
        // The reader goes first: the last connection to close is the one that may move the WAL.
        snapshots.endAll();
        connection.close();
        await writer.close();
        removeTemporary();
      })();
      return closing;
    },
  };
}

/** Without a writer: nothing is created, migrated or changed, so a file that may only be read can be read. */
function readOnlySqlite(path: string): Store {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new MemoirError(
      "read_only",
      `${path} does not exist, and read-only creates nothing. Check the path, or switch emergencyReadOnly off once.`,
    );
  }
  let connection: Connection;
  let schemaVersion: number;
  try {
    connection = new Connection(path, { readOnly: true });
    refuseForeign(connection, path);
    schemaVersion = connection.one<{ v: number }>("select max(version) as v from migration")?.v ?? 0;
    refuseOutdated(migrations("sqlite"), schemaVersion, path);
  } catch (error) {
    throw sqliteError(error, path);
  }
  let closed = false;
  const snapshots = sqliteSnapshots(path);
  const open = (): Connection => {
    if (closed) throw new MemoirError("closed", "This Memoir is closed. Open it again.");
    return connection;
  };
  return {
    read: readerOn(open, (error) => sqliteError(error, path), isBusy),
    write: refuseWrite,
    snapshot: async () => {
      open();
      return snapshots.take();
    },
    version: async () => open().pragma("data_version"),
    info: async () => infoOf(open(), path, schemaVersion),
    rewrite: refuseWrite,
    close: async () => {
      closed = true;
      snapshots.endAll();
      connection.close();
    },
  };
}

function infoOf(
  connection: Connection,
  path: string,
  schemaVersion: number,
  location: string = path,
): StoreInfo {
  return {
    engine: "sqlite",
    engineVersion: connection.one<{ v: string }>("select sqlite_version() as v")?.v ?? "",
    location,
    schemaVersion,
    bytes: bytesOf(connection, path),
  };
}

/** The file and what still waits in its log. */
function bytesOf(connection: Connection, path: string): number {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return connection.pragma("page_count") * connection.pragma("page_size");
  return file.size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
}
