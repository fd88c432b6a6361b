import type { Dialect } from "./dialect.ts";
import type { WriteArgs, WriteName, WriteResult } from "./writes/index.ts";

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** Reads rows. `$1`, `$2`, … in the SQL are the parameters in order. */
export interface Reader {
  readonly dialect: Dialect;
  all<R extends object = Row>(sql: string, params?: readonly Value[]): Promise<R[]>;
  one<R extends object = Row>(sql: string, params?: readonly Value[]): Promise<R | undefined>;
}

/** A transaction under way: reads see its own writes; when the function holding it throws, nothing happened. */
export interface Tx extends Reader {
  /** Runs a statement and says how many rows it changed. */
  run(sql: string, params?: readonly Value[]): Promise<number>;
  /** Inserts rows in the way that is fastest on this database. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>;
}

/** What a logical write may need beside its transaction. */
export interface WriteOptions {
  /** Gives up while the write still waits for its turn. What has begun is finished. */
  signal?: AbortSignal | undefined;
}

/**
 * The database port. Reads go through `read`; every change is one named write from `writes/`, which runs as one
 * transaction: in the writer's thread on SQLite, on a pooled connection on PostgreSQL.
 */
export interface Store {
  readonly read: Reader;
  write<N extends WriteName>(name: N, args: WriteArgs<N>, options?: WriteOptions): Promise<WriteResult<N>>;
  /** A number that moves when anybody, in any process, may have committed. Cheap enough to poll. */
  version(): Promise<number>;
  info(): Promise<StoreInfo>;
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
  /** Refuses every write, whoever asks (R66, R70). Default: false. */
  readOnly?: boolean;
  /** How long a write waits for another process's lock before it fails with `database_locked`. Default: 10,000. */
  lockTimeoutMs?: number;
  /** SQLite only: `"full"` survives a power cut, `"normal"` only a crash. Default: `"full"`. */
  durability?: "full" | "normal";
  /** PostgreSQL only: hash partitions by tenant for each table of a new schema. Default: 0, not partitioned. */
  partitions?: number;
}
