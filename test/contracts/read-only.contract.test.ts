import { describe, expect, it } from "vitest";
import type { Memoir, MemoirErrorCode } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { refused } from "./support/expect.ts";

interface Known {
  active: string;
  forgotten: string;
}

describe.each(memoirs)("read-only on $name", (kind) => {
  const db = useMemoir(kind);

  const prepare = async (): Promise<Known> => {
    const alice = db.scope("user:alice");
    const { memory: active } = await alice.remember("Alice likes tea");
    const { memory: forgotten } = await alice.remember("Alice likes jazz");
    await alice.forget({ id: forgotten.id });
    await alice.observe([{ id: "m1", text: "hello" }]);
    await db.memoir.operator(db.tenant).identities.set({ account: "discord:1", person: "alice", name: "Al" });
    return { active: active.id, forgotten: forgotten.id };
  };

  const expectRefusedWrites = async (
    memoir: Memoir,
    known: Known,
    code: MemoirErrorCode,
    { identities }: { identities: boolean },
  ): Promise<void> => {
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const operator = memoir.operator(db.tenant);
    await refused(alice.observe([{ text: "more" }]), code);
    await refused(alice.remember("Alice likes rain"), code);
    await refused(alice.remember("Alice likes tea"), code);
    await refused(alice.memories.update(known.active, { pinned: true }), code);
    await refused(alice.forget({ id: known.active }), code);
    await refused(alice.forget({ about: "tea" }, { hard: true }), code);
    await refused(alice.memories.delete(known.active), code);
    await refused(alice.memories.delete(known.active, { hard: true }), code);
    await refused(alice.memories.restore(known.forgotten), code);
    await refused(alice.memories.approve(known.active), code);
    await refused(alice.memories.reject(known.active), code);
    await refused(alice.memories.undo(), code);
    await refused(alice.memories.undo(known.active), code);
    if (!identities) return;
    await refused(operator.identities.set({ account: "discord:2", person: "bob" }), code);
    await refused(operator.identities.remove("discord:1"), code);
  };

  const expectReads = async (memoir: Memoir, known: Known): Promise<void> => {
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    expect((await alice.recall("tea")).hits.map((hit) => hit.id)).toEqual([known.active]);
    expect((await alice.memories.list()).items).toHaveLength(1);
    expect((await alice.memories.history()).items).toHaveLength(3);
    expect((await alice.events.get("m1"))?.text).toBe("hello");
    expect((await alice.memories.proof(known.active)).evidence).toHaveLength(1);
    expect(await alice.forget({ about: "tea", dryRun: true })).toMatchObject({ found: true });
    expect((await memoir.names(["discord:1"], { tenant: db.tenant })).get("discord:1")).toBe("Al");
    expect((await memoir.operator(db.tenant).stats()).totals).toMatchObject({ memories: 2 });
  };

  it("R66, R70: the flag in the settings stops every write of that engine, and no read", async () => {
    const known = await prepare();
    const memoir = await db.open({ settings: { emergencyReadOnly: true } });
    await expectRefusedWrites(memoir, known, "read_only", { identities: true });
    await refused(memoir.operator(db.tenant).readOnly(false), "read_only");
    await refused(memoir.operator(db.tenant).scopeWrites("user:alice", true), "read_only");
    await expectReads(memoir, known);
    await db.scope("user:alice").remember("Another engine still writes");
  });

  it("R70: the operator's switch stops every write of the tenant, in every engine, at once", async () => {
    const known = await prepare();
    const other = await db.open();
    const operator = db.memoir.operator(db.tenant);
    expect(await operator.readOnly(true)).toBe(true);
    expect(await other.operator(db.tenant).readOnly()).toBe(true);
    expect((await other.operator(db.tenant).stats()).readOnly).toBe(true);
    for (const memoir of [db.memoir, other]) {
      await expectRefusedWrites(memoir, known, "read_only", { identities: true });
      await expectReads(memoir, known);
    }
    await refused(other.scope("user:new", { tenant: db.tenant }).remember("x"), "read_only");
    await other.scope("user:alice", { tenant: `${db.tenant}-other` }).remember("Other tenants go on");

    expect(await other.operator(db.tenant).readOnly(false)).toBe(false);
    await db.scope("user:alice").remember("Alice likes rain");
    const stats = await operator.stats();
    expect(stats.scopes.map((scope) => [scope.scope, scope.rev])).toEqual([["user:alice", 4]]);
  });

  it("R67: one scope's switch stops its writes alone", async () => {
    const known = await prepare();
    const other = await db.open();
    const operator = db.memoir.operator(db.tenant);
    await operator.scopeWrites("user:alice", false);
    for (const memoir of [db.memoir, other]) {
      await expectRefusedWrites(memoir, known, "writes_disabled", { identities: false });
      await expectReads(memoir, known);
    }
    await db.scope("user:bob").remember("Bob goes on");
    expect((await operator.stats()).scopes.map(({ scope, writes }) => [scope, writes])).toEqual([
      ["user:alice", false],
      ["user:bob", true],
    ]);
    await other.operator(db.tenant).scopeWrites({ kind: "user", id: "alice" }, true);
    await db.scope("user:alice").remember("Alice likes rain");
  });

  it("R67: a scope can be closed before anything is in it", async () => {
    await db.memoir.operator(db.tenant).scopeWrites("group:spam", false);
    await refused(db.scope("group:spam").observe([{ text: "buy now" }]), "writes_disabled");
    expect(await db.scope("group:spam").observe([])).toEqual({
      recorded: 0,
      duplicates: 0,
      redacted: 0,
      seq: 0,
    });
  });

  it("R67: a scope that the settings close takes no writes of that engine, whatever the switch says", async () => {
    const known = await prepare();
    const closed = await db.open({ settings: { closedScopes: ["user:alice", "global"] } });
    await expectRefusedWrites(closed, known, "writes_disabled", { identities: false });
    await expectReads(closed, known);
    const operator = closed.operator(db.tenant);
    await operator.scopeWrites("user:alice", true);
    await refused(
      closed.scope("user:alice", { tenant: db.tenant }).observe([{ text: "more" }]),
      "writes_disabled",
    );
    await refused(
      closed.scope("global", { tenant: db.tenant }).remember("The office closes at six"),
      "writes_disabled",
    );
    await closed.scope("user:bob", { tenant: db.tenant }).remember("Bob goes on");
    expect((await operator.stats()).scopes.map(({ scope, writes }) => [scope, writes])).toEqual([
      ["user:alice", false],
      ["user:bob", true],
    ]);
    await db.scope("user:alice").remember("Another engine still writes");
    await db.work(closed);
  });

  it("R67: a closed scope's memories age and are erased in time", async () => {
    const alice = db.scope("user:alice");
    const { memory } = await alice.remember("Alice parks on level three", {
      expiresAt: new Date(db.clock.now + 1_000),
    });
    const { memory: gone } = await alice.remember("Alice likes jazz");
    await alice.forget({ id: gone.id });
    const closed = await db.open({ settings: { closedScopes: ["user:alice"] } });
    db.clock.advance(40 * 86_400_000);
    await closed.operator(db.tenant).upkeep.run("sweep");
    await closed.operator(db.tenant).upkeep.run("purge");
    expect((await alice.memories.get(memory.id))?.status).toBe("expired");
    expect(await alice.memories.get(gone.id)).toBeNull();
  });

  it("R57: with the master switch off nothing is written, and observing is no error", async () => {
    const off = await db.open({ settings: { enable: false } });
    const alice = off.scope("user:alice", { tenant: db.tenant });
    expect(await alice.observe([{ text: "hello" }])).toEqual({
      recorded: 0,
      duplicates: 0,
      redacted: 0,
      seq: 0,
    });
    await refused(alice.remember("Alice likes tea"), "writes_disabled");
    expect((await off.operator(db.tenant).stats()).scopes).toEqual([]);
  });
});
