import { createHash } from "node:crypto";
import pg from "pg";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { postgresDialect } from "../dialect.ts";
import { refuseWrite, type Store, type StoreOptions } from "../port.ts";
import type { SqlReader, Tx, Value } from "../tx.ts";
import { runWrite } from "../writes/index.ts";
import { isRetryable, postgresError } from "./errors.ts";
import { prepareSchema } from "./schema.ts";
import { postgresSnapshots, turns } from "./snapshot.ts";

const INT8 = 20;
/** Counts and times fit a double; without this `pg` hands out strings. */
const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format ?? "text")) as typeof pg.types.getTypeParser,
};

const RETRIES = 10;
/**
 * Connections for each. Calls wait for them here and not in the pool, whose time limit is meant for servers that do
 * not answer: a burst of calls would run into it. Writers that wait for one scope leave the readers' alone.
 */
const WRITERS = 6;
const READERS = 4;
/** Exports take as long as whoever reads them: they wait for each other and for nobody else. */
const SNAPSHOTS = 2;
/** Parameters one statement may carry; the protocol ends at 65,535. */
const MAX_PARAMS = 30_000;

/** Opens a PostgreSQL database. Memoir's tables live in a separate schema: `?schema=NAME`, default `memoir`. */
export async function openPostgres(options: StoreOptions): Promise<Store> {
  const url = parseUrl(options.database);
  const { connectionString, schema, location } = url;
  const pool = openPool(connectionString, schema);
  const readOnly = options.readOnly === true;
  const schemaVersion = await prepareSchema(pool, url, options);
  let closing: Promise<void> | undefined;
  const underway = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    underway.add(work);
    const forget = (): unknown => underway.delete(work);
    work.then(forget, forget);
    return work;
  };
  const writing = turns(WRITERS);
  const reading = turns(READERS);
  const snapshots = postgresSnapshots(pool, SNAPSHOTS, location);
  // A pool that is ending never serves who waits for a connection, so closing waits for reads too.
  const read = readerOn((config) => {
    if (closing !== undefined) return Promise.reject(closedError());
    return track(reading(() => pool.query(config)));
  }, location);

  return {
    read,
    readOnly,
    write: (name, args, writeOptions) => {
      if (readOnly) return refuseWrite();
      if (closing !== undefined) return Promise.reject(closedError());
      if (writeOptions?.signal?.aborted === true) {
        return Promise.reject(
          new MemoirError("aborted", "The call was aborted before it began; nothing was stored."),
        );
      }
      return track(writing(() => transaction(pool, (tx) => runWrite(tx, name, args), location)));
    },
    snapshot: async () => {
      if (closing !== undefined) throw closedError();
      return snapshots.take();
    },
    version: () => newestTransaction(read),
    info: async () => ({
      engine: "postgres",
      location,
      schemaVersion,
      ...(await serverVersionAndSize(read, schema)),
    }),
    rewrite: async () => {
      if (readOnly) return refuseWrite();
      const tables = await tablesOf(read, schema);
      await awaitOlder(read, options.lockTimeoutMs ?? 10_000, location);
      await rewriteTables((sql) => track(pool.query(sql)), tables, location);
      return tables.length;
    },
    close: () => {
      closing ??= Promise.allSettled([...underway, snapshots.endAll()]).then(() => pool.end());
      return closing;
    },
  };
}

function openPool(connectionString: string, schema: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    types,
    options: `-c search_path=${schema}`,
    max: WRITERS + READERS + SNAPSHOTS,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // The pool must not keep a script alive that forgot to close.
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is replaced by the next call; without a listener it would end the process.
  pool.on("error", () => undefined);
  // The same for one that is in use: its query fails with the error, and nothing else listens for it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

async function tablesOf(read: SqlReader, schema: string): Promise<string[]> {
  const tables = await read.all<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind = 'r' order by 1`,
    [schema],
  );
  return tables.map(({ name }) => name);
}

/** Between two looks at whether older transactions have ended. */
const LOOK_MS = 20;

/**
 * Who still writes since before the transaction `$1`, in whichever database: each snapshot is as old as the oldest writer
 * of the server, that of a rewrite too. One snapshot decides, so that none slips through; the views only name it.
 */
const OLDER_WRITERS = `select coalesce(
     (select 'session ' || pid from pg_stat_activity where age(backend_xid) >= age($1::text::xid) limit 1),
     (select 'the prepared transaction ' || gid from pg_prepared_xacts
      where age(transaction) >= age($1::text::xid) limit 1),
     'an older transaction') as holder
   where age(pg_snapshot_xmin(pg_current_snapshot())::xid) >= age($1::text::xid)`;

/** Who still sees what was there before `$1`: sessions of this database (a vacuum holds nothing up) and replicas. */
const OLDER_READERS = `select 'session ' || pid as holder from pg_stat_activity
   where (datname = current_database() or backend_type = 'walsender') and pid <> pg_backend_pid()
   and pid not in (select pid from pg_stat_progress_vacuum) and age(backend_xmin) >= age($1::text::xid)
   union all
   select 'the replication slot ' || slot_name from pg_replication_slots where age(xmin) >= age($1::text::xid)
   limit 1`;

/**
 * Waits until nobody may still see rows which were deleted before now: a rewrite would keep those. Writers first: once
 * they have ended, no new snapshot is older than now.
 */
async function awaitOlder(read: SqlReader, patienceMs: number, location: string): Promise<void> {
  const now = await read.one<{ xid: string }>("select pg_current_xact_id()::xid::text as xid");
  const until = performance.now() + patienceMs;
  for (const holders of [OLDER_WRITERS, OLDER_READERS]) {
    for (;;) {
      const older = await read.one<{ holder: string }>(holders, [now!.xid]);
      if (older === undefined) break;
      if (performance.now() > until) {
        throw new MemoirError(
          "database_locked",
          `At ${location}, ${older.holder} may still see what was erased, so its rows would be kept. End it and try again.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}

async function rewriteTables(
  query: (sql: string) => Promise<unknown>,
  tables: readonly string[],
  location: string,
): Promise<void> {
  try {
    for (const table of tables) await query(`vacuum full ${table}`);
    // Files of before stay until a checkpoint; who may not ask for one waits for the server's own.
    await query("checkpoint").catch(() => undefined);
  } catch (error) {
    throw postgresError(error, location);
  }
}

/** The newest transaction, and the oldest that still runs: when that one ends, the changes it held up may be reported. */
async function newestTransaction(read: SqlReader): Promise<number> {
  const row = await read.one<{ v: number }>(
    "select txid_snapshot_xmax(s) + txid_snapshot_xmin(s) as v from txid_current_snapshot() as s",
  );
  return row?.v ?? 0;
}

async function serverVersionAndSize(
  read: SqlReader,
  schema: string,
): Promise<{ engineVersion: string; bytes: number }> {
  const row = await read.one<{ version: string; bytes: number }>(
    `select current_setting('server_version') as version,
       (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind = 'r') as bytes`,
    [schema],
  );
  return { engineVersion: row?.version ?? "", bytes: row?.bytes ?? 0 };
}

type ParsedUrl = Readonly<Record<"connectionString" | "schema" | "location", string>>;

function parseUrl(text: string): ParsedUrl {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw invalidArgument(
      "The postgres:// URL cannot be read. Its form is postgres://user:password@host:5432/database.",
    );
  }
  const schema = url.searchParams.get("schema") ?? "memoir";
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) {
    throw invalidArgument(
      `The schema ${show(schema)} must be of lower-case letters, digits and underscores.`,
    );
  }
  url.searchParams.delete("schema");
  return { connectionString: url.href, schema, location: `${url.host}${url.pathname}` };
}

function statement(sql: string, params: readonly Value[] | undefined): pg.QueryConfig {
  // A name lets the server parse each text once a connection.
  const name = createHash("sha1").update(sql).digest("base64url");
  return { name, text: sql, values: (params ?? []) as Value[] };
}

function closedError(): MemoirError {
  return new MemoirError("closed", "This Memoir is closed. Open it again.");
}

function readerOn(ask: (config: pg.QueryConfig) => Promise<pg.QueryResult>, location: string): SqlReader {
  const query = async <R extends object>(sql: string, params?: readonly Value[]): Promise<R[]> => {
    try {
      return (await ask(statement(sql, params))).rows as R[];
    } catch (error) {
      throw postgresError(error, location);
    }
  };
  return {
    dialect: postgresDialect,
    all: query,
    one: async <R extends object>(sql: string, params?: readonly Value[]) => (await query<R>(sql, params))[0],
  };
}

/** The transaction's own view: errors stay as the server gave them, for the retry to judge. */
function transactionOn(client: pg.PoolClient): Tx {
  const query = async (sql: string, params?: readonly Value[]): Promise<pg.QueryResult> =>
    client.query(statement(sql, params));
  return {
    dialect: postgresDialect,
    all: async <R extends object>(sql: string, params?: readonly Value[]) =>
      (await query(sql, params)).rows as R[],
    one: async <R extends object>(sql: string, params?: readonly Value[]) =>
      (await query(sql, params)).rows[0] as R | undefined,
    run: async (sql, params) => (await query(sql, params)).rowCount ?? 0,
    insert: async (table, columns, rows) => {
      const perStatement = Math.max(1, Math.floor(MAX_PARAMS / columns.length));
      for (let from = 0; from < rows.length; from += perStatement) {
        const chunk = rows.slice(from, from + perStatement);
        const values = chunk.map(
          (_, r) => `(${columns.map((_column, c) => `$${r * columns.length + c + 1}`).join(", ")})`,
        );
        const text = `insert into ${table} (${columns.join(", ")}) values ${values.join(", ")}`;
        // Only single rows are worth a prepared text; batches come in any size.
        await (chunk.length === 1 ? query(text, chunk[0]) : client.query(text, chunk.flat()));
      }
    },
  };
}

async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, location: string): Promise<T> {
  for (let tries = 0; ; tries++) {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      throw postgresError(error, location);
    }
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const result = await work(transactionOn(client));
      await client.query("commit");
      return result;
    } catch (error) {
      try {
        await client.query("rollback");
      } catch (failure) {
        broken = failure as Error;
      }
      if (!isRetryable(error) || tries >= RETRIES) throw postgresError(error, location);
      await new Promise((resolve) => setTimeout(resolve, 2 ** tries * Math.random()));
    } finally {
      client.release(broken);
    }
  }
}
