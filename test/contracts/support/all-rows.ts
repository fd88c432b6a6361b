import type { RawRow, SharedDatabase } from "../../support/databases.ts";

/** Tables that log what happened, or serve jobs: they grow whatever is undone. */
const LOGS: ReadonlySet<string> = new Set([
  ...["history", "change_log", "op_event", "upkeep_run", "upkeep_mark", "pair_check", "figure", "purged"],
  ...["job", "job_flight", "schedule", "model_usage", "write_count", "idempotent_request", "schema_version"],
]);
/** When a row was last written, and in which order. */
const WHEN: ReadonlySet<string> = new Set(["rev", "updated_at"]);

/** Every row of every table that a tenant has, without the logs: vectors and edges included. */
export async function allRows(
  db: Pick<SharedDatabase, "query" | "engine">,
  tenant: string,
): Promise<Record<string, string[]>> {
  const tables = await db.query<{ name: string }>(
    db.engine === "sqlite"
      ? "select m.name as name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'tenant'"
      : `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = 'memoir' and c.column_name = 'tenant' and t.table_type = 'BASE TABLE'`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    // The rows of a partition are those of its table.
    if (LOGS.has(name) || /_p\d+$/.test(name)) continue;
    const found = await db.query(`select * from ${name} where tenant = $1`, [tenant]);
    rows[name] = found.map(shown).sort();
  }
  return rows;
}

function shown(row: RawRow): string {
  return JSON.stringify(row, (key, value: unknown) => {
    if (WHEN.has(key)) return undefined;
    return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
  });
}
