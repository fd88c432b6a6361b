import pg from "pg";
import { openMemoir } from "../../src/index.ts";
import { migrations } from "../../src/store/migrations.ts";
import { factAt } from "../fixtures/duplicates/facts.ts";
import { templateNamed } from "../support/postgres.ts";

export interface Size {
  readonly tenants: number;
  readonly scopesPerTenant: number;
  readonly memoriesPerScope: number;
  readonly partitions: number;
}

export const tenantName = (number: number): string => `tenant-${number}`;
export const scopeName = (number: number): string => `user:u${number}`;

/** The fact that a scope of every tenant holds at this position. */
const factOf = ({ memoriesPerScope }: Size, scope: number, position: number): ReturnType<typeof factAt> =>
  factAt(scope * memoriesPerScope + position);

/** Tenants copied in one transaction. */
const TOGETHER = 25;
/** What is each tenant's own: keys are random, jobs are under way. */
const NOT_COPIED = new Set(["api_key", "job", "job_flight", "idempotent_request"]);

/** A database of that size on a server. It is filled once and kept there. */
export async function filledDatabase(serverUrl: string, size: Size): Promise<string> {
  const { tenants, scopesPerTenant, memoriesPerScope, partitions } = size;
  const version = migrations("postgres").at(-1)?.version;
  const name = `memoir_${tenants}_${scopesPerTenant}_${memoriesPerScope}_${partitions}_v${version}`;
  await templateNamed(serverUrl, name, (database) => fillTenants(database, size));
  return new URL(`/${name}`, serverUrl).href;
}

/**
 * A partitioned database with many tenants. The first one is written through the public interface, without vectors; the
 * others are its rows under other names and numbers, put there by the database.
 */
async function fillTenants(database: string, size: Size): Promise<void> {
  await fillFirst(database, size);
  const client = new pg.Client({ connectionString: database, options: "-c search_path=memoir" });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off");
    const strides = await stridesOf(client);
    const statements = await copyStatements(client, strides);
    for (let from = 1; from < size.tenants; from += TOGETHER) {
      const to = Math.min(size.tenants, from + TOGETHER) - 1;
      await client.query("begin");
      for (const sql of statements) await client.query(sql, [tenantName(0), from, to]);
      await client.query("commit");
    }
    for (const [sequence, stride] of Object.entries(strides)) {
      await client.query("select setval($1, $2)", [sequence, stride * size.tenants + 1]);
    }
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

async function fillFirst(database: string, size: Size): Promise<void> {
  const { partitions } = size;
  await using memoir = await openMemoir({ database, embedder: "none", background: false, partitions });
  const positions = Array.from({ length: size.memoriesPerScope }, (_, position) => position);
  for (let scope = 0; scope < size.scopesPerTenant; scope++) {
    const handle = memoir.scope(scopeName(scope), { tenant: tenantName(0) });
    // A claim that brings its key is not compared with the others.
    const claims = positions.map((position) =>
      handle.remember(factOf(size, scope, position).text, { key: `fact ${position}` }),
    );
    await Promise.all(claims);
  }
}

type Strides = Readonly<Record<"scope_num" | "memory_num" | "change_num", number>>;

/** How far numbers that a sequence gives move on from one tenant to the next. */
async function stridesOf(client: pg.Client): Promise<Strides> {
  const last = async (sequence: string): Promise<number> =>
    Number((await client.query(`select last_value from ${sequence}`)).rows[0].last_value);
  return {
    scope_num: await last("scope_num"),
    memory_num: await last("memory_num"),
    change_num: await last("change_num"),
  };
}

/** One statement a table: the rows of tenant $1 for all tenants from $2 to $3. */
async function copyStatements(client: pg.Client, strides: Strides): Promise<string[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relkind = 'p'
     where c.table_schema = 'memoir' and c.column_name <> 'xid' group by 1 order by 1`,
  );
  const changes = changedColumns(strides);
  return rows
    .filter(({ table }) => !NOT_COPIED.has(table))
    .map(({ table, columns }) => {
      const values = columns.map(
        (column) => changes[`${table}.${column}`] ?? changes[column] ?? `r.${column}`,
      );
      return `insert into ${table} (${columns.join(", ")}) select ${values.join(", ")}
        from generate_series($2::int, $3::int) as copy, ${table} r where r.tenant = $1`;
    });
}

/** Names of tenants, and numbers of scopes, memories and changes; all else stays as it is. Scope 0 is the tenant itself. */
function changedColumns({ scope_num, memory_num, change_num }: Strides): Readonly<Record<string, string>> {
  return {
    tenant: "'tenant-' || copy",
    scope: `case when r.scope = 0 then 0 else r.scope + copy * ${scope_num} end`,
    "scope.num": `r.num + copy * ${scope_num}`,
    "memory.num": `r.num + copy * ${memory_num}`,
    "change_log.num": `r.num + copy * ${change_num}`,
    "vector.ref": `case when r.kind = 'm' then r.ref + copy * ${memory_num} else r.ref end`,
  };
}
