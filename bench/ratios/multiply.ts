import { DatabaseSync } from "node:sqlite";
import { showProgress } from "../progress.ts";

/** Tables that neither a recall nor a write of another scope reads, and that would only make the file larger. */
const LEFT_OUT = new Set(["change_log", "op_event", "thread_cursor", "tombstone", "purged"]);
const TOGETHER = 100;

/**
 * Writes each scope of a SQLite file again and again, row by row, under new names: "t3" becomes "t3-1", "t3-2" … A
 * million claims through the public interface would take an hour; these are the same rows, put there by the database.
 */
export function multiply(file: string, copies: number): void {
  const db = new DatabaseSync(file);
  db.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -262144");
  const scopes = db.prepare("select num from scope order by num").all() as { num: number }[];
  const stride = (db.prepare("select max(num) as most from memory").get() as { most: number }).most;
  const insertScope = db.prepare(
    insertText(db, "scope", { num: "num + ?1", id: "id || '-' || cast(?2 as integer)" }, "num = ?3"),
  );
  const inserts = scopedTables(db).map((table) => ({
    table,
    statement: db.prepare(insertText(db, table, changed(table), "tenant = 'default' and scope = ?3")),
  }));
  const progress = showProgress("Multiplying the scopes");
  const total = copies * scopes.length;
  for (let done = 0; done < total; done++) {
    if (done % TOGETHER === 0) db.exec(done === 0 ? "begin" : "commit; begin");
    progress.step(done, total);
    const copy = Math.floor(done / scopes.length) + 1;
    const { num } = scopes[done % scopes.length]!;
    insertScope.run(copy * scopes.length, copy, num);
    for (const { statement } of inserts) statement.run(copy * scopes.length, copy * stride, num);
  }
  db.exec("commit");
  progress.step(total, total);
  progress.end();
  db.exec("pragma journal_mode = wal");
  db.close();
}

/** Numbers of scopes and of memories move on; all else stays as it is. */
function changed(table: string): Record<string, string> {
  const scope = { scope: "scope + ?1" };
  if (table === "memory") return { ...scope, num: "num + ?2" };
  if (table === "vector") return { ...scope, ref: "case when kind = 'm' then ref + ?2 else ref end" };
  return scope;
}

function insertText(
  db: DatabaseSync,
  table: string,
  changes: Readonly<Record<string, string>>,
  where: string,
): string {
  const columns = columnsOf(db, table);
  const values = columns.map((column) => changes[column] ?? column);
  return `insert into ${table} (${columns.join(", ")}) select ${values.join(", ")} from ${table} where ${where}`;
}

function scopedTables(db: DatabaseSync): string[] {
  const tables = db
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all() as { name: string }[];
  return tables
    .map(({ name }) => name)
    .filter(
      (name) => columnsOf(db, name).includes("scope") && !name.startsWith("job") && !LEFT_OUT.has(name),
    );
}

function columnsOf(db: DatabaseSync, table: string): string[] {
  return (db.prepare(`select name from pragma_table_info(?)`).all(table) as { name: string }[]).map(
    ({ name }) => name,
  );
}
