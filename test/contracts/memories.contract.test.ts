import { describe, expect, it } from "vitest";
import type { MemoryFilter, MemoryStatus } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, everything, NOTHING_FORGOTTEN, refused } from "./support/expect.ts";

describe.each(memoirs)("memories on $name", (kind) => {
  const db = useMemoir(kind);

  describe("update", () => {
    it("R48, R325: changes what is named, and every index follows", async () => {
      const alice = db.scope("user:alice", { actor: "operator" });
      const { memory: before } = await alice.remember("Alice plays the violin");
      db.clock.advance(DAY);
      const due = "2026-12-24T00:00:00Z";
      const after = await alice.memories.update(
        before.id,
        {
          text: "Alice plays the cello",
          type: "preference",
          category: "music",
          tags: ["音乐"],
          confidence: 0.7,
          importance: 0.2,
          pinned: true,
          ttlDays: 5,
          expiresAt: due,
          subject: "bob",
        },
        { reason: "misheard" },
      );
      expect(after).toEqual({
        ...before,
        text: "Alice plays the cello",
        key: "alice_plays_the_cello",
        type: "preference",
        category: "music",
        tags: ["音乐"],
        confidence: 0.7,
        importance: 0.2,
        pinned: true,
        ttlDays: 5,
        expiresAt: new Date(due),
        subject: "bob",
        // The edit is a separate source (C27).
        evidenceCount: 2,
        confirmedAt: new Date(db.clock.now),
        updatedAt: new Date(db.clock.now),
        rev: 2,
      });
      const { evidence } = await alice.memories.proof(before.id);
      expect(evidence.map(({ event }) => [event.type, event.actor, event.text])).toEqual([
        ["command", "alice", "Alice plays the violin"],
        ["edit", "operator", "Alice plays the cello"],
      ]);
      expect((await alice.recall("cello")).hits.map((hit) => hit.id)).toEqual([before.id]);
      expect((await alice.recall("violin")).hits).toEqual([]);
      const [entry] = (await alice.memories.history(before.id)).items;
      expect(entry).toMatchObject({ event: "UPDATE", actor: "operator", reason: "misheard", rev: 2 });
      expect(entry?.before).toMatchObject({ text: "Alice plays the violin", ttl_days: null });
    });

    it("a key made from the text follows it; a key of one's own stays", async () => {
      const alice = db.scope("user:alice");
      const { memory: made } = await alice.remember("Alice has a cat");
      const { memory: own } = await alice.remember("Alice has a dog", { key: "pet" });
      expect((await alice.memories.update(made.id, { text: "爱丽丝有一只猫" })).key).toBe("爱丽丝有一只猫");
      expect((await alice.memories.update(own.id, { text: "Alice has a parrot" })).key).toBe("pet");
      const { memory: again } = await alice.remember("Alice has a cat");
      expect(again.id).not.toBe(made.id);
    });

    it("R8: two memories of a scope never share a key", async () => {
      const alice = db.scope("user:alice");
      const { memory: tea } = await alice.remember("Alice likes tea");
      const { memory: coffee } = await alice.remember("Alice likes coffee");
      const error = await refused(alice.memories.update(coffee.id, { text: "Alice likes tea!" }), "conflict");
      expect(error.details).toMatchObject({ id: tea.id });
      await refused(alice.memories.update(coffee.id, { key: "alice likes tea" }), "conflict");
      expect(await alice.memories.get(coffee.id)).toEqual(coffee);
    });

    it("ifRev lets only the first of two readers write", async () => {
      const alice = db.scope("user:alice");
      const { memory: read } = await alice.remember("Alice is 30");
      await alice.memories.update(read.id, { text: "Alice is 31" }, { ifRev: read.rev });
      const error = await refused(
        alice.memories.update(read.id, { text: "Alice is 32" }, { ifRev: read.rev }),
        "conflict",
      );
      expect(error.details).toMatchObject({ rev: 2 });
      expect((await alice.memories.get(read.id))?.text).toBe("Alice is 31");
    });

    it("nothing to change takes no revision", async () => {
      const alice = db.scope("user:alice");
      const { memory } = await alice.remember("Alice is 30");
      db.clock.advance(DAY);
      expect(await alice.memories.update(memory.id, {})).toEqual(memory);
      expect(await alice.memories.update(memory.id, { text: "Alice is 30", pinned: false })).toEqual(memory);
      expect((await alice.memories.history()).items).toHaveLength(1);
    });

    it("refuses what is not there, and fields and statuses it cannot set", async () => {
      const alice = db.scope("user:alice");
      const { memory } = await alice.remember("Alice is 30");
      await refused(alice.memories.update("00000000-none", { text: "x" }), "not_found");
      await refused(alice.memories.update(memory.id, { rev: 5 } as never), "invalid_argument");
      for (const status of ["soft_deleted", "pending", "expired", "superseded", "nonsense"])
        await refused(alice.memories.update(memory.id, { status } as never), "invalid_argument");
      expect(await alice.memories.get(memory.id)).toEqual(memory);
    });
  });

  describe("delete and restore", () => {
    it("R267, R268: a deleted memory leaves every read and can be restored for 30 days", async () => {
      const alice = db.scope("user:alice");
      const { memory } = await alice.remember("爱丽丝喜欢爵士乐", { category: "preference" });
      db.clock.advance(DAY);
      const {
        restored: _,
        replaced: __,
        ...deleted
      } = await alice.memories.delete(memory.id, {
        reason: "asked",
      });
      expect(deleted).toMatchObject({ status: "soft_deleted", purgeAt: new Date(db.clock.now + 30 * DAY) });
      expect((await alice.memories.list()).items).toEqual([]);
      expect((await alice.recall("爵士")).hits).toEqual([]);
      expect((await alice.memories.list({ status: ["soft_deleted"] })).items).toEqual([deleted]);

      db.clock.advance(100 * DAY);
      const restored = await alice.memories.restore(memory.id);
      expect(restored).toMatchObject({ id: memory.id, status: "active", purgeAt: null });
      // The TTL starts again, or it would expire at once.
      expect(restored.confirmedAt).toEqual(new Date(db.clock.now));
      expect((await alice.recall("爵士")).hits).toHaveLength(1);
      expect((await alice.memories.history(memory.id)).items.map((entry) => entry.event)).toEqual([
        "RESTORE",
        "TTL",
        "ADD",
      ]);
    });

    it("deleting twice is one change; deleting what is not there is an error", async () => {
      const alice = db.scope("user:alice");
      const { memory } = await alice.remember("Alice likes jazz");
      const deleted = await alice.memories.delete(memory.id);
      expect(await alice.memories.delete(memory.id)).toEqual(deleted);
      await refused(alice.memories.delete("nothing"), "not_found");
      await refused(db.scope("user:bob").memories.delete(memory.id), "not_found");
    });

    it("C31: what was purged is gone, and says so", async () => {
      const alice = db.scope("user:alice");
      const { memory } = await alice.remember("Alice likes jazz");
      await alice.memories.delete(memory.id, { hard: true });
      expect(await alice.memories.get(memory.id)).toBeNull();
      await refused(alice.memories.restore(memory.id), "gone");
      await refused(alice.memories.update(memory.id, { text: "x" }), "gone");
      await refused(alice.memories.delete(memory.id), "gone");
      await refused(alice.memories.restore("never-was"), "not_found");
      await refused(alice.memories.proof(memory.id), "not_found");
    });

    it("an overdue end does not end a restored memory again", async () => {
      const alice = db.scope("user:alice");
      const { memory } = await alice.remember("Call the dentist", { expiresAt: db.clock.now + DAY });
      db.clock.advance(2 * DAY);
      expect((await alice.recall("dentist")).hits).toEqual([]);
      expect((await alice.memories.restore(memory.id)).expiresAt).toBeNull();
      expect((await alice.recall("dentist")).hits).toHaveLength(1);
    });
  });

  describe("forget", () => {
    it("R221: by id and by key; what is not there is not found, without an error", async () => {
      const alice = db.scope("user:alice");
      const { memory: tea } = await alice.remember("Alice likes tea");
      await alice.remember("Alice drinks coffee", { key: "Morning drink" });
      expect(await alice.forget({ id: tea.shortId })).toMatchObject({
        found: true,
        memories: [{ id: tea.id, status: "soft_deleted" }],
      });
      expect(await alice.forget({ id: tea.id })).toEqual(NOTHING_FORGOTTEN);
      expect(await alice.forget({ key: "morning DRINK!" })).toMatchObject({ found: true });
      expect(await alice.forget({ key: "no such key" })).toEqual(NOTHING_FORGOTTEN);
      expect((await alice.memories.list()).items).toEqual([]);
    });

    it("R93: by what it is about: every word must be there; a dry run changes nothing", async () => {
      const alice = db.scope("user:alice");
      await alice.remember("Alice is allergic to nuts");
      await alice.remember("Alice is allergic to pollen");
      await alice.remember("爱丽丝对芒果过敏");
      const dry = await alice.forget({ about: "allergic nut", dryRun: true });
      expect(dry.memories.map((memory) => [memory.text, memory.status])).toEqual([
        ["Alice is allergic to nuts", "active"],
      ]);
      expect((await alice.memories.list()).items).toHaveLength(3);
      expect((await alice.forget({ about: "Alice allergic" })).memories).toHaveLength(2);
      expect((await alice.forget({ about: "芒果" })).memories.map((memory) => memory.text)).toEqual([
        "爱丽丝对芒果过敏",
      ]);
      expect(await alice.forget({ about: "芒果" })).toEqual(NOTHING_FORGOTTEN);
      await refused(alice.forget({ about: "the of" }), "invalid_argument");
    });

    // A thousand commits take a while on PostgreSQL, and what is tested is the same there.
    if (kind.engine === "sqlite") {
      it("is not cut short by a thousand that share a word", async () => {
        const memoir = await db.open({ settings: { writePolicy: { maxWritesPerHour: 2_000 } } });
        const alice = memoir.scope("user:alice", { tenant: db.tenant });
        await alice.remember("Alice owns a unicycle");
        await Promise.all(Array.from({ length: 1_100 }, (_, i) => alice.remember(`Alice saw bird ${i}`)));
        const { memories } = await alice.forget({ about: "Alice unicycle", dryRun: true });
        expect(memories.map((memory) => memory.text)).toEqual(["Alice owns a unicycle"]);
        expect((await alice.forget({ about: "Alice bird" })).memories).toHaveLength(1_100);
        expect((await alice.memories.list()).items).toHaveLength(1);
      });
    }
  });

  describe("ids", () => {
    it("R316: six characters are enough, in any call", async () => {
      const alice = db.scope("user:alice");
      const { memory } = await alice.remember("Alice likes tea");
      expect(memory.shortId).toBe(memory.id.slice(0, 6));
      expect((await alice.memories.get(memory.shortId))?.id).toBe(memory.id);
      expect((await alice.memories.get(memory.id.slice(0, 20)))?.id).toBe(memory.id);
      expect(await alice.memories.get(memory.id.slice(0, 5))).toBeNull();
      expect((await alice.memories.update(memory.shortId, { pinned: true })).id).toBe(memory.id);
      expect((await alice.memories.proof(memory.shortId)).memory.id).toBe(memory.id);
      expect((await alice.memories.history(memory.shortId)).items).toHaveLength(2);
      expect((await alice.memories.undo(memory.shortId)).memory.id).toBe(memory.id);
      expect((await alice.memories.delete(memory.shortId)).id).toBe(memory.id);
      expect((await alice.memories.restore(memory.shortId)).id).toBe(memory.id);
    });

    it("R316: a beginning that names two memories is refused, a whole id is not", async () => {
      const alice = db.scope("user:alice");
      const made = [
        (await alice.remember("A red kite")).memory,
        (await alice.remember("An old clock")).memory,
      ];
      const twins = ["aaaaaa11-0000", "aaaaaa22-0000"];
      for (const [i, id] of twins.entries()) {
        for (const [table, column] of [
          ["memory", "id"],
          ["evidence", "memory"],
          ["validity", "memory"],
          ["history", "memory"],
          ["change_log", "memory"],
          ["op_event", "memory"],
        ])
          await db.query(`update ${table} set ${column} = $1 where ${column} = $2`, [id, made[i]!.id]);
      }
      await refused(alice.memories.get("aaaaaa"), "invalid_argument");
      await refused(alice.memories.delete("aaaaaa"), "invalid_argument");
      await refused(alice.forget({ id: "aaaaaa" }), "invalid_argument");
      expect((await alice.memories.get("aaaaaa1"))?.id).toBe("aaaaaa11-0000");
      expect((await alice.memories.get("aaaaaa22-0000"))?.id).toBe("aaaaaa22-0000");
      expect(await alice.memories.get("aaaaa%")).toBeNull();
    });
  });

  describe("list", () => {
    it("R52, R266: applies each filter in the store", async () => {
      const owner = db.scope("user:alice", { agent: "planner" });
      const other = db.scope("user:alice", { agent: "stylist" });
      await owner.remember("A", { category: "todo", confidence: 0.9, importance: 0.9, run: "r1" });
      await owner.remember("B", { category: "tone", pinned: true, author: "bob", session: "s2" });
      db.clock.advance(DAY);
      const { memory: c } = await other.remember("C", { subject: "carol", importance: 0.1, confidence: 0.3 });
      const { memory: d } = await other.remember("D");
      await other.memories.update(c.id, { status: "archived" });
      await other.memories.delete(d.id);

      const start = db.clock.now - DAY;
      const cases: [MemoryFilter, string[]][] = [
        [{}, ["C", "B", "A"]],
        [{ status: ["active"] }, ["B", "A"]],
        [{ status: ["archived", "soft_deleted"] }, ["D", "C"]],
        [{ status: [] }, []],
        [{ type: "task_state" }, ["A"]],
        [{ kind: "semantic" }, ["C", "B", "A"]],
        [{ kind: "insight" }, []],
        [{ category: "tone" }, ["B"]],
        [{ category: "TONE" }, []],
        [{ minConfidence: 0.5 }, ["B", "A"]],
        [{ importanceMin: 0.5 }, ["B", "A"]],
        [{ importanceMax: 0.5 }, ["C", "B"]],
        [{ importanceMin: 0.2, importanceMax: 0.6 }, ["B"]],
        [{ pinned: true }, ["B"]],
        [{ pinned: false }, ["C", "A"]],
        [{ user: "alice" }, ["C", "B", "A"]],
        [{ user: "bob" }, []],
        [{ agent: "planner" }, ["B", "A"]],
        [{ run: "r1" }, ["A"]],
        [{ actor: "bob" }, ["B"]],
        [{ subject: "carol" }, ["C"]],
        [{ role: "user" }, ["C", "B", "A"]],
        [{ role: "assistant" }, []],
        [{ session: "s2" }, ["B"]],
        [{ updatedAfter: start }, ["C"]],
        [{ updatedBefore: start + 1 }, ["B", "A"]],
        [{ agent: "planner", pinned: true, category: "tone", role: "user" }, ["B"]],
      ];
      for (const [filter, expected] of cases) {
        const { items } = await owner.memories.list(filter);
        expect([filter, items.map((memory) => memory.text)]).toEqual([filter, expected]);
      }
    });

    it("shows every status but the forgotten ones unless asked", async () => {
      const alice = db.scope("user:alice");
      for (const status of ["active", "disabled", "archived", "shadow"] as const) {
        const { memory } = await alice.remember(`A ${status} one`);
        await alice.memories.update(memory.id, { status });
      }
      await alice.memories.delete((await alice.remember("A forgotten one")).memory.id);
      const statuses = (items: readonly { status: MemoryStatus }[]): string[] =>
        items.map((memory) => memory.status);
      expect(statuses((await alice.memories.list()).items)).toEqual([
        "shadow",
        "archived",
        "disabled",
        "active",
      ]);
      expect(statuses((await alice.memories.list({ status: ["soft_deleted"] })).items)).toEqual([
        "soft_deleted",
      ]);
    });

    it("R303, R322: what time has ended reads as expired everywhere, before any sweep", async () => {
      const alice = db.scope("user:alice");
      const {
        memory: { id },
      } = await alice.remember("Buy tea", { category: "todo" });
      await alice.remember("Alice likes tea");
      const listed = async (status: MemoryStatus): Promise<string[]> =>
        (await alice.memories.list({ status: [status] })).items.map((memory) => memory.text);
      expect([await listed("active"), await listed("expired")]).toEqual([["Alice likes tea", "Buy tea"], []]);
      db.clock.advance(30 * DAY);
      expect([await listed("active"), await listed("expired")]).toEqual([["Alice likes tea"], ["Buy tea"]]);
      expect((await alice.memories.get(id))?.status).toBe("expired");
      expect((await alice.memories.proof(id)).memory.status).toBe("expired");
      const [stats] = (await db.memoir.operator(db.tenant).stats()).scopes;
      expect(stats?.byStatus).toEqual({ active: 1, expired: 1 });
      expect((await alice.memories.update(id, { ttlDays: null })).status).toBe("active");
    });

    it("a walk over the pages shows each memory once while others are added and changed", async () => {
      const alice = db.scope("user:alice");
      const made: string[] = [];
      for (let i = 0; i < 12; i++) made.unshift((await alice.remember(`Claim ${i}`)).memory.id);
      const seen: string[] = [];
      for await (const memory of await alice.memories.list({ limit: 5 })) {
        seen.push(memory.id);
        await alice.remember(`Added while at ${seen.length}`);
        await alice.memories.update(made.at(-1)!, { importance: seen.length / 100 });
      }
      expect(seen).toEqual(made);
    });

    it("pages end with null and refuse a cursor that is not one", async () => {
      const alice = db.scope("user:alice");
      for (let i = 0; i < 3; i++) await alice.remember(`Claim ${i}`);
      const first = await alice.memories.list({ limit: 2 });
      expect(first.items).toHaveLength(2);
      const rest = await alice.memories.list({ limit: 2, cursor: first.next ?? "" });
      expect([rest.items.length, rest.next]).toEqual([1, null]);
      expect(await everything(first)).toHaveLength(3);
      await refused(alice.memories.list({ cursor: "'" }), "invalid_argument");
      await refused(alice.memories.list({ limit: 0 }), "invalid_argument");
    });
  });
});
