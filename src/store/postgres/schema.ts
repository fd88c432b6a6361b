import type pg from "pg";
import { MemoirError } from "../../domain/errors.ts";
import { migrations, pendingMigrations, refuseOutdated } from "../migrations.ts";
import type { StoreOptions } from "../port.ts";
import { postgresError } from "./errors.ts";

/** Any number; only that every Memoir uses the same one. */
const MIGRATION_LOCK = 7_411_001;

/** The schema of Memoir's tables, and the database for messages. */
interface Place {
  readonly schema: string;
  readonly location: string;
}

/** Migrates the tables, or checks them where nothing may be written. Returns their version; ends the pool on failure. */
export async function prepareSchema(pool: pg.Pool, place: Place, options: StoreOptions): Promise<number> {
  try {
    if (options.readOnly === true) return await currentVersion(pool, place.location);
    return await migrate(pool, place, options);
  } catch (error) {
    await pool.end();
    throw postgresError(error, place.location);
  }
}

/** Without touching anything: read-only neither creates nor migrates. */
async function currentVersion(pool: pg.Pool, location: string): Promise<number> {
  const table = await pool.query("select to_regclass('migration') as found");
  if (table.rows[0]?.found === null) {
    throw new MemoirError("read_only", `${location} has no Memoir yet, and read-only creates nothing.`);
  }
  const current = Number((await pool.query("select max(version) as v from migration")).rows[0]?.v ?? 0);
  refuseOutdated(migrations("postgres"), current, location);
  return current;
}

async function migrate(
  pool: pg.Pool,
  { schema, location }: Place,
  { partitions = 0, lockTimeoutMs = 10_000 }: StoreOptions,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(`set local lock_timeout = ${Math.trunc(lockTimeoutMs)}`);
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await client.query(`create schema if not exists ${schema}`);
    await client.query(
      "create table if not exists migration (version integer primary key, name text not null, applied_at bigint not null)",
    );
    const result = await client.query("select max(version) as v from migration");
    const current = Number(result.rows[0]?.v ?? 0);
    const all = migrations("postgres", partitions);
    for (const migration of pendingMigrations(all, current, location)) {
      await client.query(migration.sql);
      await client.query(
        "insert into migration (version, name, applied_at) values ($1, $2, (extract(epoch from now()) * 1000)::bigint)",
        [migration.version, migration.name],
      );
    }
    await client.query("commit");
    return all.at(-1)?.version ?? 0;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
