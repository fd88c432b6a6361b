import { describe, expect, it } from "vitest";
import { databases, useDatabase } from "../support/databases.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, everything, refused } from "./support/expect.ts";

describe.each(memoirs)("history and undo on $name", (kind) => {
  const db = useMemoir(kind);

  it("R270, R272: every change is a row with its actor, its reason and what it changed", async () => {
    const alice = db.scope("user:alice", { actor: "operator:eve" });
    const {
      memory: { id },
    } = await alice.remember("Alice likes tea");
    await alice.remember("Alice likes tea");
    db.clock.advance(DAY);
    await alice.memories.update(id, { importance: 0.9 }, { reason: "she said it twice" });
    await alice.memories.delete(id, { reason: "她要求忘记" });
    await alice.memories.restore(id);
    await alice.forget({ id }, { reason: "on second thoughts" });

    const entries = (await alice.memories.history(id)).items;
    expect(entries.map(({ event, actor, reason, rev }) => [event, actor, reason, rev])).toEqual([
      ["TTL", "operator:eve", "on second thoughts", 6],
      ["RESTORE", "operator:eve", "restore", 5],
      ["TTL", "operator:eve", "她要求忘记", 4],
      ["UPDATE", "operator:eve", "she said it twice", 3],
      ["MERGE", "operator:eve", "remember", 2],
      ["ADD", "operator:eve", "remember", 1],
    ]);
    const update = entries.find((entry) => entry.event === "UPDATE");
    expect([update?.before, update?.after]).toEqual([{ importance: 0.5 }, { importance: 0.9 }]);
    expect(update?.at).toEqual(new Date(db.clock.now));
  });

  it("R271: pages through one memory's history, or a whole scope's", async () => {
    const alice = db.scope("user:alice");
    const { memory: one } = await alice.remember("One");
    const { memory: two } = await alice.remember("Two");
    for (let i = 1; i <= 6; i++) await alice.memories.update(i % 2 ? one.id : two.id, { importance: i / 10 });
    const revs = async (id?: string): Promise<number[]> =>
      (await everything(alice.memories.history(id, { limit: 2 }))).map((entry) => entry.rev);
    expect(await revs()).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await revs(one.id)).toEqual([7, 5, 3, 1]);
    expect(await revs(two.id)).toEqual([8, 6, 4, 2]);
  });

  describe("undo", () => {
    it("takes back an update, with its key and its words", async () => {
      const alice = db.scope("user:alice", { actor: "eve" });
      const { memory: before } = await alice.remember("Alice plays the violin");
      await alice.memories.update(before.id, { text: "Alice plays the cello", tags: ["音乐"] });
      db.clock.advance(DAY);
      const { memory, undone } = await alice.memories.undo(before.id, { reason: "was right" });
      expect(undone).toEqual({ rev: 2, event: "UPDATE", batch: null });
      expect(memory).toEqual({ ...before, rev: 3, updatedAt: new Date(db.clock.now) });
      expect((await alice.recall("violin")).hits.map((hit) => hit.id)).toEqual([before.id]);
      expect((await alice.recall("cello")).hits).toEqual([]);
      const [entry, edit] = (await alice.memories.history(before.id)).items;
      expect(entry).toMatchObject({ event: "UPDATE", actor: "eve", reason: "was right", undoOf: 2 });
      expect(edit).toMatchObject({ rev: 2, undoOf: null, undoneBy: 3 });
    });

    it("takes back a reinforcement, with its evidence", async () => {
      const alice = db.scope("user:alice");
      const { memory: before } = await alice.remember("Alice likes tea", { confidence: 0.6 });
      db.clock.advance(DAY);
      await alice.remember("Alice likes tea", { confidence: 1 });
      const { memory } = await alice.memories.undo(before.id);
      expect(memory).toEqual({ ...before, rev: 3, updatedAt: new Date(db.clock.now) });
      expect((await alice.memories.proof(before.id)).evidence).toHaveLength(1);
    });

    it("takes back new words under an own key", async () => {
      const alice = db.scope("user:alice");
      const { memory: before } = await alice.remember("Alice lives in Paris", { key: "city" });
      await alice.remember("Alice lives in Berlin", { key: "city" });
      expect((await alice.memories.undo(before.id)).memory).toMatchObject({
        text: "Alice lives in Paris",
        evidenceCount: 1,
      });
      expect((await alice.recall("Paris")).hits).toHaveLength(1);
    });

    it("takes back a deletion and a restoration", async () => {
      const alice = db.scope("user:alice");
      const { memory: before } = await alice.remember("爱丽丝喜欢喝茶");
      await alice.memories.delete(before.id);
      const restored = await alice.memories.undo(before.id);
      expect(restored).toMatchObject({
        memory: { status: "active", purgeAt: null },
        undone: { event: "TTL" },
      });
      expect((await alice.recall("喝茶")).hits).toHaveLength(1);

      const deleted = await alice.memories.delete(before.id);
      await alice.memories.restore(before.id);
      const { memory } = await alice.memories.undo(before.id);
      expect(memory).toMatchObject({ status: "soft_deleted", purgeAt: deleted.purgeAt });
      expect((await alice.recall("喝茶")).hits).toEqual([]);
    });

    it("takes back the revival of a forgotten claim", async () => {
      const alice = db.scope("user:alice");
      const {
        memory: { id },
      } = await alice.remember("Alice likes tea");
      await alice.forget({ id });
      await alice.remember("Alice likes tea!");
      const { memory } = await alice.memories.undo(id);
      expect(memory).toMatchObject({ status: "soft_deleted", text: "Alice likes tea", evidenceCount: 1 });
    });

    it("takes back a creation by forgetting, which can be restored", async () => {
      const alice = db.scope("user:alice");
      const { memory: before } = await alice.remember("Alice likes tea");
      const { memory, undone } = await alice.memories.undo();
      expect(undone).toEqual({ rev: 1, event: "ADD", batch: null });
      expect(memory).toMatchObject({ id: before.id, status: "soft_deleted" });
      expect(memory?.purgeAt).toEqual(new Date(db.clock.now + 30 * DAY));
      expect(await alice.memories.restore(before.id)).toMatchObject({ status: "active" });
    });

    it("with ifRev it undoes that change, and nothing else", async () => {
      const alice = db.scope("user:alice");
      const { memory: added } = await alice.remember("Alice lives in Bonn");
      const mine = await alice.memories.update(added.id, { pinned: true });
      const newer = await alice.memories.update(added.id, { importance: 0.9 });
      const error = await refused(alice.memories.undo(added.id, { ifRev: mine.rev }), "conflict");
      expect(error.details).toEqual({ rev: newer.rev });
      expect(await alice.memories.get(added.id)).toMatchObject({ pinned: true, importance: 0.9 });
      // Where the newer one is undone, it is the last again; undone itself, it is not undone twice.
      await alice.memories.undo(added.id, { ifRev: newer.rev });
      expect((await alice.memories.undo(added.id, { ifRev: mine.rev })).memory.pinned).toBe(false);
      await refused(alice.memories.undo(added.id, { ifRev: mine.rev }), "conflict");
      await refused(alice.memories.undo(undefined, { ifRev: mine.rev }), "conflict");
      expect((await alice.memories.undo(undefined, { ifRev: added.rev })).undone.event).toBe("ADD");
    });

    it("again and again, it goes further back and never takes back an undo", async () => {
      const alice = db.scope("user:alice");
      const { memory: one } = await alice.remember("One", { importance: 0.1 });
      const { memory: two } = await alice.remember("Two", { importance: 0.1 });
      await alice.memories.update(one.id, { importance: 0.2 });
      await alice.memories.update(two.id, { importance: 0.3 });
      await alice.memories.update(one.id, { importance: 0.4 });
      const undone: number[] = [];
      for (let i = 0; i < 3; i++) undone.push((await alice.memories.undo()).undone.rev);
      expect(undone).toEqual([5, 4, 3]);
      expect((await alice.memories.get(one.id))?.importance).toBe(0.1);
      expect((await alice.memories.get(two.id))?.importance).toBe(0.1);

      // A change after an undo is the newest again.
      await alice.memories.update(two.id, { importance: 0.9 });
      expect((await alice.memories.undo()).undone.rev).toBe(9);
      expect((await alice.memories.undo()).undone).toEqual({ rev: 2, event: "ADD", batch: null });
      expect((await alice.memories.undo()).undone).toEqual({ rev: 1, event: "ADD", batch: null });
      await refused(alice.memories.undo(), "nothing_to_undo");
      expect((await alice.memories.list()).items).toEqual([]);
    });

    it("of one memory leaves the others alone", async () => {
      const alice = db.scope("user:alice");
      const { memory: one } = await alice.remember("One");
      const { memory: two } = await alice.remember("Two");
      await alice.memories.update(two.id, { pinned: true });
      expect((await alice.memories.undo(one.id)).undone).toEqual({ rev: 1, event: "ADD", batch: null });
      await refused(alice.memories.undo(one.id), "nothing_to_undo");
      expect(await alice.memories.get(two.id)).toMatchObject({ pinned: true, status: "active" });
    });

    it("is refused where another memory has taken the old key meanwhile", async () => {
      const alice = db.scope("user:alice");
      const { memory: first } = await alice.remember("Alice likes tea");
      await alice.memories.update(first.id, { text: "Alice likes green tea" });
      const { memory: second } = await alice.remember("Alice likes tea");
      const error = await refused(alice.memories.undo(first.id), "conflict");
      expect(error.details).toMatchObject({ id: second.id });
      expect(await alice.memories.get(first.id)).toMatchObject({ text: "Alice likes green tea", rev: 2 });
    });

    it("finds nothing in an empty scope, an unknown memory, a purged one", async () => {
      const alice = db.scope("user:alice");
      await refused(alice.memories.undo(), "nothing_to_undo");
      await refused(alice.memories.undo("no-such-memory"), "not_found");
      const {
        memory: { id },
      } = await alice.remember("Alice likes tea");
      await alice.forget({ id }, { hard: true });
      await refused(alice.memories.undo(id), "gone");
      // An older change is not undone in its place.
      await refused(alice.memories.undo(), "gone");
    });

    it("counts the evidence that is there, also when some came while audit was off", async () => {
      const silent = await db.open({ settings: { audit: "off" } });
      const alice = db.scope("user:alice");
      const {
        memory: { id },
      } = await alice.remember("Alice likes tea");
      await alice.remember("Alice likes tea");
      await silent.scope("user:alice", { tenant: db.tenant }).remember("Alice likes tea");
      const { memory } = await alice.memories.undo(id);
      expect(memory.evidenceCount).toBe(2);
      expect((await alice.memories.proof(id)).evidence).toHaveLength(2);
    });
  });

  it("C18: a hard forget takes the words of a history that was kept before audit was turned off", async () => {
    const { memory } = await db.scope("user:alice").remember("Alice's locker code is 4711");
    const silent = await db.open({ settings: { audit: "off" } });
    await silent.scope("user:alice", { tenant: db.tenant }).forget({ id: memory.id }, { hard: true });
    const rows = await db.query("select before, after, reason, hash from history where tenant = $1", [
      db.tenant,
    ]);
    expect(rows).toEqual([{ before: null, after: null, reason: "", hash: "erased" }]);
  });

  it("C17, R198: picobot keeps no history, and says so when asked for it", async () => {
    const memoir = await db.open({ preset: "picobot" });
    const scope = memoir.scope("global", { tenant: db.tenant });
    const {
      memory: { id },
    } = await scope.remember("The stack is Rust", { key: "stack" });
    await scope.remember("The stack is Zig", { key: "stack" });
    await scope.memories.update(id, { pinned: true });
    await scope.forget({ id });
    await scope.memories.restore(id);
    await scope.forget({ id }, { hard: true });
    for (const table of ["history", "op_event"]) {
      const [row] = await db.query<{ n: number }>(`select count(*) as n from ${table} where tenant = $1`, [
        db.tenant,
      ]);
      expect([table, Number(row?.n)]).toEqual([table, 0]);
    }
    await refused(scope.memories.history(id), "audit_off");
    await refused(scope.memories.history(), "audit_off");
    await refused(scope.memories.undo(id), "audit_off");
    // C25: revisions and the ring of changes do not depend on it.
    const [stats] = (await memoir.operator(db.tenant).stats()).scopes;
    expect(stats?.rev).toBe(6);
  });
});

/** Over a server the history names the key that was used. */
describe.each(databases)("history of an engine on $name", (kind) => {
  const db = useDatabase(kind);

  it("names the agent where no actor is given, and the library where there is neither", async () => {
    await db.scope("user:alice", { agent: "planner" }).remember("One");
    await db.scope("user:alice").remember("Two");
    const { items } = await db.scope("user:alice").memories.history();
    expect(items.map((entry) => entry.actor)).toEqual(["library", "planner"]);
  });
});
