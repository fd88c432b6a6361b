import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { useRunner } from "../../src/cli/runner.fixture.ts";
import { factKey } from "../../src/domain/key.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, refused } from "./support/expect.ts";
import { placesOf } from "./support/places.ts";

describe.each(memoirs)("a hard forget on $name", (kind) => {
  const db = useMemoir(kind);
  const gone = async (...words: string[]): Promise<void> => {
    for (const word of words) expect([word, await placesOf(db, word)]).toEqual([word, []]);
  };
  const there = async (word: string): Promise<void> => {
    expect(await placesOf(db, word)).not.toEqual([]);
  };

  it("C18: erases row, words, evidence, history and the events behind it, to the last byte", async () => {
    const alice = db.scope("user:alice");
    const {
      memory: { id },
    } = await alice.remember("Alice has Zanzibaritis", { tags: ["quinine"], eventId: "e1" });
    await alice.remember("Alice has zanzibaritis!", { eventId: "e2" });
    await alice.memories.update(
      id,
      { text: "Alice has chronic Xylophagia" },
      { reason: "Wombatologist said" },
    );
    const { memory: kept } = await alice.remember("Alice likes tea");
    for (const word of ["zanzibar", "xylophag", "quinine", "wombatolog"]) await there(word);

    const { found, memories } = await alice.forget({ id }, { hard: true });
    expect([found, memories.map((memory) => memory.text)]).toEqual([true, ["Alice has chronic Xylophagia"]]);
    await gone("zanzibar", "xylophag", "quinine", "wombatolog");

    expect(await alice.memories.get(id)).toBeNull();
    expect((await alice.recall("Xylophagia")).hits).toEqual([]);
    for (const event of ["e1", "e2"]) {
      expect(await alice.events.get(event)).toMatchObject({
        text: "[erased]",
        content: null,
        erasedAt: new Date(db.clock.now),
      });
    }
    // That it happened stays, without a word of it.
    const entries = (await alice.memories.history(id)).items;
    expect(entries.map(({ event, before, after, reason }) => [event, before, after, reason])).toEqual([
      ["DELETE", null, null, ""],
      ["UPDATE", null, null, ""],
      ["MERGE", null, null, ""],
      ["ADD", null, null, ""],
    ]);
    expect(await alice.memories.get(kept.id)).toEqual(kept);
  });

  it("C18: nothing of it stays where other memories with its words are changed at the same time", async () => {
    const boats = ["kayak", "canoe", "dinghy", "raft", "punt", "gondola", "trawler", "ferry"];
    const fleet = await Promise.all(
      boats.map(async (boat, i) => {
        const scope = db.scope(`user:sailor${i}`);
        const { memory: kept } = await scope.remember(`Somebody rows a ${boat} on the Quokkasee`);
        const { memory: gone } = await scope.remember(`Somebody bandicoots a ${boat} on the Quokkasee`);
        return { boat, scope, kept, gone };
      }),
    );
    // In many scopes at once, so that changes and erasures share a commit.
    await Promise.all([
      ...fleet.map(({ boat, scope, kept }) =>
        scope.memories.update(kept.id, { text: `Somebody rows her ${boat} on the Quokkasee` }),
      ),
      ...fleet.map(({ scope, gone }) => scope.forget({ id: gone.id }, { hard: true })),
    ]);
    expect(await placesOf(db, "bandicoot")).toEqual([]);
    for (const { scope, kept } of fleet)
      expect((await scope.forget({ about: "Quokkasee", dryRun: true })).memories).toMatchObject([
        { id: kept.id },
      ]);
  });

  it("C18: the same for Chinese, down to its pairs of characters", async () => {
    const alice = db.scope("user:爱丽丝");
    const {
      memory: { id },
    } = await alice.remember("她患有罕见的鹦鹉螺综合征", { key: "鹦鹉螺" });
    await there("鹦鹉");
    await alice.memories.delete(id, { hard: true });
    await gone("鹦鹉", "鹉螺", "螺综", "综合征");
  });

  it("C18: a memory forgotten softly before is erased too, by id, by key and by what it is about", async () => {
    const alice = db.scope("user:alice");
    const { memory: one } = await alice.remember("Alice owns a Brontosaurus");
    await alice.remember("Alice rides a Stegosaurus", { key: "mount" });
    await alice.remember("Alice fears the Velociraptor");
    for (const about of ["Alice"]) expect((await alice.forget({ about })).memories).toHaveLength(3);
    await there("brontosaur");
    await alice.forget({ id: one.id }, { hard: true });
    await alice.forget({ key: "mount" }, { hard: true });
    await alice.forget({ about: "velociraptor" }, { hard: true });
    await gone("brontosaur", "stegosaur", "velociraptor");
  });

  it("C18: in an event that backs another memory too, only its own words go", async () => {
    const alice = db.scope("user:alice");
    const text = "I like tea. I am a Kakapologist. 我住在北京。";
    await alice.observe([{ id: "m1", text }]);
    const { memory: tea } = await alice.remember("I like tea", { eventId: "m1" });
    const { memory: job } = await alice.remember("I am a Kakapologist", { eventId: "m1" });
    const { memory: home } = await alice.remember("我住在北京", { eventId: "m1" });
    const quotes = async (id: string): Promise<string | undefined> => {
      const [link] = (await alice.memories.proof(id)).evidence;
      return link?.span === null ? undefined : link?.event.text.slice(...link.span);
    };
    expect(await quotes(job.id)).toBe("I am a Kakapologist");

    await alice.forget({ id: job.id }, { hard: true });
    await gone("kakapolog");
    expect((await alice.events.get("m1"))?.text).toBe("I like tea. [erased]. 我住在北京。");
    expect([await quotes(tea.id), await quotes(home.id)]).toEqual(["I like tea", "我住在北京"]);

    await alice.forget({ id: tea.id }, { hard: true });
    expect((await alice.events.get("m1"))?.text).toBe("[erased]. [erased]. 我住在北京。");
    await alice.forget({ id: home.id }, { hard: true });
    expect((await alice.events.get("m1"))?.text).toBe("[erased]");
  });

  it("C18: words that an undo took back are erased as well", async () => {
    const alice = db.scope("user:alice");
    const {
      memory: { id },
    } = await alice.remember("Alice lives in Timbuktu", { key: "city" });
    await alice.remember("Alice lives in Ouagadougou", { key: "city" });
    await alice.memories.undo(id);
    expect((await alice.memories.get(id))?.text).toBe("Alice lives in Timbuktu");
    await alice.forget({ id }, { hard: true });
    await gone("timbuktu", "ouagadougou");
  });

  it("C18: what its words were under another key is erased with the history off, too", async () => {
    const silent = await db.open({ preset: "picobot" });
    const scope = silent.scope("global", { tenant: db.tenant });
    const {
      memory: { id },
    } = await scope.remember("The password is Rumpelstilzchen", { key: "password" });
    await scope.remember("The password is Schneewittchen", { key: "password" });
    await scope.forget({ id }, { hard: true });
    await gone("rumpelstilz", "schneewitt");
  });

  it("C18: tombstones hold hashes only, and the same claim can be remembered again", async () => {
    const alice = db.scope("user:alice");
    const { memory: first } = await alice.remember("Alice has a pet Axolotl", { key: "pet" });
    await alice.forget({ id: first.id }, { hard: true });
    const stones = await db.query<{ hash: string }>("select hash from tombstone where tenant = $1", [
      db.tenant,
    ]);
    // Of the key, of the words, and of what they say in any words.
    expect(stones).toHaveLength(3);
    for (const { hash } of stones) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    await gone("axolotl");

    const { memory: again } = await alice.remember("Alice has a pet Axolotl", { key: "pet" });
    expect(again.id).not.toBe(first.id);
    expect(again).toMatchObject({ status: "active", evidenceCount: 1, rev: 3 });
    expect((await alice.recall("axolotl")).hits).toHaveLength(1);
    expect(await db.query("select hash from tombstone where tenant = $1", [db.tenant])).toEqual([]);
    await refused(alice.memories.restore(first.id), "gone");
  });

  it("C25: leaves an (id, rev) stub and a change for readers that have not caught up", async () => {
    const alice = db.scope("user:alice");
    const {
      memory: { id },
    } = await alice.remember("Alice likes tea");
    await alice.forget({ id }, { hard: true });
    const rows = await db.query("select id, rev from purged where tenant = $1", [db.tenant]);
    expect(rows.map((row) => ({ ...row }))).toEqual([{ id, rev: 2 }]);
    const changes = await db.query(
      "select rev, memory, event from change_log where tenant = $1 order by rev",
      [db.tenant],
    );
    expect(changes.map((row) => ({ ...row }))).toEqual([
      { rev: 1, memory: id, event: "created" },
      { rev: 2, memory: id, event: "deleted" },
    ]);
  });

  it("is done also while another engine reads the same database", async () => {
    const other = await db.open();
    const alice = db.scope("user:alice");
    const {
      memory: { id },
    } = await alice.remember("Alice collects Didgeridoos");
    const reading = other.scope("user:alice", { tenant: db.tenant });
    const reads = Promise.all(Array.from({ length: 20 }, () => reading.recall("didgeridoo")));
    await alice.forget({ id }, { hard: true });
    await reads;
    await gone("didgeridoo");
    expect((await reading.recall("didgeridoo")).hits).toEqual([]);
  });

  it("S8, C18: leaves no second mention, no structured content, and no request to forget", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([
      {
        id: "m1",
        text: "Remember that I am allergic to Rambutans. Remember that I have a dog. Yes, rambutans are terrible for me.",
        content: { raw: "Remember that I am allergic to Rambutans. Remember that I have a dog." },
      },
    ]);
    await alice.flush();
    const memory = (await alice.memories.list()).items.find(({ text }) => /rambutan/i.test(text))!;
    await alice.observe([{ id: "m2", text: "Please forget that I am allergic to Rambutans." }]);
    await alice.flush();
    expect((await alice.memories.get(memory.id))?.status).toBe("soft_deleted");
    await alice.forget({ id: memory.id }, { hard: true });
    await gone("rambutan");
    expect((await alice.events.get("m1"))?.text).toBe("[erased]. Remember that I have a dog. [erased].");
    expect((await alice.memories.list({ status: ["active"] })).items.map(({ text }) => text)).toEqual([
      "Alice has a dog.",
    ]);
  });

  it.each(["includeRepetitions", "echoes"])(
    "S8, C18: with %s, what the bot repeated goes too",
    async (option) => {
      const alice = db.scope("user:爱丽丝");
      await alice.observe([
        { id: "m1", text: "记住我对山竹过敏。" },
        { id: "m2", role: "assistant", text: "好的，你对山竹过敏。晚上吃什么？" },
      ]);
      await alice.flush();
      const [memory] = (await alice.memories.list()).items;
      await alice.forget({ id: memory!.id }, { hard: true, [option]: true });
      await gone("山竹");
      expect((await alice.events.get("m2"))?.text).toContain("晚上吃什么");
    },
  );

  it("S17, C18: what is left of it is salted, so that the sentence cannot be guessed from a list", async () => {
    const text = "Alice is a Tegestologist.";
    const alice = db.scope("user:alice");
    const {
      memory: { id },
    } = await alice.remember(text, { key: "job" });
    await alice.forget({ id }, { hard: true });
    const sha = (words: string): string => createHash("sha256").update(words).digest("hex");
    const guesses = [sha(text), sha("job"), sha(factKey(text))].flatMap((hash) => [hash, hash.slice(0, 32)]);
    for (const table of ["tombstone", "history", "decision"]) {
      const rows = await db.query<{ hash: string }>(`select hash from ${table} where tenant = $1`, [
        db.tenant,
      ]);
      expect(rows.length).toBeGreaterThan(0);
      for (const { hash } of rows) expect(guesses).not.toContain(hash);
    }
  });
});

describe.each(databases)("the files of $name", (kind) => {
  const db = useDatabase(kind);

  it("S7, C18: hold nothing that was erased once they are written anew", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "Remember that I live in Llanfairpwll." }]);
    await alice.flush();
    const [memory] = (await alice.memories.list()).items;
    await alice.forget({ id: memory!.id }, { hard: true });
    const tables = await db.memoir.rewrite();
    expect(tables).toBeGreaterThan(10);
    if (db.engine === "sqlite") {
      expect(await placesOf(db, "llanfair")).toEqual([]);
      return;
    }
    await db.query("checkpoint");
    const [{ folder } = expect.fail()] = await db.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    const relations = await db.query<{ name: string; file: string | null }>(
      `select c.relname as name, pg_relation_filepath(c.oid) as file from pg_class c
       where c.relkind in ('r', 'i', 't') and c.relnamespace in (select oid from pg_namespace
         where nspname in ('memoir', 'pg_toast'))`,
    );
    const holding = relations.filter(
      ({ file }) => file !== null && /llanfair/i.test(readFileSync(join(folder, file), "latin1")),
    );
    expect(relations.length).toBeGreaterThan(30);
    expect(holding.map(({ name }) => name)).toEqual([]);
    expect((await db.scope("user:alice").events.get("m1"))?.text).toBe("[erased]");
  });
});

describe.each(databases.filter(({ engine }) => engine === "postgres"))("the files of $name", (kind) => {
  const db = useDatabase(kind);
  const cli = useRunner();

  it.each([
    ["sees", ["begin isolation level repeatable read", "select 1 from pg_class limit 1"], ""],
    ["writes", ["begin", "select pg_current_xact_id()"], ""],
    ["writes elsewhere", ["begin", "select pg_current_xact_id()"], "postgres"],
  ])(
    "S7: are not said to be written anew while an older transaction %s",
    async (_does, statements, where) => {
      const memoir = await db.open({ lockTimeoutMs: 1 });
      const [{ port, name } = expect.fail()] = await db.query<{ port: string; name: string }>(
        "select current_setting('port') as port, current_database() as name",
      );
      const other = new pg.Client({
        connectionString: `postgres://postgres@127.0.0.1:${port}/${where || name}`,
      });
      await other.connect();
      for (const sql of statements) await other.query(sql);
      await db.scope("user:alice").remember("I live in Llanfairpwll");
      const error = await refused(memoir.rewrite(), "database_locked");
      expect(error.message).toContain("may still see what was erased");
      const { code, out } = await cli.memoir(["doctor", "--rewrite", "--json", "--database", db.database]);
      const { checks } = JSON.parse(out) as { checks: { name: string; status: string }[] };
      const statuses = new Map(checks.map(({ name, status }) => [name, status]));
      expect([code, statuses.get("integrity"), statuses.get("rewrite")]).toEqual([1, "ok", "fail"]);
      await other.query("rollback");
      await other.end();
      expect(await db.memoir.rewrite()).toBeGreaterThan(10);
    },
  );
});

describe.each(memoirs)("a soft forget on $name", (kind) => {
  const db = useMemoir(kind);

  it("S6, C18: is erased to the last byte when its days are over, and not before", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "Remember that I live in Zwickelsdorf." }]);
    await alice.flush();
    const [memory] = (await alice.memories.list()).items;
    await alice.forget({ id: memory!.id });
    const { memory: kept } = await alice.remember("Alice plays the Ophicleide");
    await alice.forget({ id: kept.id });
    db.clock.advance(29 * DAY);
    await db.work();
    expect(await placesOf(db, "zwickelsdorf")).not.toEqual([]);
    await alice.memories.restore(kept.id);
    db.clock.advance(2 * DAY);
    await db.work();
    expect(await placesOf(db, "zwickelsdorf")).toEqual([]);
    expect(await alice.memories.get(memory!.id)).toBeNull();
    await refused(alice.memories.restore(memory!.id), "gone");
    expect((await alice.memories.get(kept.id))?.status).toBe("active");
    const [last] = (await alice.memories.history(memory!.id)).items;
    expect(last).toMatchObject({ event: "DELETE", before: null });
  });

  it("S23: kept answers of idempotent requests go after a day, also when no further request comes", async () => {
    await db.memoir.operator(db.tenant).stats();
    await db.scope("user:alice").remember("Alice likes tea");
    await db.query(
      `insert into idempotent_request (tenant, caller, name, request, begun_at, status, answer)
       values ($1, 'k', 'n', 'r', $2, 200, '{"text":"Nebuchadnezzar"}')`,
      [db.tenant, db.clock.now],
    );
    await db.work();
    expect(await placesOf(db, "nebuchadnezzar")).not.toEqual([]);
    db.clock.advance(DAY + 1);
    await db.work();
    const rows = await db.query("select name from idempotent_request where tenant = $1", [db.tenant]);
    expect(rows).toEqual([]);
  });
});

describe.each(memoirs)("a purge of many on $name", (kind) => {
  const db = useMemoir(kind);

  it("C18: in many scopes, in batches; a read-only tenant waits", async () => {
    for (let i = 0; i < 3; i += 1) {
      const scope = db.scope(`user:u${i}`);
      for (let j = 0; j < 25; j += 1) await scope.remember(`Fact ${j} about Quetzalcoatl ${i}`);
      expect((await scope.forget({ about: "quetzalcoatl" })).memories).toHaveLength(25);
    }
    db.clock.advance(31 * DAY);
    const operator = db.memoir.operator(db.tenant);
    await operator.readOnly(true);
    await db.work();
    expect(await placesOf(db, "quetzalcoatl")).not.toEqual([]);
    await operator.readOnly(false);
    await db.work();
    expect(await placesOf(db, "quetzalcoatl")).toEqual([]);
  });
});
