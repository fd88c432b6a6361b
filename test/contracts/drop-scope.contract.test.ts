import { describe, expect, it } from "vitest";
import { SAMPLE_PEOPLE, SAMPLE_SCOPES, sampleExport } from "../../src/server/sample/index.ts";
import { TABLES_OF_SCOPE } from "../../src/store/writes/drop-scope.ts";
import { databases, useDatabase } from "../support/databases.ts";

const SCOPE = SAMPLE_SCOPES.en;

async function linesOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const lines: string[] = [];
  for await (const piece of pieces) lines.push(piece);
  return lines;
}

describe.each(databases)("dropping a scope on $name", (kind) => {
  const db = useDatabase(kind);

  /** Every table with a column `scope`, whatever the code thinks. */
  const tables = async (): Promise<string[]> => {
    const sql =
      kind.engine === "sqlite"
        ? `select m.name as name from sqlite_master m join pragma_table_info(m.name) c
           where m.type = 'table' and c.name = 'scope'`
        : `select table_name as name from information_schema.columns
           where table_schema = current_schema() and column_name = 'scope' and table_name !~ '_p[0-9]+$'`;
    return (await db.query<{ name: string }>(sql)).map(({ name }) => name);
  };

  const load = async (): Promise<void> => {
    const until = db.clock.now;
    const lines = await sampleExport(SAMPLE_PEOPLE.en, { until, zone: "UTC" });
    await db.memoir.operator(db.tenant).import(lines);
  };

  it("knows every table that has rows of a scope", async () => {
    expect((await tables()).sort()).toEqual([...TABLES_OF_SCOPE].sort());
  });

  it("leaves nothing of it and everything else", async () => {
    const operator = db.memoir.operator(db.tenant);
    await db.memoir.scope("user:bob", { tenant: db.tenant }).remember("Bob keeps bees");
    const before = await linesOf(operator.export());
    await load();
    const [{ num } = { num: -1 }] = await db.query<{ num: number }>(
      "select num from scope where tenant = $1 and id = $2",
      [db.tenant, SCOPE.slice(5)],
    );
    expect(await operator.dropScope(SCOPE)).toBe(true);
    for (const table of await tables()) {
      const rows = await db.query(`select 1 as found from ${table} where tenant = $1 and scope = $2`, [
        db.tenant,
        num,
      ]);
      expect([table, rows]).toEqual([table, []]);
    }
    const rest = (lines: string[]): unknown =>
      lines
        .join("")
        .replace(/"createdAt":"[^"]+"/, "")
        .split("\n")
        .slice(1, -2);
    expect(rest(await linesOf(operator.export()))).toEqual(rest(before));
    expect(await operator.dropScope(SCOPE)).toBe(false);
  });

  it("never gives its number again, so that nobody takes another scope for it", async () => {
    const operator = db.memoir.operator(db.tenant);
    await load();
    const sample = db.memoir.scope(SCOPE, { tenant: db.tenant });
    expect((await sample.recall("*")).hits).not.toEqual([]);
    await operator.dropScope(SCOPE);
    const carol = db.memoir.scope("user:carol", { tenant: db.tenant });
    await carol.remember("Carol plays the cello");
    const hits = (await carol.recall("*")).hits.map((hit) => hit.kind === "memory" && hit.memory.text);
    expect(hits).toEqual(["Carol plays the cello"]);
    await load();
    expect((await sample.recall("where does Robin live?")).toPrompt()).toContain("Bristol");
  });

  it("refuses while writes are stopped", async () => {
    const operator = db.memoir.operator(db.tenant);
    await load();
    await operator.readOnly(true);
    await expect(operator.dropScope(SCOPE)).rejects.toMatchObject({ code: "read_only" });
    await operator.readOnly(false);
    await operator.scopeWrites(SCOPE, false);
    await expect(operator.dropScope(SCOPE)).rejects.toMatchObject({ code: "writes_disabled" });
  });
});
