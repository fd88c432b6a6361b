import { MemoirError } from "../domain/errors.ts";
import type { Snapshot, SqlReader } from "./tx.ts";
import type { WriteArgs, WriteName, WriteResult } from "./writes/index.ts";

/** The parameters of a logical write beside its transaction. */
export interface WriteOptions {
  /** Gives up while the write still waits for its turn. A write that has begun is finished. */
  signal?: AbortSignal | undefined;
}

/**
 * The database port. Reads go through `read`; every change is one named write from `writes/`, which runs as one
 * transaction: in the writer's thread on SQLite, on a pooled connection on PostgreSQL.
 */
export interface Store {
  readonly read: SqlReader;
  /** It takes no writes: by the options, or because the file may only be read. */
  readonly readOnly: boolean;
  write<N extends WriteName>(name: N, args: WriteArgs<N>, options?: WriteOptions): Promise<WriteResult<N>>;
  /** The database as it is now, whatever others write meanwhile. Whoever takes one ends it. */
  snapshot(): Promise<Snapshot>;
  /** A number that moves when anybody, in any process, may have committed. Cheap enough to poll. */
  version(): Promise<number>;
  info(): Promise<StoreInfo>;
  /**
   * Rewrites the tables that hold text, so that no erased text is left in their free space; returns how many. Nobody
   * writes them meanwhile, and on PostgreSQL nobody reads them.
   */
  rewrite(): Promise<number>;
  /** Finishes what was accepted, then lets go of the database. */
  close(): Promise<void>;
}

export interface StoreInfo {
  readonly engine: "sqlite" | "postgres";
  readonly engineVersion: string;
  /** The file, or the server without its password. */
  readonly location: string;
  readonly schemaVersion: number;
  readonly bytes: number;
}

export interface StoreOptions {
  /** A path, `":memory:"` (a temporary file, removed on close) or a `postgres://` URL. */
  database: string;
  /** Refuses every write, whoever asks. Default: false. */
  readOnly?: boolean;
  /** How long a write waits for another process's lock before it fails with `database_locked`. Default: 10,000. */
  lockTimeoutMs?: number;
  /** SQLite only: `"full"` survives a power cut, `"normal"` only a crash. Default: `"full"`. */
  durability?: "full" | "normal";
  /** PostgreSQL only: hash partitions by tenant for each table of a new schema. Default: 0, not partitioned. */
  partitions?: number;
}

/** Emergency read-only by configuration: refused here, below every caller. */
export function refuseWrite(): Promise<never> {
  return Promise.reject(
    new MemoirError(
      "read_only",
      "Emergency read-only is on: nothing is written. Switch emergencyReadOnly off to write again.",
    ),
  );
}
