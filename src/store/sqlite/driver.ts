import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
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
import { isBusy, isUnopenable, sqliteError } from "./errors.ts";
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
    const failure = sqliteError(error, path);
    if (temporary === undefined && UNWRITABLE.has(failure.code)) return readableSqlite(path, failure);
    throw failure;
  }
  return storeOn({ connection, path, schemaVersion, nameless, writer, ended: removeTemporary });
}

/** How the writer fails where the file, its folder or the disk may only be read. */
const UNWRITABLE: ReadonlySet<string> = new Set(["database_read_only", "database_unavailable"]);
/** Failures of reading that say more than that it cannot be written. */
const TELLING: ReadonlySet<string> = new Set(["read_only", "database_newer"]);

/** A file that the writer could not open, for reading; fails as the writer did where it cannot be read either. */
function readableSqlite(path: string, failure: MemoirError): Store {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new MemoirError(
        "database_read_only",
        `${path} may only be read here, so nothing is written. Give this user write permission on the file and its folder, and open it again.`,
        { cause: failure, details: { path } },
      ),
    );
  // Nobody asked for read-only: what is wrong is that it could not be made.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) throw failure;
  try {
    return readOnlySqlite(path, refuse);
  } catch (error) {
    throw MemoirError.is(error) && TELLING.has(error.code) ? error : failure;
  }
}

/** Without a writer: nothing is created, migrated or changed, so a file that may only be read can be read. */
function readOnlySqlite(path: string, refuse: () => Promise<never> = refuseWrite): Store {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new MemoirError(
      "read_only",
      `${path} does not exist, and read-only creates nothing. Check the path, or switch emergencyReadOnly off once.`,
    );
  }
  try {
    const { connection, location } = openReadable(path);
    refuseForeign(connection, path);
    const schemaVersion = connection.one<{ v: number }>("select max(version) as v from migration")?.v ?? 0;
    refuseOutdated(migrations("sqlite"), schemaVersion, path);
    return storeOn({ connection, path, location, schemaVersion, nameless: false, writer: null, refuse });
  } catch (error) {
    throw sqliteError(error, path);
  }
}

/**
 * SQLite makes a side file even to read. Where it cannot, and no log waits to be read, the file is opened as one that
 * nobody changes: what others write later is seen when it is opened again.
 */
function openReadable(path: string): { connection: Connection; location: string } {
  for (const location of [path, `${pathToFileURL(path).href}?immutable=1`]) {
    const connection = new Connection(location, { readOnly: true });
    try {
      connection.one("select 1 as one from sqlite_schema limit 1");
      return { connection, location };
    } catch (error) {
      connection.close();
      if (location !== path || !isUnopenable(error) || fileSize(`${path}-wal`) > 0) throw error;
    }
  }
  throw new MemoirError("internal", `${path} was not opened. Please report this.`);
}

interface OpenDatabase {
  readonly connection: Connection;
  readonly path: string;
  /** How SQLite opens it once more. Default: by its path. */
  readonly location?: string;
  readonly schemaVersion: number;
  /** Its files have no names any more. */
  readonly nameless: boolean;
  /** `null`: it is read-only. */
  readonly writer: WriterThread | null;
  /** How writes are refused without a writer. Default: as by the settings. */
  readonly refuse?: () => Promise<never>;
  /** Called when it is closed. */
  ended?(): void;
}

function storeOn(database: OpenDatabase): Store {
  const { connection, path, schemaVersion, nameless, writer, ended } = database;
  const { location = path, refuse = refuseWrite } = database;
  let closing: Promise<void> | undefined;
  const snapshots = sqliteSnapshots(location, nameless ? connection : null);
  const open = (): Connection => {
    if (closing !== undefined) throw new MemoirError("closed", "This Memoir is closed. Open it again.");
    return connection;
  };
  return {
    read: readerOn(open, (error) => sqliteError(error, path), isBusy),
    readOnly: writer === null,
    write: writer === null ? refuse : (name, args, options) => writer.write(name, args, options),
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
      if (writer === null) return refuse();
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
  return file.size + fileSize(`${path}-wal`);
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
