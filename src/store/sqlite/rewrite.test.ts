import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../open.ts";

/** Deletes rows as SQLite does, with copies left behind where it moved rows between pages before. */
function deleteRows(path: string, seed: number): void {
  let state = seed;
  const next = (): number => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const db = new DatabaseSync(path);
  db.exec("pragma secure_delete = on; create table other (id integer primary key, text text unique)");
  const insert = db.prepare("insert into other values (?, ?)");
  for (let i = 0; i < 600; i += 1) {
    insert.run(
      i,
      `${i % 3 === 0 ? "Quetzalcoatl" : "tea"} ${Math.floor(next() * 1e9)}-${i}${"x".repeat(next() * 900)}`,
    );
  }
  db.exec("delete from other where id % 3 = 0; pragma wal_checkpoint(truncate)");
  db.close();
}

describe("a SQLite file", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "memoir-rewrite-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("S8: holds nothing that was deleted once it is written anew", async () => {
    const left: string[] = [];
    for (let seed = 1; seed <= 8 && left.length === 0; seed += 1) {
      const path = join(folder, `${seed}.db`);
      await (await openStore({ database: path })).close();
      deleteRows(path, seed);
      if (readFileSync(path, "latin1").includes("Quetzalcoatl")) left.push(path);
    }
    // Otherwise there would be nothing to see.
    expect(left).toHaveLength(1);
    const store = await openStore({ database: left[0]! });
    expect(await store.rewrite()).toBeGreaterThan(10);
    await store.close();
    expect(readFileSync(left[0]!, "latin1")).not.toContain("Quetzalcoatl");
  });
});
