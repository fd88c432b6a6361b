import { copyFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { SCOPE_TABLES, TENANT_TABLES } from "../../src/store/portable/tables.ts";
import { databases, type FreshDatabase, useDatabase } from "../support/databases.ts";
import { testEmbedder } from "../support/embedder.ts";
import { everything, refused } from "./support/expect.ts";
import { stateOf } from "./support/state.ts";
import { agents, exported, live, rowsOf } from "./support/transfer.ts";

describe.each(databases)("export and import on $name", (kind) => {
  const db = useDatabase(kind);
  const elsewhere = (): string => `${db.tenant}-copy`;
  const into = (tenant = elsewhere()) => db.memoir.operator(tenant);

  it("R55, R56, R71: what was exported comes back as it was, and is exported as before", async () => {
    const policy = { render: { delta: true }, relations: { enable: true, minStrength: 0.05 } };
    await live(await db.open({ settings: policy }), db.tenant);
    await agents(db.memoir, db.tenant);
    const first = await exported(db.memoir, db.tenant);
    // Something of everything, or nothing is proved.
    const told = new Set(rowsOf(first).flatMap((line) => /^\{"record":"(\w+)"/.exec(line)?.[1] ?? []));
    const all = [...SCOPE_TABLES, ...TENANT_TABLES].map(({ record }) => record);
    expect([...told].sort()).toEqual([...all, "scope", "end"].sort());

    const report = await into().import([first]);
    expect(report).toMatchObject({ dryRun: false, from: { tenant: db.tenant }, tenant: "restored" });
    expect(report.scopes.map(({ scope, outcome }) => `${scope} ${outcome}`)).toEqual([
      "user:alice restored",
      "group:discord/42 restored",
      "global restored",
      "project:frozen restored",
    ]);
    expect(rowsOf(await exported(db.memoir, elsewhere()))).toEqual(rowsOf(first));
    expect(await stateOf(db, elsewhere())).toEqual(await stateOf(db, db.tenant));
  });

  it("R71: the longest, the oldest and the oddest come back as they were", async () => {
    const alice = db.scope({ kind: "user", id: 'å\u2028 🍵"\\'.padEnd(250, "x") });
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`) as Record<string, unknown>;
    await alice.observe([
      { id: "i".repeat(256), text: "茶".repeat(1_048_576), at: "0001-01-01" },
      { id: "\u0001\t", text: "\u0000\ud800 \u2029", at: "9999-12-31T23:59:59.999Z" },
      {
        id: "content",
        content: { "10": 1, "9": -0, __proto__: 1, "": [1e21, 1e-7, 0.1, null, "\u0000"], deep },
      },
      { id: "secret", text: `my password is hunter2hunter2 ${"o".repeat(1_048_500)}` },
      { id: "author", text: "hi", author: "a".repeat(256), session: "s".repeat(256), turn: "t".repeat(256) },
    ]);
    await alice.remember("话".repeat(131_072), {
      validFrom: "0001-01-01",
      expiresAt: "9999-12-31",
      importance: 0.1,
    });
    await alice.remember("x", {
      key: "k".repeat(256),
      tags: ["t".repeat(256), "二"],
      subject: "s".repeat(256),
    });
    await alice.memories.update((await alice.remember("y")).memory.id, { text: "z".repeat(131_072) });
    const file = await exported(db.memoir, db.tenant);
    await into().import([file]);
    expect(rowsOf(await exported(db.memoir, elsewhere()))).toEqual(rowsOf(file));
    expect(await stateOf(db, elsewhere())).toEqual(await stateOf(db, db.tenant));
  });

  it("R71: importing what is there changes nothing, and says so", async () => {
    await live(db.memoir, db.tenant);
    const file = await exported(db.memoir, db.tenant);
    for (const tenant of [db.tenant, elsewhere(), elsewhere()]) await into(tenant).import([file]);
    const before = await stateOf(db, elsewhere());
    const report = await into().import([file]);
    expect(new Set(report.scopes.map(({ outcome }) => outcome))).toEqual(new Set(["unchanged"]));
    expect(report.tenant).toBe("unchanged");
    expect(await stateOf(db, elsewhere())).toEqual(before);
  });

  it("life goes on in a restored scope", async () => {
    await db.scope("user:alice").remember("Alice plays the cello");
    await into().import([await exported(db.memoir, db.tenant)]);
    const copy = db.memoir.scope("user:alice", { tenant: elsewhere() });
    expect((await copy.recall("which instrument, cello?")).hits.map(({ text }) => text)).toEqual([
      "Alice plays the cello",
    ]);
    await copy.remember("Alice plays the cello");
    await copy.remember("Alice has a cat");
    await copy.memories.undo();
    const stats = await into().stats();
    expect(stats.totals).toEqual({ scopes: 1, events: 3, memories: 2 });
  });

  it("R55: some scopes only, without what belongs to the tenant", async () => {
    await live(db.memoir, db.tenant);
    const file = await exported(db.memoir, db.tenant, ["global", "user:alice", "global"]);
    expect(JSON.parse(file.split("\n")[0]!)).toMatchObject({ scopes: ["global", "user:alice"] });
    const report = await into().import([file]);
    expect(report.scopes.map(({ scope }) => scope)).toEqual(["user:alice", "global"]);
    expect(report.tenant).toBeNull();
    expect(await into().identities.list()).toEqual([]);
  });

  it("a scope that is not there, or none at all, is refused", async () => {
    const error = await refused(exported(db.memoir, db.tenant, ["user:nobody"]), "not_found");
    expect(error.message).toContain("user:nobody");
    await refused(exported(db.memoir, db.tenant, []), "invalid_argument");
    await refused(exported(db.memoir, db.tenant, ["moon:1"]), "invalid_scope");
  });

  it("an empty tenant is an export of nothing, and comes back as nothing", async () => {
    const file = await exported(db.memoir, db.tenant);
    expect(file.trimEnd().split("\n")).toHaveLength(2);
    expect(await into().import([file])).toMatchObject({ scopes: [], tenant: null });
  });

  it("R71: a scope that holds other rows is a conflict, and nothing is written anywhere", async () => {
    await db.scope("user:alice").remember("Alice plays the cello");
    await db.scope("user:bob").remember("Bob plays the drums");
    const file = await exported(db.memoir, db.tenant);
    const bob = db.memoir.scope("user:bob", { tenant: elsewhere() });
    await bob.remember("Bob plays the flute");
    const before = await exported(db.memoir, elsewhere());

    const report = await into().import([file], { dryRun: true });
    expect(report.scopes.map(({ scope, outcome }) => `${scope} ${outcome}`)).toEqual([
      "user:alice restored",
      "user:bob conflict",
    ]);
    const error = await refused(into().import([file]), "conflict");
    expect(error.message).toContain("user:bob already holds other rows");
    expect(error.details).toMatchObject({ scopes: ["user:bob"] });
    expect(rowsOf(await exported(db.memoir, elsewhere()))).toEqual(rowsOf(before));
  });

  it("identities and policies that differ are a conflict of their own", async () => {
    await db.memoir.operator(db.tenant).identities.set({ account: "discord:7", person: "alice" });
    const file = await exported(db.memoir, db.tenant);
    await into().identities.set({ account: "discord:7", person: "mallory" });
    const error = await refused(into().import([file]), "conflict");
    expect(error.message).toContain("identities or policies");
  });

  it("R71: a dry run says what would happen and does nothing", async () => {
    await live(db.memoir, db.tenant);
    const file = await exported(db.memoir, db.tenant);
    const steps: string[] = [];
    const report = await into().import([file], { dryRun: true, onProgress: ({ step }) => steps.push(step) });
    expect(report).toMatchObject({ dryRun: true, tenant: "restored" });
    expect(steps).not.toContain("write");
    expect((await into().stats()).scopes).toEqual([]);
  });

  it("two who import at once, or write meanwhile, never mix their rows", async () => {
    await db.scope("user:alice").remember("Alice plays the cello");
    await db.scope("user:bob").remember("Bob plays the drums");
    const file = await exported(db.memoir, db.tenant);
    const bob = db.memoir.scope("user:bob", { tenant: elsewhere() });
    const [one, two, said] = await Promise.allSettled([
      into().import([file]),
      into().import([file]),
      bob.remember("Bob plays the flute"),
    ]);
    expect(said.status).toBe("fulfilled");
    for (const result of [one, two])
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
    const texts = (await everything(bob.memories.list())).map(({ text }) => text).sort();
    const alice = await everything(db.memoir.scope("user:alice", { tenant: elsewhere() }).memories.list());
    // All of the file or nothing of it, whoever came first.
    expect([texts, alice.length]).toEqual(
      alice.length === 0 ? [["Bob plays the flute"], 0] : [["Bob plays the drums", "Bob plays the flute"], 1],
    );
  });

  it("a scope that was made and never used is empty", async () => {
    await db.scope("user:alice").remember("Alice plays the cello");
    const file = await exported(db.memoir, db.tenant);
    await into().scopeWrites("user:alice", true);
    expect((await into().import([file])).scopes).toEqual([{ scope: "user:alice", outcome: "restored" }]);
    expect(rowsOf(await exported(db.memoir, elsewhere()))).toEqual(rowsOf(file));
  });

  it("R66, R67, R70: read-only and a scope's switch hold for an import too", async () => {
    await db.scope("user:alice").remember("Alice plays the cello");
    const file = await exported(db.memoir, db.tenant);
    await into().scopeWrites("user:alice", false);
    await refused(into().import([file]), "writes_disabled");
    await into().scopeWrites("user:alice", true);
    await into().readOnly(true);
    await refused(into().import([file]), "read_only");
    await into().readOnly(false);
    await into().import([file]);
    const still = await db.open({ settings: { emergencyReadOnly: true } });
    await refused(still.operator("third").import([file]), "read_only");
    expect(rowsOf(await exported(still, elsewhere()))).toEqual(rowsOf(file));
  });

  it("an export is of one moment, whatever is written while it is taken", async () => {
    const alice = db.scope("user:alice");
    // More than one piece, so that it is not read as a whole at once.
    for (let i = 0; i < 12; i += 1)
      await alice.observe([{ id: `m${i}`, text: `${i} ${"o".repeat(40_000)}` }]);
    const before = await exported(db.memoir, db.tenant);
    let text = "";
    for await (const chunk of db.memoir.operator(db.tenant).export()) {
      text += chunk;
      await alice.remember(`Alice has said ${text.length} characters`);
      await db.scope("user:bob").remember("Bob is new");
    }
    expect(rowsOf(text)).toEqual(rowsOf(before));
    await into().import([text]);
  });

  it("stops when it is told to, and lets go of the database when nobody reads on", async () => {
    const alice = db.scope("user:alice");
    for (let i = 0; i < 12; i += 1) await alice.observe([{ id: `m${i}`, text: "o".repeat(40_000) }]);
    for (let i = 0; i < 5; i += 1) {
      for await (const _chunk of db.memoir.operator(db.tenant).export()) break;
    }
    const stop = new AbortController();
    const reading = async (): Promise<void> => {
      for await (const _chunk of db.memoir.operator(db.tenant).export({ signal: stop.signal })) stop.abort();
    };
    await refused(reading(), "aborted");
    await refused(into().import([], { signal: stop.signal }), "aborted");

    const other = await db.open();
    const open = other.operator(db.tenant).export();
    await open.next();
    await other.close();
    const rest = async (): Promise<void> => {
      for await (const _chunk of open);
    };
    await refused(rest(), "closed");
  });

  it("vectors are made anew", async () => {
    await db.scope("user:alice").observe([{ text: "I play the cello." }]);
    await db.scope("user:alice").remember("Alice plays the cello");
    const embedder = testEmbedder();
    const memoir = await db.open({ embedder });
    await memoir.operator(elsewhere()).import([await exported(db.memoir, db.tenant)]);
    const jobs = await memoir.operator(elsewhere()).jobs.list();
    expect(jobs.items.map(({ kind }) => kind)).toEqual(["embed"]);
    await memoir.work();
    expect(embedder.texts).toEqual(expect.arrayContaining(["I play the cello.", "Alice plays the cello"]));
  });

  it("C27: that it happened is noted beside the record", async () => {
    await db.scope("user:alice").remember("Alice plays the cello");
    await into().import([await exported(db.memoir, db.tenant)]);
    expect(await into().operations()).toEqual([{ node: "worker", op: "import", status: "ok", count: 1 }]);
  });

  it("changes are told to whoever follows", async () => {
    await db.scope("user:alice").remember("Alice plays the cello");
    await into().import([await exported(db.memoir, db.tenant)]);
    for await (const change of db.memoir.changes({ tenant: elsewhere(), since: "start" })) {
      expect(change).toMatchObject({ scope: "user:alice", event: "created", rev: 1 });
      break;
    }
  });
});

describe("what older releases wrote", () => {
  it("R71: is exported and restored like anything else", async () => {
    const [sqlite] = databases;
    const database = await sqlite!.create();
    copyFileSync(new URL("../fixtures/v1.db", import.meta.url), database.database);
    try {
      const memoir = await database.open();
      const tenants = await database.query<{ tenant: string }>("select distinct tenant from scope");
      expect(tenants.length).toBeGreaterThan(0);
      for (const { tenant } of tenants) {
        const file = await exported(memoir, tenant);
        await memoir.operator(`${tenant}-copy`).import([file]);
        expect(rowsOf(await exported(memoir, `${tenant}-copy`))).toEqual(rowsOf(file));
      }
    } finally {
      await database.cleanup();
    }
  });
});

describe("export from one database into another", () => {
  const opened: FreshDatabase[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.cleanup()));
  });

  it("SQLite → PostgreSQL → partitioned PostgreSQL → SQLite: the same file each time", async () => {
    const [sqlite, ...others] = databases;
    const start = await sqlite!.create();
    opened.push(start);
    const first = await start.open();
    await live(first, "acme");
    let file = await exported(first, "acme");
    const rows = rowsOf(file);
    for (const kind of [...others, sqlite!]) {
      const database = await kind.create();
      opened.push(database);
      const memoir = await database.open();
      await memoir.operator("acme").import([file]);
      file = await exported(memoir, "acme");
      expect(rowsOf(file)).toEqual(rows);
      expect(await memoir.check()).toEqual([]);
    }
  });
});
