import { statSync } from "node:fs";
import { MemoirError } from "../../domain/errors.ts";
import { toWire } from "../../domain/wire-error.ts";
import { migrations, pendingMigrations } from "../migrations.ts";
import { ERASING, runWrite, type WriteArgs } from "../writes/index.ts";
import { Connection, transactionOn } from "./connection.ts";
import { isBusy, sqliteError } from "./errors.ts";
import { APPLICATION_ID, refuseForeign } from "./foreign.ts";
import type { OpenData, Request, Response } from "./wire.ts";

type WriteRequest = Extract<Request, { kind: "write" }>;

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

/**
 * `secure_delete` overwrites a deleted row, and not the copies of it that were left when rows moved between pages. So what
 * was erased is gone for sure only once the file is written anew: at once while that takes some ten milliseconds, in idle
 * time up to some seconds, and above that when an operator asks for it.
 */
const REWRITE_AT_ONCE_BYTES = 8 * 1024 * 1024;
const REWRITE_IDLE_BYTES = 256 * 1024 * 1024;
/** In idle time not before this has passed since the last erasure, so that a purge of many costs one new file. */
export const REWRITE_IDLE_MS = 1_000;

/** A recall is done in less; an export may last for minutes, and must not hold the only writer up. */
const TRUNCATE_TRIES = 10;

const sleeper = new Int32Array(new SharedArrayBuffer(4));
/** Blocks this thread only; nothing else runs here. */
function sleep(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}

/** The write connection: migrates on open, commits requests in groups, checkpoints when there is nothing to do. */
export class Writer {
  readonly schemaVersion: number;
  readonly #data: OpenData;
  readonly #connection: Connection;
  readonly #inode: number;
  #dataVersion = 0;
  #nextLook = 0;
  /** The WAL may still hold words that were erased. */
  #erased = false;
  /** The database's pages may. */
  #remains = false;
  #erasedAt = Number.NEGATIVE_INFINITY;
  #rivalSeen = Number.NEGATIVE_INFINITY;

  constructor(data: OpenData) {
    this.#data = data;
    this.#connection = new Connection(data.path, { readOnly: false });
    try {
      // Another process may just be turning the new file into a database.
      this.#retryBusy(() => refuseForeign(this.#connection, data.path));
      this.#configure();
      this.schemaVersion = this.#migrate();
      this.#remains = this.#connection.pragma("user_version") !== 0;
      this.#inode = statSync(data.path).ino;
      this.#dataVersion = this.#connection.pragma("data_version");
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  /** One transaction for all of them; each is undone alone when it fails, and answered only after the commit. */
  async commit(requests: readonly WriteRequest[]): Promise<Response[]> {
    try {
      this.#begin();
    } catch (error) {
      return this.#failAll(requests, error);
    }
    const tx = transactionOn(this.#connection);
    const responses: Response[] = [];
    const erases = requests.some((request) => ERASING.has(request.name));
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
      if (erases) this.#markRemains();
      this.#connection.run("commit");
      this.#refuseRemoved();
    } catch (error) {
      if (this.#connection.db.isTransaction) this.#connection.run("rollback");
      return this.#failAll(requests, error);
    }
    if (erases) {
      this.#remains = true;
      this.#erasedAt = performance.now();
      if (this.#bytes() <= REWRITE_AT_ONCE_BYTES) this.#rewriteQuietly();
      this.#truncateWal();
    }
    return responses;
  }

  /** After the answers are out: leaves the lock to other processes for a moment if there are any. */
  yield(): void {
    if (fileSize(`${this.#data.path}-wal`) > WAL_BYTES) this.idle();
    if (performance.now() - this.#rivalSeen < RIVAL_MS) sleep(YIELD_MS * (0.5 + Math.random()));
  }

  /** Moves the WAL into the database; a passive checkpoint waits for nobody. Says whether to come again for what was erased. */
  idle(): boolean {
    let later = false;
    try {
      const rewrites = this.#remains && this.#bytes() <= REWRITE_IDLE_BYTES;
      later = rewrites && performance.now() - this.#erasedAt < REWRITE_IDLE_MS;
      if (rewrites && !later) this.#rewriteQuietly();
      // A reader that held the log when words were erased may be gone now.
      if (this.#erased) this.#truncateWal();
      else this.#connection.all("pragma wal_checkpoint(passive)");
    } catch {
      // Somebody else is checkpointing; the pages stay in the WAL until the next time.
    }
    return later;
  }

  /** Writes the whole file anew, so that nothing erased is left between its rows. */
  rewrite(): void {
    this.#retryBusy(() => this.#vacuum());
    this.#truncateWal();
  }

  close(): void {
    this.#erasedAt = Number.NEGATIVE_INFINITY;
    if (this.#remains) this.idle();
    this.#connection.close();
  }

  /** How large the database is; its file may have no name to ask for. */
  #bytes(): number {
    return this.#connection.pragma("page_count") * this.#connection.pragma("page_size");
  }

  /** The write that erased is done; what cannot be cleared now is cleared in idle time. */
  #rewriteQuietly(): void {
    try {
      this.#vacuum();
      // The new pages came through the log, and so did the old ones that they replace.
      this.#erased = true;
    } catch {
      // Another process writes, or the disk is full.
    }
  }

  /** Marks the file itself, so that whoever opens it next writes it anew if this process dies before. */
  #markRemains(): void {
    const mark = this.#connection.pragma("user_version");
    this.#connection.db.exec(`pragma user_version = ${(mark + 1) % 1_000_000 || 1}`);
  }

  #vacuum(): void {
    const mark = this.#connection.pragma("user_version");
    this.#connection.db.exec("vacuum");
    this.#remains = false;
    if (mark === 0) return;
    this.#connection.run("begin immediate");
    try {
      // Another process may have erased something since.
      if (this.#connection.pragma("user_version") === mark)
        this.#connection.db.exec("pragma user_version = 0");
      this.#connection.run("commit");
    } finally {
      if (this.#connection.db.isTransaction) this.#connection.run("rollback");
    }
  }

  #failAll(requests: readonly WriteRequest[], error: unknown): Response[] {
    const wire = toWire(sqliteError(error, this.#data.path));
    return requests.map((request) => ({ kind: "error", id: request.id, error: wire }));
  }

  #configure(): void {
    this.#retryBusy(() => {
      this.#connection.db.exec("pragma journal_mode = wal");
    });
    this.#connection.db.exec(
      `pragma synchronous = ${this.#data.durability}; pragma secure_delete = on; pragma wal_autocheckpoint = ${this.#data.nameless ? 1_000 : 0};
       pragma journal_size_limit = ${WAL_BYTES};       pragma cache_size = -16000; pragma temp_store = memory`,
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

  /** Erased words must leave the WAL too (C18). A reader may hold it for a moment; one that stays is left to `idle`. */
  #truncateWal(): void {
    this.#erased = true;
    for (let tries = 0; tries < TRUNCATE_TRIES && this.#erased; tries++) {
      const row = this.#connection.one<{ busy: number }>("pragma wal_checkpoint(truncate)");
      if (row?.busy === 0) this.#erased = false;
      else sleep(10);
    }
  }
}

function fileSize(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
