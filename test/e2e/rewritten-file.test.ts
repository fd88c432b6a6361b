import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMemoir } from "../../src/index.ts";
import { openStore } from "../../src/store/open.ts";

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

  /** A file of ours that still holds words of rows which are deleted. */
  const fileWithRemains = async (name: string): Promise<string> => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const path = join(folder, `${name}-${seed}.db`);
      await (await openStore({ database: path })).close();
      deleteRows(path, seed);
      if (readFileSync(path, "latin1").includes("Quetzalcoatl")) return path;
    }
    return expect.fail("SQLite left nothing behind, so there is nothing to see.");
  };

  it("S8: holds nothing that was deleted once it is written anew", async () => {
    const path = await fileWithRemains("anew");
    const store = await openStore({ database: path });
    expect(await store.rewrite()).toBeGreaterThan(10);
    await store.close();
    expect(readFileSync(path, "latin1")).not.toContain("Quetzalcoatl");
  });

  it("S8, C18: is written anew by a hard forget while it is small", async () => {
    const path = await fileWithRemains("forget");
    await using memoir = await openMemoir({ database: path, embedder: "none", background: false });
    const alice = memoir.scope("user:alice");
    const { memory } = await alice.remember("Alice likes tea");
    await alice.forget({ id: memory.id }, { hard: true });
    expect(readFileSync(path, "latin1")).not.toContain("Quetzalcoatl");
  });

  /** The same in a file that is not rewritten at once. */
  const largeFileWithRemains = async (name: string): Promise<string> => {
    const path = await fileWithRemains(name);
    const db = new DatabaseSync(path);
    db.exec("create table filler (text text)");
    const insert = db.prepare("insert into filler values (?)");
    for (let i = 0; i < 9; i += 1) insert.run("x".repeat(1024 * 1024));
    db.close();
    return path;
  };
  const markOf = (path: string): unknown => {
    const db = new DatabaseSync(path);
    const mark = db.prepare("pragma user_version").get()?.user_version;
    db.close();
    return mark;
  };

  it("S8, C18: that takes longer to write is written anew when it is closed, once for many erasures", async () => {
    const path = await largeFileWithRemains("large");
    const memoir = await openMemoir({ database: path, embedder: "none", background: false });
    const alice = memoir.scope("user:alice");
    const { memory } = await alice.remember("Alice likes tea");
    await alice.forget({ id: memory.id }, { hard: true });
    await memoir.close();
    expect(readFileSync(path, "latin1")).not.toContain("Quetzalcoatl");
  });

  it("S8, C18: says itself that it is to be written anew, for whoever opens it after a process that died", async () => {
    const path = await largeFileWithRemains("died");
    const store = await openStore({ database: path });
    await store.close();
    expect(readFileSync(path, "latin1")).toContain("Quetzalcoatl");
    const memoir = await openMemoir({ database: path, embedder: "none", background: false });
    const alice = memoir.scope("user:alice");
    const { memory } = await alice.remember("Alice likes tea");
    await alice.forget({ id: memory.id }, { hard: true });
    // As it stands now a process that dies would leave it; unless idle time came first.
    const left = join(folder, "left.db");
    copyFileSync(path, left);
    expect(markOf(left) !== 0 || !readFileSync(left, "latin1").includes("Quetzalcoatl")).toBe(true);
    await memoir.close();
    await (await openStore({ database: left })).close();
    for (const file of [path, left]) {
      expect(readFileSync(file, "latin1")).not.toContain("Quetzalcoatl");
      expect(markOf(file)).toBe(0);
    }
  });
});
