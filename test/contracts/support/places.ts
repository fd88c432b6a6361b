import { existsSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import type { SharedDatabase } from "../../support/databases.ts";

/** Where a word stands, in upper or lower case: the raw bytes of SQLite's files, or every table of PostgreSQL. */
export async function placesOf(
  db: Pick<SharedDatabase, "engine" | "database" | "query">,
  word: string,
): Promise<string[]> {
  if (db.engine === "sqlite") {
    return ["", "-wal", "-shm", "-journal"]
      .map((suffix) => `${db.database}${suffix}`)
      .filter((file) => existsSync(file))
      .filter((file) => readFileSync(file, "utf8").toLowerCase().includes(word.toLowerCase()));
  }
  const tables = await db.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'memoir' order by 1",
  );
  expect(tables.length).toBeGreaterThan(10);
  const found: string[] = [];
  for (const { name } of tables) {
    const sql = `select count(*)::int as n from ${name} t where t::text ilike '%' || $1 || '%'`;
    const [row] = await db.query<{ n: number }>(sql, [word]);
    if (row!.n > 0) found.push(name);
  }
  return found;
}
