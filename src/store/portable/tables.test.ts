import { describe, expect, it } from "vitest";
import { migrations } from "../migrations.ts";
import { Connection } from "../sqlite/connection.ts";
import { SCOPE_COLUMNS, SCOPE_TABLES, TENANT_TABLES } from "./tables.ts";

/**
 * Tables and columns that no export carries, and why. A new table or column must be given a place here or in
 * `tables.ts`.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  api_key: "keys are this installation's secrets",
  hook: "hooks hold this installation's secrets",
  hook_delivery: "what was sent from here",
  hook_lane: "what is to be sent from here",
  idempotent_request: "what was answered to requests here",
  figure: "numbers of this installation",
  job: "work to be done here; what is left to do follows from the rows",
  job_flight: "which job runs",
  login_link: "links are this installation's secrets",
  markdown_file: "what files of this machine say",
  model_usage: "what models cost here",
  person_forget: "receipts of what was forgotten here",
  shelved_row: "what was forgotten does not travel",
  op_event: "counters of this installation",
  pair_check: "which pairs were compared here",
  policy_difference: "found again by replaying the decisions",
  policy_step: "what was tried here",
  policy_trial: "what is being tried here",
  purged: "for indexes that are already in memory",
  schedule: "follows from the settings",
  tenant: "its read-only switch is about this installation",
  upkeep_run: "what ran here",
  upkeep_mark: "how far jobs have looked here; a look again is harmless",
  vector: "made anew by the embedder",
  write_count: "how much was written lately, for the limits",
  "change_log.num": "a place in this database's feed",
  "change_log.xid": "a place in this database's feed",
  "document.num": "this database's own number; the order is kept",
  "memory.num": "this database's own number; the order is kept",
  "memory.terms": "made from its text and key",
  "scope.num": "this database's own number; the order is kept",
  "scope.vec": "counts vectors",
  "scope.days": "for summaries that are already in memory",
  "scope.hides": "for indexes that are already in memory",
  "scope.embedded_seq": "what the embedder has seen",
  "scope.embedded_by": "what the embedder has seen",
  "scope.embed_gap": "what the embedder has not seen",
  "scope.event_bytes": "counted anew",
  "scope.expired_seq": "how far this installation erased what is too old; a look again is harmless",
};

/** The schema version that wrote the first exports. */
const FIRST_EXPORT = 8;

function columnsIn(db: Connection["db"]): { table: string; column: string }[] {
  return db
    .prepare(
      `select t.name as "table", c.name as "column" from sqlite_schema t join pragma_table_info(t.name) c
       where t.type = 'table' and t.name not like 'sqlite_%'`,
    )
    .all() as { table: string; column: string }[];
}

describe("what an export carries", () => {
  it("R71: is every column of every table but those that are left out on purpose", () => {
    const { db } = new Connection(":memory:", { readOnly: false });
    for (const { sql } of migrations("sqlite")) db.exec(sql);
    const carried = new Set([
      ...["kind", "id", ...Object.keys(SCOPE_COLUMNS)].map((column) => `scope.${column}`),
      ...[...SCOPE_TABLES, ...TENANT_TABLES].flatMap(({ table, columns }) =>
        Object.keys(columns).map((column) => `${table}.${column}`),
      ),
    ]);
    const columns = columnsIn(db);
    db.close();
    const forgotten = columns
      .filter(({ table, column }) => !(table in LEFT_OUT || `${table}.${column}` in LEFT_OUT))
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => !carried.has(name) && !/\.(?:tenant|scope)$/.test(name));
    expect(forgotten).toEqual([]);
  });

  it("a column that came after its table says since when: older exports do not have it", () => {
    const { db } = new Connection(":memory:", { readOnly: false });
    const first = new Map<string, number>();
    for (const { version, sql } of migrations("sqlite")) {
      db.exec(sql);
      for (const { table, column } of columnsIn(db)) {
        for (const name of [table, `${table}.${column}`]) if (!first.has(name)) first.set(name, version);
      }
    }
    db.close();
    const wrong = [{ table: "scope", columns: SCOPE_COLUMNS }, ...SCOPE_TABLES, ...TENANT_TABLES].flatMap(
      ({ table, columns }) =>
        Object.entries(columns).flatMap(([column, { later }]) => {
          const added = first.get(`${table}.${column}`)!;
          const since = added > Math.max(first.get(table)!, FIRST_EXPORT) ? added : undefined;
          return later?.since === since ? [] : [`${table}.${column} came with ${added}`];
        }),
    );
    expect(wrong).toEqual([]);
  });
});
