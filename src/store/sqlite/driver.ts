import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { MemoirError } from "../../domain/errors.ts";
import { migrations, refuseOutdated } from "../migrations.ts";
import { refuseWrite, type Store, type StoreOptions } from "../port.ts";
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

/** Opens a SQLite file: one writer in a separate thread, one read-only connection here. */
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
  return storeOn({ connection, path, schemaVersion, nameless, writer, ended: removeTemporary });
}

/** Without a writer: nothing is created, migrated or changed, so a file that may only be read can be read. */
function readOnlySqlite(path: string): Store {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new MemoirError(
      "read_only",
      `${path} does not exist, and read-only creates nothing. Check the path, or switch emergencyReadOnly off once.`,
    );
  }
  try {
    const connection = new Connection(path, { readOnly: true });
    refuseForeign(connection, path);
    const schemaVersion = connection.one<{ v: number }>("select max(version) as v from migration")?.v ?? 0;
    refuseOutdated(migrations("sqlite"), schemaVersion, path);
    return storeOn({ connection, path, schemaVersion, nameless: false, writer: null });
  } catch (error) {
    throw sqliteError(error, path);
  }
}

interface OpenDatabase {
  readonly connection: Connection;
  readonly path: string;
  readonly schemaVersion: number;
  /** Its files have no names any more. */
  readonly nameless: boolean;
  /** `null`: it is read-only. */
  readonly writer: WriterThread | null;
  /** Called when it is closed. */
  ended?(): void;
}

function storeOn({ connection, path, schemaVersion, nameless, writer, ended }: OpenDatabase): Store {
  let closing: Promise<void> | undefined;
  const snapshots = sqliteSnapshots(path, nameless ? connection : null);
  const open = (): Connection => {
    if (closing !== undefined) throw new MemoirError("closed", "This Memoir is closed. Open it again.");
    return connection;
  };
  return {
    read: readerOn(open, (error) => sqliteError(error, path), isBusy),
    write: writer === null ? refuseWrite : (name, args, options) => writer.write(name, args, options),
    snapshot: async () => {
      open();
      return snapshots.take();
    },
    version: async () => open().pragma("data_version"),
    info: async () => ({
      engine: "sqlite",
      engineVersion: open().one<{ v: string }>("select sqlite_version() as v")?.v ?? "",
      location: nameless ? ":memory:" : path,
      schemaVersion,
      bytes: bytesOf(connection, path),
    }),
    rewrite: async () => {
      if (writer === null) return refuseWrite();
      await writer.rewrite();
      const tables = "select count(*) as n from sqlite_schema where type = 'table'";
      return open().one<{ n: number }>(tables)?.n ?? 0;
    },
    close: () => {
      closing ??= (async () => {
        // The reader goes first: the last connection to close is the one that may move the WAL.
        snapshots.endAll();
        connection.close();
        await writer?.close();
        ended?.();
      })();
      return closing;
    },
  };
}

/** The file and what still waits in its log. */
function bytesOf(connection: Connection, path: string): number {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return connection.pragma("page_count") * connection.pragma("page_size");
  return file.size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
}
