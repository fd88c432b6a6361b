import { describe, expect, it } from "vitest";
import { migrations } from "../../src/store/migrations.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, refused } from "./support/expect.ts";

describe.each(memoirs)("the operator on $name", (kind) => {
  const db = useMemoir(kind);

  it("R51: counts scopes, events and memories by status and type", async () => {
    const operator = db.memoir.operator(db.tenant);
    expect(await operator.stats()).toEqual({
      tenant: db.tenant,
      readOnly: false,
      feedback: { helped: 0, wrong: 0, private: 0 },
      scopes: [],
      totals: { scopes: 0, events: 0, memories: 0 },
      waiting: 0,
      unread: { events: 0, oldestMs: 0 },
      today: {},
      embeddedBy: [],
    });
    const alice = db.scope("user:alice");
    await alice.observe([{ text: "one" }, { text: "two" }]);
    await alice.remember("Alice likes tea", { category: "preference" });
    await alice.remember("Alice moved", { category: "event" });
    const { memory: sad } = await alice.remember("Alice seems sad", { category: "relationship_dynamic" });
    await alice.forget({ id: sad.id });
    db.clock.advance(DAY);
    await db.scope("group:discord/1").observe([{ text: "hello" }]);

    expect(await operator.stats()).toEqual({
      tenant: db.tenant,
      readOnly: false,
      scopes: [
        {
          scope: "user:alice",
          events: 5,
          memories: 3,
          byStatus: { active: 2, soft_deleted: 1 },
          byType: { preference: 1, episode: 1, none: 1 },
          rev: 4,
          seq: 5,
          writes: true,
          createdAt: new Date(db.clock.now - DAY),
        },
        {
          scope: "group:discord/1",
          events: 1,
          memories: 0,
          byStatus: {},
          byType: {},
          rev: 0,
          seq: 1,
          writes: true,
          createdAt: new Date(db.clock.now),
        },
      ],
      totals: { scopes: 2, events: 6, memories: 3 },
      // Claims from remember() need no reading.
      waiting: 0,
      unread: { events: 3, oldestMs: DAY },
      today: {},
      feedback: { helped: 0, wrong: 0, private: 0 },
      embeddedBy: [{ models: "", scopes: 2, behind: 2 }],
    });
  });

  it("R51: counts one scope by itself, and nothing of one that is not there", async () => {
    const operator = db.memoir.operator(db.tenant);
    for (const scope of ["user:bob", "user:李雷", "user:carol"])
      await db.scope(scope).remember(`${scope} likes tea`);
    const all = await operator.stats();
    expect(await operator.stats({ scope: { kind: "user", id: "李雷" } })).toEqual({
      ...all,
      scopes: all.scopes.filter(({ scope }) => scope === "user:李雷"),
      totals: { scopes: 1, events: 1, memories: 1 },
      waiting: 0,
      unread: { events: 0, oldestMs: 0 },
    });
    expect(await operator.stats({ scope: "user:nobody" })).toMatchObject({
      scopes: [],
      totals: { scopes: 0 },
    });
  });

  if (kind.engine === "sqlite") {
    it("counts more scopes than one step takes", async () => {
      await Promise.all(
        Array.from({ length: 1_003 }, (_, i) => db.scope(`user:${i}`).observe([{ text: "hello" }])),
      );
      const { scopes, totals } = await db.memoir.operator(db.tenant).stats();
      expect(totals).toEqual({ scopes: 1_003, events: 1_003, memories: 0 });
      expect(new Set(scopes.map((scope) => scope.scope)).size).toBe(1_003);
    });
  }

  it("R289, R291: counts what the engine did, by node, op and status, in a span of time", async () => {
    const operator = db.memoir.operator(db.tenant);
    const alice = db.scope("user:alice");
    const {
      memory: { id },
    } = await alice.remember("Alice likes tea");
    await alice.remember("Alice likes tea");
    db.clock.advance(DAY);
    await alice.memories.update(id, { pinned: true });
    await alice.memories.delete(id);
    await alice.memories.restore(id);
    await alice.memories.undo(id);
    db.clock.advance(DAY);
    await alice.memories.delete(id, { hard: true });
    const counts = async (options?: Parameters<typeof operator.operations>[0]): Promise<string[]> =>
      (await operator.operations(options)).map(
        ({ node, op, status, count }) => `${node} ${op} ${status} ${count}`,
      );
    expect(await counts()).toEqual([
      "hotpath create ok 1",
      "hotpath delete ok 3",
      "hotpath merge ok 1",
      "hotpath update ok 2",
    ]);
    const day = db.clock.now;
    expect(await counts({ since: day })).toEqual(["hotpath delete ok 1"]);
    expect(await counts({ until: new Date(day - DAY) })).toEqual([
      "hotpath create ok 1",
      "hotpath merge ok 1",
    ]);
    expect(await counts({ since: day - DAY, until: new Date(day).toISOString() })).toEqual([
      "hotpath delete ok 2",
      "hotpath update ok 2",
    ]);
    await refused(operator.operations({ since: "yesterday" }), "invalid_argument");
  });

  it("R290: where all operations count, also what was read and looked for; elsewhere only changes", async () => {
    const counted = await db.open({ preset: "supervisor", settings: { allowlists: {} } });
    const plain = await db.open();
    const talk = async (memoir: typeof counted, tenant: string): Promise<string[]> => {
      const alice = memoir.scope("user:alice", { tenant, thread: "t1" });
      await alice.observe([
        { text: "Remember that the tea is in the blue tin." },
        { text: "Hm." },
        { text: "记住绿茶在柜子里。" },
      ]);
      await alice.flush();
      await alice.recall("tea");
      await alice.query({ query: "绿茶" });
      await memoir.scope("user:nobody", { tenant }).recall("tea");
      const operations = await memoir.operator(tenant).operations();
      return operations.map(({ node, op, status, count }) => `${node} ${op} ${status} ${count}`);
    };
    expect(await talk(counted, db.tenant)).toEqual([
      "context search ok 2",
      "hotpath classify ok 2",
      "hotpath classify skipped 1",
      "hotpath create ok 2",
      "hotpath search ok 2",
    ]);
    const [best] = await db.query<{ memory: string; sim: number; thread: string; category: string }>(
      "select memory, sim, thread, category from op_event where tenant = $1 and node = 'context' order by at limit 1",
      [db.tenant],
    );
    expect(best).toMatchObject({ memory: expect.any(String), thread: "t1", category: expect.any(String) });
    expect(best!.sim).toBeGreaterThan(0);
    expect(await talk(plain, `${db.tenant}-plain`)).toEqual(["hotpath create ok 2"]);
    // Reading makes no scope, and a stopped tenant is not written to.
    const operator = counted.operator(db.tenant);
    expect((await operator.stats()).scopes.map(({ scope }) => scope)).toEqual(["user:alice"]);
    await operator.readOnly(true);
    await counted.scope("user:alice", { tenant: db.tenant }).recall("tea");
    expect(await operator.operations()).toContainEqual(
      expect.objectContaining({ node: "context", op: "search", count: 2 }),
    );
  });
});

/** Of the engine itself: a client does not see the database. */
describe.each(databases)("the engine on $name", (kind) => {
  const db = useDatabase(kind);

  it("info names the database without its secrets", async () => {
    const info = await db.memoir.info();
    expect(info.engine).toBe(kind.engine);
    expect(info.schemaVersion).toBe(migrations(kind.engine).at(-1)?.version);
    expect(info.engineVersion).toMatch(/^\d+\.\d+/);
    expect(info.bytes).toBeGreaterThan(10_000);
    expect(info.location).not.toContain("postgres@");
  });
});
