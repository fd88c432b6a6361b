import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { MemoirError } from "../../domain/errors.ts";
import { migrations, refuseOutdated } from "../migrations.ts";
import type { Store, StoreInfo, StoreOptions, WriteOptions } from "../port.ts";
import { refuseWrite } from "../read-only.ts";
import type { WriteArgs, WriteName, WriteResult } from "../writes/index.ts";
import { Connection, readerOn } from "./connection.ts";
import { isBusy, sqliteError } from "./errors.ts";
import { refuseForeign } from "./foreign.ts";
import { sqliteSnapshots } from "./snapshot.ts";
import { fromWire, type Request, type Response, type WorkerData } from "./wire.ts";

interface Pending {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

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

/** The folders of `:memory:` that still have a name; where they keep it, they go on close or at the end of the process. */
const temporaries = new Set<string>();

/** Nobody but its owner reads memories and hashes of keys; SQLite gives its side files the same rights. */
function makeOwnFile(path: string): void {
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch {
    // It is there already, or cannot be made, which opening it says better.
  }
}

/** What processes left behind that were killed before it had lost its name: a folder has their number in its name. */
function removeOrphans(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^memoir-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function temporaryFolder(): string {
  if (temporaries.size === 0) {
    process.on("exit", removeAll);
    removeOrphans();
  }
  const folder = mkdtempSync(join(tmpdir(), `memoir-${process.pid}-`));
  temporaries.add(folder);
  return folder;
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  temporaries.delete(folder);
  if (temporaries.size === 0) process.off("exit", removeAll);
}

function removeAll(): void {
  for (const folder of temporaries) rmSync(folder, { recursive: true, force: true });
}

function refuseImpossiblePath(path: string): void {
  const folder = dirname(path);
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true) {
    throw new MemoirError(
      "database_unavailable",
      `${path} cannot be opened: the folder ${folder} does not exist. Create it first.`,
      { details: { path } },
    );
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new MemoirError("database_invalid", `${path} is a folder. Pass the path of a file.`, {
      details: { path },
    });
  }
}

/** The main thread's end of the writer. It keeps the process alive only while a write is under way. */
class WriterThread {
  readonly ready: Promise<number>;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  /** Why the thread is no longer there. */
  #gone: MemoirError | undefined;
  #closed: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;

  constructor(workerData: WorkerData) {
    // From the sources (tests, type stripping) the file ends in .ts, from the build in .js.
    const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
    this.#worker = new Worker(new URL(file, import.meta.url), { workerData, name: "memoir-writer" });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on("message", (response: Response) => this.#receive(response, resolve, reject));
      this.#worker.on("error", (error) => {
        const failure = new MemoirError("internal", `The SQLite writer stopped: ${error.message}`, {
          cause: error,
        });
        reject(failure);
        this.#gone = failure;
        this.#failPending(failure);
      });
      this.#worker.on("exit", () => {
        this.#gone ??= new MemoirError("closed", "The database was closed before this write was stored.");
        reject(this.#gone);
        this.#failPending(this.#gone);
        this.#onClosed();
      });
    });
  }

  #receive(response: Response, ready: (version: number) => void, failed: (error: unknown) => void): void {
    if (response.kind === "ready") {
      this.#worker.unref();
      ready(response.schemaVersion);
    } else if (response.kind === "failed") failed(fromWire(response.error));
    else if (response.kind === "done") this.#settle(response.id)?.resolve(response.result);
    else if (response.kind === "error") this.#settle(response.id)?.reject(fromWire(response.error));
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0 && this.#closed === undefined) this.#worker.unref();
    return pending;
  }

  #failPending(error: MemoirError): void {
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }

  #post(request: Request): void {
    this.#worker.postMessage(request);
  }

  write<N extends WriteName>(
    name: N,
    args: WriteArgs<N>,
    options: WriteOptions = {},
  ): Promise<WriteResult<N>> {
    const { signal } = options;
    const refused = this.#refusal() ?? (signal?.aborted === true ? aborted() : undefined);
    if (refused !== undefined) return Promise.reject(refused);
    const id = this.#nextId++;
    return new Promise<WriteResult<N>>((resolve, reject) => {
      const onAbort = (): void => {
        this.#post({ kind: "cancel", id });
        this.#settle(id);
        reject(aborted());
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const done = (): void => signal?.removeEventListener("abort", onAbort);
      if (this.#pending.size === 0) this.#worker.ref();
      this.#pending.set(id, {
        resolve: (result) => {
          done();
          resolve(result as WriteResult<N>);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      this.#post({ kind: "write", id, name, args: JSON.stringify(args) });
    });
  }

  /** Writes the whole file anew, behind the writes that were accepted before. */
  rewrite(): Promise<void> {
    const refused = this.#refusal();
    if (refused !== undefined) return Promise.reject(refused);
    const id = this.#nextId++;
    return new Promise<void>((resolve, reject) => {
      if (this.#pending.size === 0) this.#worker.ref();
      this.#pending.set(id, { resolve: () => resolve(), reject });
      this.#post({ kind: "rewrite", id });
    });
  }

  #refusal(): MemoirError | undefined {
    if (this.#closed === undefined) return this.#gone;
    return new MemoirError("closed", "This Memoir is closed. Open it again to write.");
  }

  close(): Promise<void> {
    this.#closed ??=
      this.#gone !== undefined
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            this.#onClosed = resolve;
            this.#worker.ref();
            this.#post({ kind: "close" });
          });
    return this.#closed;
  }
}

function aborted(): MemoirError {
  return new MemoirError(
    "aborted",
    "The call was aborted. If the write had begun it is stored; sending it again with the same ids is harmless.",
  );
}
