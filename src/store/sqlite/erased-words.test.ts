import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { Connection } from "./connection.ts";
import { ErasedWords, REWRITE_IDLE_MS } from "./erased-words.ts";

const folder = mkdtempSync(join(tmpdir(), "memoir-erased-"));
const file = join(folder, "memoir.db");
let connection: Connection;
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true, force: true });
});

it("a large file is rewritten when idle, without its erased words, and for a small part of the time only", () => {
  connection = new Connection(file, { readOnly: false });
  connection.db.exec("create table note (id integer primary key, text text)");
  connection.run("insert into note values (1, $1)", ["x".repeat(9_000_000)]);
  for (const id of [2, 3]) connection.run("insert into note values ($1, $2)", [id, "Llanfairpwll"]);
  const took = 3_000;
  let now = 0;
  const exec = connection.db.exec.bind(connection.db);
  connection.db.exec = (sql) => {
    exec(sql);
    if (sql === "vacuum") now += took;
  };
  const erased = new ErasedWords(connection, () => now);
  const holds = (): boolean => readFileSync(file).includes("Llanfairpwll");
  const erase = (id: number): void => {
    connection.run("delete from note where id = $1", [id]);
    erased.clear();
  };

  erase(2);
  expect(erased.idle()).toBe(true);
  now += REWRITE_IDLE_MS;
  expect(erased.idle()).toBe(false);
  expect(connection.pragma("temp_store")).toBe(2);

  erase(3);
  expect(holds()).toBe(true);
  now += REWRITE_IDLE_MS;
  expect(erased.idle()).toBe(true);
  now += 20 * took - REWRITE_IDLE_MS;
  expect(erased.idle()).toBe(false);
  expect(holds()).toBe(false);
});
