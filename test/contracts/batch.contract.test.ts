import { describe, expect, it } from "vitest";
import { databases, useDatabase } from "../support/databases.ts";
import { DAY, everything, refused } from "./support/expect.ts";
import { stateOf } from "./support/state.ts";
import { exported, rowsOf } from "./support/transfer.ts";

describe.each(databases)("batches on $name", (kind) => {
  const db = useDatabase(kind);

  const fill = async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "Gus the dog ate my shoe again, what a life" }]);
    await alice.remember("Alice has a dog called Gus");
    await alice.remember("Gus the dog is afraid of thunder", { pinned: true });
    await alice.remember("小狗 Gus 喜欢散步 dog");
    await alice.remember("Alice plays the cello");
    return alice;
  };
  const statuses = async () =>
    (await everything(await db.scope("user:alice").memories.list({ status: ["active"] })))
      .map(({ text }) => text)
      .sort();

  it("a bulk forget is one batch, which the history and the feed show, and which is undone at once", async () => {
    const alice = await fill();
    const before = await statuses();
    const quotes = async () => (await alice.events.get("m1"))?.hiddenAt;
    const { batch, memories } = await alice.forget({ about: "dog" });
    expect(memories).toHaveLength(3);
    expect(batch).toMatch(/^[\da-f-]{36}$/);
    expect(await statuses()).toEqual(["Alice plays the cello"]);
    expect(await quotes()).toBeInstanceOf(Date);
    const history = await everything(await alice.memories.history());
    expect(history.slice(0, 4).map((entry) => entry.batch)).toEqual([batch, batch, batch, null]);
    const feed = db.memoir.changes({ tenant: db.tenant, since: "start" });
    const told: (string | null)[] = [];
    for await (const change of feed) if (told.push(change.batch) === 7) break;
    expect(told).toEqual([null, null, null, null, batch, batch, batch]);

    db.clock.advance(DAY);
    const { memories: back, undone } = await alice.memories.undoBatch(batch!, { reason: "by mistake" });
    expect(back.map(({ id }) => id).sort()).toEqual(memories.map(({ id }) => id).sort());
    expect(undone.map(({ event }) => event)).toEqual(["TTL", "TTL", "TTL"]);
    expect(await statuses()).toEqual(before);
    // Also the words that no memory came from.
    expect(await quotes()).toBeNull();
    expect((await everything(await alice.memories.history()))[0]).toMatchObject({
      event: "RESTORE",
      reason: "by mistake",
    });
    await refused(alice.memories.undoBatch(batch!), "nothing_to_undo");
    expect(await db.memoir.check()).toEqual([]);
  });

  it("one that only hid what was said is a batch too; nothing found, a dry run and a hard one are none", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "what a strange zeppelin over there, no?" }]);
    expect((await alice.forget({ about: "unicorn" })).batch).toBeNull();
    expect((await alice.forget({ about: "zeppelin", dryRun: true })).batch).toBeNull();
    const { found, batch } = await alice.forget({ about: "zeppelin" });
    expect([found, typeof batch]).toEqual([false, "string"]);
    expect((await alice.events.get("m1"))?.hiddenAt).not.toBeNull();
    expect(await alice.memories.undoBatch(batch!)).toEqual({ memories: [], undone: [] });
    expect((await alice.events.get("m1"))?.hiddenAt).toBeNull();
    const { memory } = await alice.remember("Alice collects stamps");
    expect((await alice.forget({ id: memory.id })).batch).toBeNull();
    expect((await alice.forget({ about: "stamps" }, { hard: true })).batch).toBeNull();
  });

  it("several calls may be one batch, by a name of the caller's", async () => {
    const alice = await fill();
    const all = await everything(await alice.memories.list());
    for (const { id } of all) await alice.forget({ id }, { batch: "spring cleaning" });
    expect((await alice.memories.undoBatch("spring cleaning")).memories).toHaveLength(4);
    expect(await statuses()).toHaveLength(4);
  });

  it("is refused whole where a later change stands in the way, and goes once that is undone", async () => {
    const alice = await fill();
    const { batch, memories } = await alice.forget({ about: "dog" });
    const [one] = memories;
    await alice.memories.restore(one!.id);
    await alice.memories.update(one!.id, { importance: 0.9 });
    const before = await stateOf(db, db.tenant);
    const error = await refused(alice.memories.undoBatch(batch!), "conflict");
    expect(error.details).toMatchObject({ batch, id: one!.id });
    expect(await stateOf(db, db.tenant)).toEqual(before);
    await alice.memories.undo(one!.id);
    await alice.memories.undo(one!.id);
    expect((await alice.memories.undoBatch(batch!)).memories).toHaveLength(3);
    expect(await statuses()).toHaveLength(4);
  });

  it("leaves alone what was undone by itself", async () => {
    const alice = await fill();
    const { batch, memories } = await alice.forget({ about: "dog" });
    const { undone } = await alice.memories.undo(memories[0]!.id);
    expect(undone).toMatchObject({ event: "TTL", batch });
    expect((await alice.memories.undoBatch(batch!)).memories).toHaveLength(2);
    expect(await statuses()).toHaveLength(4);
  });

  it("is refused where some of it was purged", async () => {
    const alice = await fill();
    const { batch, memories } = await alice.forget({ about: "dog" });
    await alice.memories.delete(memories[0]!.id, { hard: true });
    const error = await refused(alice.memories.undoBatch(batch!), "gone");
    expect(error.details).toMatchObject({ batch, purged: 1 });
    expect(await statuses()).toEqual(["Alice plays the cello"]);
  });

  it("is of its scope and its tenant, and of the categories of the handle", async () => {
    const alice = await fill();
    await alice.remember("The dog needs food on Monday", { category: "tasks" });
    const { batch } = await alice.forget({ about: "dog" });
    await refused(db.scope("user:bob").memories.undoBatch(batch!), "nothing_to_undo");
    const other = db.memoir.scope("user:alice", { tenant: `${db.tenant}-2` });
    await refused(other.memories.undoBatch(batch!), "nothing_to_undo");
    const bound = db.memoir.scope("user:alice", { tenant: db.tenant, categories: ["tasks"] });
    await refused(bound.memories.undoBatch(batch!), "not_allowed");
    expect(await statuses()).toEqual(["Alice plays the cello"]);
    await refused(alice.memories.undoBatch(""), "invalid_argument");
  });

  it("an import of another program's file is one, with what it changed; what waited before is not", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([
      { id: "before", text: "Remember that I live in Oslo. Remember that my favourite colour is green." },
    ]);
    db.clock.advance(DAY);
    const text = "Remember that I live in Rome. Remember that I am allergic to nuts.";
    const line = JSON.stringify({ role: "user", text, id: "x1" });
    const operator = db.memoir.operator(db.tenant);
    const options = { scope: "user:alice", trust: "user" } as const;
    expect((await operator.importForeign("jsonl", [line], { ...options, dryRun: true })).batch).toBeNull();
    const { batch } = await operator.importForeign("jsonl", [line], options);
    expect((await statuses()).join(" ")).toMatch(/Rome/);
    expect((await statuses()).join(" ")).not.toMatch(/Oslo/);
    const { memories } = await alice.memories.undoBatch(batch!);
    expect(memories.length).toBeGreaterThan(1);
    const left = (await statuses()).join(" ");
    expect(left).toMatch(/Oslo/);
    expect(left).toMatch(/green/);
    expect(left).not.toMatch(/Rome|nuts/);
    expect(await db.memoir.check()).toEqual([]);
  });

  it("is in exports, and can be undone where they were imported", async () => {
    const alice = await fill();
    const { batch } = await alice.forget({ about: "dog" });
    const text = await exported(db.memoir, db.tenant);
    const tenant = `${db.tenant}-copy`;
    await db.memoir.operator(tenant).import([text]);
    expect(rowsOf(await exported(db.memoir, tenant))).toEqual(rowsOf(text));
    const copy = db.memoir.scope("user:alice", { tenant });
    expect((await copy.memories.undoBatch(batch!)).memories).toHaveLength(3);
    expect((await copy.events.get("m1"))?.hiddenAt).toBeNull();
  });

  it("undoing a batch is refused where no history is kept", async () => {
    const memoir = await db.open({ settings: { audit: "off" } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await refused(alice.memories.undoBatch("x"), "audit_off");
  });
});
