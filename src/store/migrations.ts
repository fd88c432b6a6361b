import { readdirSync, readFileSync } from "node:fs";
import { MemoirError } from "../domain/errors.ts";

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

const FOLDER = new URL("./migrations/", import.meta.url);

/** The numbered migrations for one database, oldest first. */
export function migrations(engine: "sqlite" | "postgres", partitions = 0): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => /^\d{4}-.*\.sql$/.test(file))
    .sort()
    .map((file) => {
      const text = linesFor(engine, readFileSync(new URL(file, FOLDER), "utf8"));
      return {
        version: Number(file.slice(0, 4)),
        name: file.slice(5, -4),
        sql: partitions > 0 ? partitionTables(text, partitions) : text,
      };
    });
}

/** Keeps the lines both databases share and those marked for this one. */
function linesFor(engine: string, sql: string): string {
  return sql
    .split("\n")
    .map((line) => {
      const marked = /^(.*) -- (sqlite|postgres)$/.exec(line);
      return marked === null ? line : marked[2] === engine ? marked[1] : null;
    })
    .filter((line) => line !== null)
    .join("\n");
}

function partitionTables(sql: string, count: number): string {
  return sql.replace(/^create table (\w+) \(\n((?: [^\n]*\n)*)\);/gm, (_all, table: string, body: string) => {
    const parts = Array.from(
      { length: count },
      (_, i) =>
        `create table ${table}_p${i} partition of ${table} for values with (modulus ${count}, remainder ${i});`,
    );
    return `create table ${table} (\n${body}) partition by hash (tenant);\n${parts.join("\n")}`;
  });
}

/** Read-only cannot migrate: a database of an older version has to be opened for writing once. */
export function refuseOutdated(all: readonly Migration[], current: number, location: string): void {
  if (pendingMigrations(all, current, location).length === 0) return;
  throw new MemoirError(
    "read_only",
    `${location} has schema version ${current} and must be brought to ${all.at(-1)?.version} first. ` +
      "Open it once where it may be written, without emergencyReadOnly.",
    { details: { found: current, known: all.at(-1)?.version } },
  );
}

/** The migrations still to apply to a database at `current`; rejects one that a newer Memoir has changed. */
export function pendingMigrations(all: readonly Migration[], current: number, location: string): Migration[] {
  const newest = all.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new MemoirError(
      "database_newer",
      `${location} has schema version ${current}; this Memoir knows versions up to ${newest}. ` +
        "Upgrade Memoir, or open a copy made before the upgrade.",
      { details: { found: current, known: newest } },
    );
  }
  return all.filter((migration) => migration.version > current);
}
