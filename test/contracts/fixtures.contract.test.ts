import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MemoirEngine, openMemoir } from "../../src/index.ts";
import { migrations } from "../../src/store/migrations.ts";
import { dump } from "../fixtures/dump.ts";
import { shapeOf, shapeOfVersion } from "../fixtures/shape.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { refused } from "./support/expect.ts";
import { exported } from "./support/transfer.ts";

const FIXTURES = new URL("../fixtures/", import.meta.url);
const MAKER = new URL("../fixtures/make-v1.ts", import.meta.url);
const TENANTS = ["acme", "北京 ☂"];

describe("a database of schema version 1", () => {
  let folder: string;
  let database: string;
  let memoir: MemoirEngine;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "memoir-test-"));
    database = join(folder, "v1.db");
    cpSync(new URL("v1.db", FIXTURES), database);
    memoir = await openMemoir({
      embedder: "none",
      background: false,
      database,
      now: () => new Date("2026-01-04T00:00:00Z"),
    });
  });
  afterEach(async () => {
    await memoir.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("was made by the migration that is still called version 1", () => {
    const untouched = join(folder, "untouched.db");
    cpSync(new URL("v1.db", FIXTURES), untouched);
    const db = new DatabaseSync(untouched);
    const made = shapeOf(db);
    db.close();
    made.delete("table migration");
    const advice = `0001 must not change any more; as long as it was not released, run ${MAKER.pathname} again`;
    expect(made, advice).toEqual(shapeOfVersion(1));
  });

  it("opens and holds everything that was in it, row for row", async () => {
    const expected = JSON.parse(readFileSync(new URL("v1.json", FIXTURES), "utf8")) as object;
    // A later version may know more about a row, never less.
    expect(await dump(memoir, TENANTS)).toMatchObject(expected);
    expect(await memoir.check()).toEqual([]);
    expect((await memoir.info()).schemaVersion).toBe(migrations("sqlite").at(-1)?.version);
  });

  it("answers as it did: found, expired, forgotten, purged, Chinese", async () => {
    const alice = memoir.scope("user:alice", { tenant: "acme" });
    const texts = async (query: string, scope = alice): Promise<string[]> =>
      (await scope.recall(query, { from: ["memories"] })).hits
        .filter(({ why }) => why.via !== "core")
        .map((hit) => hit.text);
    expect(await texts("where does she live, Berlin?")).toEqual(["Alice lives in Berlin"]);
    expect(await texts("violin")).toEqual(["Alice plays the violin"]);
    expect(await texts("dentist")).toEqual(["Call the dentist on Friday"]);
    expect(await texts("claim")).toEqual([]);
    expect(await texts("jazz")).toEqual([]);
    expect(await texts("axolotl")).toEqual([]);
    const chinese = memoir.scope("user:爱丽丝", { tenant: "北京 ☂" });
    expect(await texts("朝阳", chinese)).toEqual(["我住在北京市朝阳区"]);
    expect(await texts("芒果", chinese)).toEqual(["对芒果过敏"]);
    expect((await memoir.names(["discord:1"], { tenant: "acme" })).get("discord:1")).toBe("Alice");
  });

  it("goes on: its switches hold, its counters continue, its past can be undone", async () => {
    await refused(memoir.scope("user:爱丽丝", { tenant: "北京 ☂" }).remember("x"), "read_only");
    const group = memoir.scope("group:discord/9007199254740993", { tenant: "acme" });
    await refused(group.observe([{ text: "x" }]), "writes_disabled");

    const alice = memoir.scope("user:alice", { tenant: "acme" });
    const [stats] = (await memoir.operator("acme").stats()).scopes;
    expect(await alice.observe([{ id: "m1", text: "again" }])).toMatchObject({
      duplicates: 1,
      seq: stats?.seq,
    });
    expect((await alice.remember("Alice has a pet axolotl")).memory.rev).toBe(stats!.rev + 1);
    await alice.memories.undo();
    await refused(alice.memories.undo(), "gone");
    const before = (await alice.memories.history()).items.find(
      ({ event, undoOf }) => event === "TTL" && undoOf === null,
    );
    expect((await alice.memories.undo(before!.memoryId)).undone.event).toBe("TTL");
    expect((await alice.recall("jazz")).hits).toHaveLength(1);
    expect(await memoir.check()).toEqual([]);
  });
});

describe.each(databases)("exports of older schema versions on $name", (kind) => {
  const db = useDatabase(kind);
  const files = readdirSync(FIXTURES).filter((file) => /^export-\d+\.jsonl$/.test(file));

  it("there are some", () => expect(files).toContain("export-15.jsonl"));

  it.each(files)("%s is imported without loss, and is known again", async (file) => {
    const text = readFileSync(new URL(file, FIXTURES), "utf8");
    const operator = db.memoir.operator(db.tenant);
    const report = await operator.import([text]);
    expect(new Set([report.tenant, ...report.scopes.map(({ outcome }) => outcome)])).toEqual(
      new Set(["restored"]),
    );
    const records = (lines: string): unknown[] =>
      lines
        .split("\n")
        .slice(1, -1)
        .map((line) => JSON.parse(line) as { record: string; sha256?: string })
        .map(({ sha256: _, ...fields }) => fields);
    // A later version may know more about a row, never less.
    expect(records(await exported(db.memoir, db.tenant))).toMatchObject(records(text));
    const again = await operator.import([text]);
    expect(new Set([again.tenant, ...again.scopes.map(({ outcome }) => outcome)])).toEqual(
      new Set(["unchanged"]),
    );
    expect(await db.memoir.check()).toEqual([]);
  });

  it("one of a newer version is refused with what to do", async () => {
    const [first, ...rest] = (await exported(db.memoir, db.tenant)).split("\n");
    const newer = first!.replace(/"schema":\d+/, '"schema":9999');
    const error = await refused(
      db.memoir.operator(`${db.tenant}-2`).import([[newer, ...rest].join("\n")]),
      "invalid_argument",
    );
    expect(error.message).toContain("Upgrade Memoir to import it");
  });
});
