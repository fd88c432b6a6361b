import { type Connection, sleep } from "./connection.ts";

/**
 * `secure_delete` overwrites a deleted row, and not the copies of it that were left when rows moved between pages. So
 * erased text is certainly gone only once the file is rewritten: at once while that takes some ten milliseconds, in
 * idle time up to some seconds, and above that when an operator asks for it.
 */
const AT_ONCE_BYTES = 8 * 1024 * 1024;
const IDLE_BYTES = 256 * 1024 * 1024;
/** In idle time not before this has passed since the last erasure, so that a purge of many costs one new file. */
export const REWRITE_IDLE_MS = 1_000;

/** A recall is done in less; an export may last for minutes, and must not hold the only writer up. */
const TRUNCATE_TRIES = 10;
/** A rewrite holds writes up: it takes one part in so many of the time at most, however often something is erased. */
const REST = 20;
const MARKS = 1_000_000;

/** Tracks erased text that is still in the files, and removes it. */
export class ErasedWords {
  readonly #connection: Connection;
  #inLog = false;
  #inPages: boolean;
  #at = Number.NEGATIVE_INFINITY;
  /** The last rewrite was over for long enough. */
  #restedAt = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  constructor(connection: Connection, now: () => number = () => performance.now()) {
    this.#connection = connection;
    this.#now = now;
    this.#inPages = this.#mark() !== 0;
  }

  /** The WAL may hold some of them. */
  get inLog(): boolean {
    return this.#inLog;
  }

  /**
   * In the transaction that erases: marks the file as due for a rewrite, so that the next process that opens it does it
   * if this one dies before.
   */
  mark(): void {
    this.#connection.db.exec(`pragma user_version = ${(this.#mark() % MARKS) + 1}`);
  }

  /** After it. Text that cannot be cleared now is cleared in idle time. */
  clear(): void {
    this.#inPages = true;
    this.#at = this.#now();
    if (this.#bytes() <= AT_ONCE_BYTES) this.#rewriteQuietly();
    try {
      this.truncateLog();
    } catch {
      // The disk is full: the transaction holds, and the words leave the log in idle time.
    }
  }

  /** In idle time. Says whether to come again. */
  idle(): boolean {
    let later = false;
    try {
      const rewrites = this.#inPages && this.#bytes() <= IDLE_BYTES;
      later = rewrites && this.#now() < Math.max(this.#at + REWRITE_IDLE_MS, this.#restedAt);
      if (rewrites && !later) this.#rewriteQuietly();
      // A reader that held the log when words were erased may be gone now.
      if (this.#inLog) this.truncateLog();
    } catch {
      // Somebody else is checkpointing; the words stay in the WAL until the next time.
    }
    return later;
  }

  /** The last chance of this process. */
  close(): void {
    this.#at = Number.NEGATIVE_INFINITY;
    this.#restedAt = Number.NEGATIVE_INFINITY;
    if (this.#inPages) this.idle();
  }

  /** Rewrites the whole file, so that no erased text is left between its rows. */
  rewrite(): void {
    const mark = this.#mark();
    const began = this.#now();
    this.#copyAll();
    const ended = this.#now();
    this.#restedAt = ended + REST * (ended - began);
    this.#inPages = false;
    // The new pages came through the log, and so did the old ones that they replace.
    this.#inLog = true;
    if (mark !== 0) this.#unmark(mark);
  }

  /**
   * The copy of a large database is made in a temporary file, which holds only what is left: in memory it would leave the
   * process that much larger. Where there is no room for a file, memory has to do.
   */
  #copyAll(): void {
    const { db } = this.#connection;
    if (this.#bytes() > AT_ONCE_BYTES) {
      db.exec("pragma temp_store = file");
      try {
        db.exec("vacuum");
        return;
      } catch {
        // Tried in memory below, where whatever else fails fails again.
      } finally {
        db.exec("pragma temp_store = memory");
      }
    }
    db.exec("vacuum");
  }

  /** Erased words must leave the WAL too. A reader may hold it for a moment; one that stays is left to `idle`. */
  truncateLog(): void {
    this.#inLog = true;
    for (let tries = 0; tries < TRUNCATE_TRIES && this.#inLog; tries++) {
      const row = this.#connection.one<{ busy: number }>("pragma wal_checkpoint(truncate)");
      if (row?.busy === 0) this.#inLog = false;
      else sleep(10);
    }
  }

  #rewriteQuietly(): void {
    try {
      this.rewrite();
    } catch {
      // Another process writes, or the disk is full.
    }
  }

  #mark(): number {
    return this.#connection.pragma("user_version");
  }

  /** The file has been rewritten even if the mark cannot be cleared: a mark that stays costs another rewrite. */
  #unmark(mark: number): void {
    try {
      this.#connection.run("begin immediate");
      // Another process may have erased something since.
      if (this.#mark() === mark) this.#connection.db.exec("pragma user_version = 0");
      this.#connection.run("commit");
    } catch {
      if (this.#connection.db.isTransaction) this.#connection.run("rollback");
    }
  }

  /** How large the database is; its file may have no name to ask for. */
  #bytes(): number {
    return this.#connection.pragma("page_count") * this.#connection.pragma("page_size");
  }
}
