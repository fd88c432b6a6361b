import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { startPostgres } from "../../test/support/postgres.ts";
import type { PartContext } from "./context.ts";
import { ask, openWith } from "./database.ts";
import { interleave } from "./interleave.ts";
import { atMost, type Row } from "./row.ts";
import { usualDatabase, usualScopes } from "./usual.ts";

const BAR = 3;
const ROUNDS = 300;
const SIZES = [10_000, 1_000];
/** Questions whose answers must be the same on both before anything is measured. */
const COMPARED = 10;
const PARAMETERS = 30_000;

/** The same scopes on a PostgreSQL server of our own: what the other database costs once a scope is loaded. */
export async function postgresRows(context: PartContext): Promise<Row[]> {
  const file = await usualDatabase(context);
  context.progress("starting PostgreSQL");
  const server = await startPostgres();
  try {
    const url = await server.createDatabase();
    await (await openWith(url)).close();
    context.progress("copying the rows to PostgreSQL");
    await copyRows(file, url);
    await using sqlite = await openWith(file);
    await using postgres = await openWith(url);
    const rows: Row[] = [];
    for (const { scope, as, corpus } of usualScopes()) {
      const items = corpus.texts.length;
      if (!SIZES.includes(items)) continue;
      context.progress(`${items} ${as} on PostgreSQL`);
      const [here, there] = [sqlite.scope(scope), postgres.scope(scope)];
      const question = (turn: number) => corpus.questions[turn % corpus.questions.length]!;
      for (const one of corpus.questions.slice(0, COMPARED)) {
        if (!isDeepStrictEqual(await ask(here, as, one), await ask(there, as, one))) {
          throw new Error(`the two databases answer "${one}" differently (${scope})`);
        }
      }
      const times = await interleave(ROUNDS, {
        sqlite: { run: (turn) => ask(here, as, question(turn)) },
        postgres: { run: (turn) => ask(there, as, question(turn)) },
      });
      rows.push(atMost(`${items} ${as}, PostgreSQL ÷ SQLite, loaded`, times.postgres, times.sqlite, BAR));
    }
    return rows;
  } finally {
    await server.stop();
  }
}

/** All rows of a SQLite file in the same tables of an empty PostgreSQL database. */
async function copyRows(file: string, url: string): Promise<void> {
  const from = new DatabaseSync(file, { readOnly: true });
  const to = new pg.Client({ connectionString: url, options: "-c search_path=memoir" });
  await to.connect();
  try {
    for (const { table, columns } of await tablesOf(to)) {
      const rows = from.prepare(`select ${columns.join(", ")} from ${table}`).all() as Record<
        string,
        unknown
      >[];
      const step = Math.floor(PARAMETERS / columns.length);
      for (let i = 0; i < rows.length; i += step) await insert(to, table, columns, rows.slice(i, i + step));
    }
    await to.query("analyze");
  } finally {
    from.close();
    await to.end();
  }
}

/** The tables that hold what users wrote, with the columns that both databases have. */
async function tablesOf(client: pg.Client): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns c
     where table_schema = 'memoir' and column_name <> 'xid' and exists (select 1 from information_schema.columns s
       where s.table_schema = c.table_schema and s.table_name = c.table_name and s.column_name in ('scope', 'kind'))
       and table_name not like 'job%'
     group by table_name`,
  );
  return rows;
}

async function insert(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const places = rows.map(
    (_, r) => `(${columns.map((_, c) => `$${r * columns.length + c + 1}`).join(", ")})`,
  );
  await client.query(
    `insert into ${table} (${columns.join(", ")}) values ${places.join(", ")}`,
    rows.flatMap((row) => columns.map((column) => value(row[column]))),
  );
}

const value = (cell: unknown): unknown => (cell instanceof Uint8Array ? Buffer.from(cell) : cell);
