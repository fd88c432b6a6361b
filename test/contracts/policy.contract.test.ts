import { describe, expect, it } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { policyFor } from "../../src/store/tables/policies.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { refused } from "./support/expect.ts";

describe.each(databases)("policies on $name", (kind) => {
  const db = useDatabase(kind);

  it("R53: version 0 is what the engine was opened with", async () => {
    const memoir = await db.open({ settings: { writePolicy: { maxWritesPerHour: 7 } } });
    const { policy } = memoir.operator(db.tenant);
    const { writePolicy, readPolicy } = memoir.settings;
    expect(await policy.current()).toEqual({
      version: 0,
      active: true,
      actor: null,
      reason: null,
      createdAt: null,
      writePolicy,
      readPolicy,
    });
    expect(await policy.versions()).toHaveLength(1);
    expect(writePolicy.maxWritesPerHour).toBe(7);
  });

  it("R54: a patch makes a version that is whole, with who, why and when", async () => {
    const { policy } = db.memoir.operator(db.tenant);
    const first = await policy.set(
      { writePolicy: { mode: "manual", requireApprovalTypes: ["constraint"] } },
      { reason: "审核所有写入", actor: "ann" },
    );
    expect(first).toMatchObject({ version: 1, active: true, actor: "ann", reason: "审核所有写入" });
    expect(first.createdAt).toEqual(new Date(db.clock.now));
    expect(first.writePolicy).toEqual({
      ...db.memoir.settings.writePolicy,
      mode: "manual",
      requireApprovalTypes: ["constraint"],
    });
    db.clock.advance(1_000);
    const second = await policy.set({
      readPolicy: { maxItems: 3 },
      writePolicy: { requireApprovalTypes: [] },
    });
    expect(second).toMatchObject({ version: 2, actor: "operator", reason: "set" });
    expect([second.writePolicy.mode, second.writePolicy.requireApprovalTypes]).toEqual(["manual", []]);
    expect((await policy.versions()).map(({ version, active }) => [version, active])).toEqual([
      [2, true],
      [1, false],
      [0, false],
    ]);
    // The old one is as it was.
    expect((await policy.versions())[1]).toEqual({ ...first, active: false });
  });

  it("what changes nothing is no version", async () => {
    const { policy } = db.memoir.operator(db.tenant);
    expect(await policy.set({})).toMatchObject({ version: 0 });
    expect(await policy.set({ writePolicy: { mode: "auto" } })).toMatchObject({ version: 0 });
    expect(await policy.set({ writePolicy: { mode: "shadow" } })).toMatchObject({ version: 1 });
    expect(await policy.set({ writePolicy: { mode: "shadow" } })).toMatchObject({ version: 1 });
    expect(await policy.rollback(1)).toMatchObject({ version: 1 });
  });

  it("R54: a change that names the version it was made for is refused when another is in force", async () => {
    const { policy } = db.memoir.operator(db.tenant);
    await policy.set({ readPolicy: { maxItems: 3 } }, { ifVersion: 0 });
    const late = await refused(policy.set({ readPolicy: { maxItems: 4 } }, { ifVersion: 0 }), "conflict");
    expect(late.details).toEqual({ version: 1 });
    await refused(policy.rollback(0, { ifVersion: 7 }), "conflict");
    expect(await policy.current()).toMatchObject({ version: 1, readPolicy: { maxItems: 3 } });
    expect(await policy.rollback(0, { ifVersion: 1 })).toMatchObject({ version: 2 });
  });

  it("R37: a rollback is a new version that is as an old one was, or as the engine was opened", async () => {
    const { policy } = db.memoir.operator(db.tenant);
    await policy.set({ writePolicy: { mode: "shadow" } });
    await policy.set({ writePolicy: { mode: "manual", minConfidence: 0.9 } });
    expect(await policy.diff(1, 2)).toEqual([
      { path: "writePolicy.mode", from: "shadow", to: "manual" },
      { path: "writePolicy.minConfidence", from: 0.6, to: 0.9 },
    ]);
    const back = await policy.rollback(1, { actor: "ann" });
    expect(back).toMatchObject({ version: 3, actor: "ann", reason: "rollback to 1" });
    expect(await policy.diff(1, 3)).toEqual([]);
    expect(await policy.rollback(0, { reason: "start over" })).toMatchObject({
      version: 4,
      reason: "start over",
    });
    expect(await policy.diff(0, 4)).toEqual([]);
    // From there on it follows what an engine is opened with.
    const other = await db.open({ settings: { writePolicy: { maxWritesPerHour: 1 } } });
    const seen = await other.operator(db.tenant).policy.current();
    expect([seen.version, seen.writePolicy.maxWritesPerHour]).toEqual([4, 1]);
    await refused(policy.rollback(9), "not_found");
    await refused(policy.diff(0, 9), "not_found");
  });

  it("holds for every engine on the database at its next look, and for no other tenant", async () => {
    const other = await db.open();
    const elsewhere = await openStore({ database: db.database });
    try {
      await db.memoir.operator(db.tenant).policy.set({ writePolicy: { mode: "manual" } });
      expect((await other.operator(db.tenant).policy.current()).writePolicy.mode).toBe("manual");
      const inForce = await policyFor(elsewhere.read, { tenant: db.tenant }, other.settings);
      expect([inForce.version, inForce.writePolicy.mode]).toEqual([1, "manual"]);
      expect(Object.keys(inForce).sort()).toEqual(["readPolicy", "version", "writePolicy"]);
      const neighbour = await other.operator(`${db.tenant}-other`).policy.current();
      expect([neighbour.version, neighbour.writePolicy.mode]).toEqual([0, "auto"]);
    } finally {
      await elsewhere.close();
    }
  });

  it("R37: remember() goes by the newest version, in every engine, and says so in its decision", async () => {
    const other = await db.open();
    const alice = other.scope("user:alice", { tenant: db.tenant });
    const { policy } = db.memoir.operator(db.tenant);
    expect((await alice.remember("Alice likes tea")).memory.status).toBe("active");
    await policy.set({ writePolicy: { mode: "manual" } });
    expect((await alice.remember("爱丽丝喜欢爵士乐", { key: "music" })).memory.status).toBe("pending");
    await policy.set({ writePolicy: { mode: "auto", allowedTypes: ["profile"] } });
    const pets = alice.remember("Alice bought a dog", { type: "episode" });
    expect((await refused(pets, "invalid_argument")).message).toContain("allowedTypes");
    await policy.set({ writePolicy: { enable: false } });
    await refused(alice.remember("Alice is tall"), "writes_disabled");
    await policy.rollback(0);
    expect((await alice.remember("Alice bought a dog", { type: "episode" })).memory.status).toBe("active");
    const decisions = (await alice.memories.decisions()).items;
    expect(decisions.map(({ outcome, policy, reason }) => [outcome, policy, reason])).toEqual([
      ["create", 4, "nothing like it is known"],
      ["create", 1, "asked to remember; its key is new; every write waits for approval"],
      ["create", 0, "nothing like it is known"],
    ]);
    expect(decisions[1]).toMatchObject({ stage: "persist", memoryId: expect.any(String) });
  });

  it("R37: recall, query and tools go by the newest version, in every engine, at the next call", async () => {
    // Related lines come on top of the items that are counted here.
    const other = await db.open({
      preset: "supervisor",
      settings: { allowlists: {}, relations: { enable: false } },
    });
    const alice = other.scope("user:alice", { tenant: db.tenant });
    const { policy } = db.memoir.operator(db.tenant);
    for (const text of ["Alice likes tea", "Alice likes jazz", "爱丽丝喜欢绿茶", "Alice likes rain"])
      await alice.remember(text, { category: "preferences" });
    const counts = async (): Promise<number[]> => {
      const { hits } = await alice.recall("*");
      const bullets = await alice.query({ query: "*" });
      return [hits.length, bullets.length];
    };
    expect(await counts()).toEqual([3, 3]);
    await policy.set({ readPolicy: { maxItems: 2 } });
    expect(await counts()).toEqual([2, 2]);
    await policy.set({ readPolicy: { maxItems: 1 } });
    // The next reader sees it first, whoever that is.
    expect(JSON.parse(await alice.tools()[0]!.execute({ query: "*" }))).toHaveLength(1);
    expect(await counts()).toEqual([1, 1]);
    await policy.set({ readPolicy: { enable: false } });
    expect((await alice.recall("*")).degraded).toMatchObject({ reason: "disabled" });
    expect(await counts()).toEqual([0, 0]);
    await policy.rollback(0);
    expect(await counts()).toEqual([3, 3]);
    // A neighbour's policy is not ours.
    await db.memoir.operator(`${db.tenant}-other`).policy.set({ readPolicy: { maxItems: 1 } });
    expect(await counts()).toEqual([3, 3]);
  });

  it("loses no patch when several are set at once", async () => {
    const others = [db.memoir, await db.open(), await db.open()];
    await Promise.all(
      Array.from({ length: 9 }, (_, i) => {
        const { policy } = others[i % 3]!.operator(db.tenant);
        return i % 2 === 0
          ? policy.set({ writePolicy: { maxWritesPerHour: 100 + i } })
          : policy.set({ readPolicy: { maxItems: 100 + i } });
      }),
    );
    const versions = await db.memoir.operator(db.tenant).policy.versions();
    expect(versions.map(({ version }) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(versions[0]!.writePolicy.maxWritesPerHour).toBeGreaterThanOrEqual(100);
    expect(versions[0]!.readPolicy.maxItems).toBeGreaterThanOrEqual(100);
  });

  it("R54, R70: refuses what is no policy, and everything while the tenant is read-only", async () => {
    const operator = db.memoir.operator(db.tenant);
    const bad = (value: unknown): never => value as never;
    await refused(operator.policy.set({ writePolicy: { mode: bad("loud") } }), "invalid_settings");
    await refused(operator.policy.set(bad({ enable: false })), "invalid_settings");
    await refused(operator.policy.set(bad("auto")), "invalid_settings");
    await refused(operator.policy.rollback(bad("1")), "invalid_argument");
    await operator.readOnly(true);
    await refused(operator.policy.set({ writePolicy: { mode: "manual" } }), "read_only");
    await refused(operator.policy.rollback(0), "read_only");
    expect(await operator.policy.current()).toMatchObject({ version: 0 });
  });
});
