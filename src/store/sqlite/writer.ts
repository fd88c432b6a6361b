import { statSync } from "node:fs";
import { MemoirError, toWire, type WireError } from "../../domain/errors.ts";
import type { CallReply, CancelCall } from "../../runtime/worker-calls.ts";
import { migrations, pendingMigrations } from "../migrations.ts";
import { hasTrait, runWrite, type WriteArgs, type WriteName } from "../writes/index.ts";
import { Connection, sleep, transactionOn } from "./connection.ts";
import { APPLICATION_ID, refuseForeign } from "./database-file.ts";
import { ErasedWords } from "./erased-words.ts";
import { isBusy, sqliteError } from "./errors.ts";

type WriteRequest = Extract<WriterRequest, { kind: "write" }>;

/** How long the lock is left to others after a commit while other processes are writing too. */
const YIELD_MS = 2;
/** How long a seen rival counts as still there. */
const RIVAL_MS = 1_000;
const LOOK_MS = 20;
/**
 * Checkpoints run in idle time; in the writer's path only when the WAL grows past this. A moved WAL is written over
 * from its start, which is cheaper than growing the file, so it keeps its size up to here.
 */
const WAL_BYTES = 64 * 1024 * 1024;
/** Pages that the writer keeps, besides those that the system keeps: four times as many make no write faster. */
const CACHE_KIB = 4_000;

/** The write connection: migrates on open, commits requests in groups, checkpoints when there is nothing to do. */
export class Writer {
  readonly schemaVersion: number;
  readonly #data: OpenData;
  readonly #connection: Connection;
  readonly #inode: number;
  readonly #erased: ErasedWords;
  #dataVersion = 0;
  #nextLook = 0;
  #rivalSeen = Number.NEGATIVE_INFINITY;

  constructor(data: OpenData) {
    this.#data = data;
    this.#connection = new Connection(data.path, { readOnly: false });
    try {
      // Another process may just be turning the new file into a database.
      this.#retryBusy(() => refuseForeign(this.#connection, data.path));
      this.#configure();
      this.schemaVersion = this.#migrate();
      this.#erased = new ErasedWords(this.#connection);
      this.#inode = statSync(data.path).ino;
      this.#dataVersion = this.#connection.pragma("data_version");
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  /** One transaction for all of them; each is undone alone when it fails, and answered only after the commit. */
  async commit(requests: readonly WriteRequest[]): Promise<WriterResponse[]> {
    try {
      this.#begin();
    } catch (error) {
      return this.#failAll(requests, error);
    }
    const tx = transactionOn(this.#connection);
    const responses: WriterResponse[] = [];
    const erases = requests.some((request) => hasTrait(request.name, "erases"));
    // A write that is alone needs no savepoint: undoing it is undoing the transaction.
    const shared = requests.length > 1;
    try {
      for (const request of requests) {
        if (shared) this.#connection.run("savepoint one");
        try {
          const result = await runWrite(
            tx,
            request.name,
            JSON.parse(request.args) as WriteArgs<typeof request.name>,
          );
          if (shared) this.#connection.run("release one");
          responses.push({ kind: "done", id: request.id, result });
        } catch (error) {
          if (!shared) throw error;
          // A full disk ends the whole transaction; then there is no savepoint to go back to.
          if (!this.#connection.db.isTransaction) throw error;
          this.#connection.run("rollback to one");
          this.#connection.run("release one");
          responses.push({
            kind: "error",
            id: request.id,
            error: toWire(sqliteError(error, this.#data.path)),
          });
        }
      }
      if (erases) this.#erased.mark();
      this.#connection.run("commit");
      this.#refuseRemoved();
    } catch (error) {
      if (this.#connection.db.isTransaction) this.#connection.run("rollback");
      return this.#failAll(requests, error);
    }
    if (erases) this.#erased.clear();
    return responses;
  }

  /** After the answers are out: leaves the lock to other processes for a moment if there are any. */
  yield(): void {
    if (fileSize(`${this.#data.path}-wal`) > WAL_BYTES) this.idle();
    if (performance.now() - this.#rivalSeen < RIVAL_MS) sleep(YIELD_MS * (0.5 + Math.random()));
  }

  /** Moves the WAL into the database; a passive checkpoint waits for nobody. Says whether to come again for what was erased. */
  idle(): boolean {
    const later = this.#erased.idle();
    try {
      if (!this.#erased.inLog) this.#connection.all("pragma wal_checkpoint(passive)");
    } catch {
      // Somebody else is checkpointing; the pages stay in the WAL until the next time.
    }
    return later;
  }

  /** Rewrites the whole file, so that no erased text is left between its rows. */
  rewrite(): void {
    this.#retryBusy(() => this.#erased.rewrite());
    this.#erased.truncateLog();
  }

  close(): void {
    this.#erased.close();
    this.#connection.close();
  }

  #failAll(requests: readonly WriteRequest[], error: unknown): WriterResponse[] {
    const wire = toWire(sqliteError(error, this.#data.path));
    return requests.map((request) => ({ kind: "error", id: request.id, error: wire }));
  }

  #configure(): void {
    this.#retryBusy(() => {
      this.#connection.db.exec("pragma journal_mode = wal");
    });
    this.#connection.db.exec(
      `pragma synchronous = ${this.#data.durability}; pragma secure_delete = on; pragma wal_autocheckpoint = ${this.#data.nameless ? 1_000 : 0};
       pragma journal_size_limit = ${WAL_BYTES}; pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory`,
    );
  }

  /** In one transaction that holds the write lock, so that two processes that start at once migrate once. */
  #migrate(): number {
    this.#begin();
    try {
      this.#connection.db.exec(
        "create table if not exists migration (version integer primary key, name text not null, applied_at bigint not null)",
      );
      const current =
        this.#connection.one<{ v: number | null }>("select max(version) as v from migration")?.v ?? 0;
      const all = migrations("sqlite");
      for (const migration of pendingMigrations(all, current, this.#data.path)) {
        this.#connection.db.exec(migration.sql);
        this.#connection.run(
          "insert into migration (version, name, applied_at) values ($1, $2, unixepoch() * 1000)",
          [migration.version, migration.name],
        );
      }
      this.#connection.db.exec(`pragma application_id = ${APPLICATION_ID}`);
      this.#connection.db.exec("commit");
      return all.at(-1)?.version ?? 0;
    } catch (error) {
      if (this.#connection.db.isTransaction) this.#connection.db.exec("rollback");
      throw error;
    }
  }

  #begin(): void {
    this.#retryBusy(() => this.#connection.run("begin immediate"));
    this.#lookForRivals();
  }

  /** Another connection's commits move `data_version`. A look now and then is enough: rivals come to stay. */
  #lookForRivals(): void {
    const now = performance.now();
    if (now < this.#nextLook) return;
    this.#nextLook = now + LOOK_MS;
    const version = this.#connection.pragma("data_version");
    if (this.#dataVersion !== 0 && version !== this.#dataVersion) this.#rivalSeen = now;
    this.#dataVersion = version;
  }

  /** Short random steps instead of SQLite's own busy handler, which gave one process a tenth of another's share. */
  #retryBusy<T>(attempt: () => T): T {
    const started = performance.now();
    for (;;) {
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error) || performance.now() - started > this.#data.lockTimeoutMs) throw error;
        this.#rivalSeen = performance.now();
        sleep(0.2 + Math.random());
      }
    }
  }

  /** SQLite would go on writing into a file that has no name any more; that would acknowledge what is lost. */
  #refuseRemoved(): void {
    if (this.#data.nameless) return;
    let inode: number | undefined;
    try {
      inode = statSync(this.#data.path).ino;
    } catch {
      inode = undefined;
    }
    if (inode === this.#inode) return;
    throw new MemoirError(
      "database_gone",
      `${this.#data.path} was deleted or replaced while it was open; this write is not stored. ` +
        "Put the file back or restore a backup, then open Memoir again.",
      { details: { path: this.#data.path } },
    );
  }
}

function fileSize(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** The messages between the main thread and the writer's. */
export interface OpenData {
  readonly path: string;
  /** Its files lose their names once it is open: no other process sees them, and none is left when this one ends. */
  readonly nameless: boolean;
  readonly lockTimeoutMs: number;
  readonly durability: "full" | "normal";
}

export type WriterRequest =
  | { readonly kind: "open"; readonly data: OpenData }
  | {
      readonly kind: "write";
      readonly id: number;
      readonly name: WriteName;
      /** As JSON: plain data, and half the cost of a structured clone for a batch of events. */
      readonly args: string;
    }
  | { readonly kind: "rewrite"; readonly id: number }
  | CancelCall
  | { readonly kind: "close" };

export type WriterResponse =
  | { readonly kind: "ready"; readonly schemaVersion: number }
  | { readonly kind: "failed"; readonly error: WireError }
  | CallReply
  | { readonly kind: "closed" };
