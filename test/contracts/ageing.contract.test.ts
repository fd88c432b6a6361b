import { describe, expect, it } from "vitest";
import type { MemoirEngine, MemoirOptions, ScopeHandle } from "../../src/index.ts";
import { anyDatabase, useDatabase } from "../support/databases.ts";
import { DAY, everything, refused } from "./support/expect.ts";
import { stateOf } from "./support/state.ts";

describe.each(anyDatabase)("ageing on $name", (kind) => {
  const db = useDatabase(kind);
  /** Another engine on the test's tenant. */
  const opened = async (
    options: MemoirOptions,
  ): Promise<{ memoir: MemoirEngine; alice: ScopeHandle; upkeep: Upkeep }> => {
    const memoir = await db.open(options);
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    return { memoir, alice, upkeep: memoir.operator(db.tenant).upkeep };
  };
  type Upkeep = ReturnType<MemoirEngine["operator"]>["upkeep"];
  const statusOf = async (scope: ScopeHandle, id: string) => (await scope.memories.get(id))?.status;
  const storedStatus = async (id: string) =>
    (
      await db.query("select status, aged_from from memory where tenant = $1 and id = $2", [db.tenant, id])
    )[0];

  it("R44, R303: a sweep writes down what expired, when it was due, once", async () => {
    const { alice, upkeep, memoir } = await opened({
      preset: "astrbot",
      settings: { writePolicy: { mode: "auto" } },
    });
    const { memory } = await alice.remember("Alice likes tea", { type: "preference" });
    const { memory: plan } = await alice.remember("Alice repairs the roof", {
      type: "task_state",
      expiresAt: new Date(db.clock.now + 3 * DAY),
    });
    const due = db.clock.now + 90 * DAY;
    const ended = new Date(db.clock.now + 3 * DAY);
    db.clock.advance(95.5 * DAY);
    expect(await statusOf(alice, memory.id)).toBe("expired");
    expect(await storedStatus(memory.id)).toEqual({ status: "active", aged_from: null });
    const dry = await upkeep.run("sweep", { dryRun: true });
    const { run, changes, counts } = await upkeep.run("sweep");
    expect(changes).toEqual(dry.changes);
    expect(counts).toMatchObject({ expired: 2 });
    expect(changes).toContainEqual({
      ...{ action: "expire", scope: "user:alice", memoryId: memory.id, text: "Alice likes tea" },
      ...{ detail: "active → expired", at: new Date(due) },
    });
    expect(await storedStatus(memory.id)).toEqual({ status: "expired", aged_from: "active" });
    const [last, ...earlier] = (await alice.memories.history(memory.id)).items;
    expect(last).toMatchObject({ event: "TTL", at: new Date(due), batch: run!.id, actor: "memoir" });
    expect(earlier).toHaveLength(1);
    // R156: what has a date ends with it.
    expect((await alice.memories.history(plan.id)).items[0]).toMatchObject({ event: "TTL", at: ended });
    const told: unknown[] = [];
    for await (const { event, memoryId, at, batch } of memoir.changes({
      tenant: db.tenant,
      since: "start",
    })) {
      told.push({ event, memoryId, at, batch });
      if (told.length === 4) break;
    }
    expect(told.slice(2)).toEqual([
      { event: "soft_deleted", memoryId: plan.id, at: ended, batch: run!.id },
      { event: "soft_deleted", memoryId: memory.id, at: new Date(due), batch: run!.id },
    ]);
    const now = await alice.memories.get(memory.id);
    expect(now).toMatchObject({ confirmedAt: memory.confirmedAt, updatedAt: new Date(due), purgeAt: null });
    expect((await upkeep.run("sweep")).changes).toEqual([]);
    // R330: said again, it lives on the same row.
    await alice.remember("Alice likes tea", { type: "preference" });
    expect(await storedStatus(memory.id)).toEqual({ status: "active", aged_from: null });
  });

  it("R140, R141, R179, R180, R191, C7: strength archives below 0.2 and removes below 0.05", async () => {
    const { alice, upkeep } = await opened({ preset: "everbot" });
    const { memory } = await alice.remember("Alice uses vim for Zettelkasten notes", { importance: 0.6 });
    const { memory: pinned } = await alice.remember("Alice was born in Rome", {
      importance: 0.6,
      pinned: true,
    });
    const recalled = (query: string) =>
      alice
        .tools()
        .find(({ name }) => name === "recall_memory")!
        .execute({ query });
    const start = db.clock.now;
    const at = async (day: number): Promise<string | undefined> => {
      db.clock.now = start + day * DAY;
      return statusOf(alice, memory.id);
    };
    // 0.6 × 0.99^109 = 0.2006, × 0.99^110 = 0.1986; the first seven days do not count.
    expect([await at(116), await at(117)]).toEqual(["active", "archived"]);
    await upkeep.run("sweep");
    expect(await storedStatus(memory.id)).toEqual({ status: "archived", aged_from: "active" });
    expect((await alice.memories.history(memory.id)).items[0]).toMatchObject({
      event: "UPDATE",
      at: new Date(start + 117 * DAY),
    });
    expect((await alice.recall("vim")).toPrompt()).not.toContain("vim");
    const asked = await recalled("vim Zettelkasten");
    expect(JSON.stringify(asked)).toContain("archived");
    // 0.6 × 0.99^247 = 0.0501, × 0.99^248 = 0.0496.
    expect([await at(254), await at(255)]).toEqual(["archived", "soft_deleted"]);
    expect(JSON.stringify(await recalled("vim"))).not.toContain("vim for");
    const { run, counts } = await upkeep.run("sweep");
    expect(counts).toMatchObject({ removed: 1, rows: 1 });
    expect(await alice.memories.get(memory.id)).toMatchObject({
      status: "soft_deleted",
      purgeAt: new Date(start + (255 + 30) * DAY),
    });
    expect(await statusOf(alice, pinned.id)).toBe("active");
    // Undone, it is alive and stays so.
    expect(await upkeep.undo(run!.id)).toEqual({ run: run!.id, scopes: ["user:alice"], undone: 1 });
    expect(await statusOf(alice, memory.id)).toBe("active");
    expect((await upkeep.run("sweep")).changes).toEqual([]);
    // Restored, too.
    db.clock.advance(300 * DAY);
    await upkeep.run("sweep");
    expect(await statusOf(alice, memory.id)).toBe("soft_deleted");
    await alice.memories.restore(memory.id);
    expect(await statusOf(alice, memory.id)).toBe("active");
    // Purged, it is gone for good.
    db.clock.advance(400 * DAY);
    await upkeep.run("sweep");
    db.clock.advance(31 * DAY);
    await upkeep.run("purge");
    expect((await refused(alice.memories.restore(memory.id), "gone")).message).toContain("was purged");
  });

  it("R181: new, hit, decayed and deleted at once are each right", async () => {
    const { alice, upkeep } = await opened({ preset: "everbot" });
    const say = async (text: string, importance: number) =>
      (await alice.remember(text, { importance })).memory.id;
    const hit = await say("Alice drinks green tea", 0.6);
    const faded = await say("Alice owns a kayak", 0.6);
    const gone = await say("Alice met Bob in a lift", 0.1);
    db.clock.advance(130 * DAY);
    await alice.remember("Alice drinks green tea");
    const fresh = await say("Alice plays the cello", 0.8);
    await upkeep.run("sweep");
    const all = await everything(
      await alice.memories.list({ status: ["active", "archived", "soft_deleted"] }),
    );
    expect(Object.fromEntries(all.map(({ id, status }) => [id, status]))).toEqual({
      [hit]: "active",
      [faded]: "archived",
      [gone]: "soft_deleted",
      [fresh]: "active",
    });
    // 0.6 × 0.99^123, then a fifth of the way to 1.
    expect((await alice.memories.get(hit))?.strength).toBeCloseTo(0.6 * 0.99 ** 123 * 0.8 + 0.2, 10);
  });

  it("R318: hits raise the strength up to the ceiling and no further", async () => {
    const { alice } = await opened({ preset: "everbot", settings: { strength: { ceiling: 0.95 } } });
    const { memory } = await alice.remember("Alice drinks green tea", { importance: 0.9 });
    for (let i = 0; i < 9; i++) await alice.remember("Alice drinks green tea");
    expect((await alice.memories.get(memory.id))?.strength).toBe(0.95);
  });

  it("R191: other bands reach the memories that are there, and bring archived ones back", async () => {
    const first = await opened({ preset: "everbot" });
    const { memory } = await first.alice.remember("Alice owns a kayak", { importance: 0.6 });
    const { memory: byHand } = await first.alice.remember("Alice rents a garage", { importance: 0.6 });
    await first.alice.memories.update(byHand.id, { status: "archived" });
    db.clock.advance(130 * DAY);
    await first.upkeep.run("sweep");
    expect(await storedStatus(memory.id)).toMatchObject({ status: "archived" });
    const { alice, upkeep } = await opened({
      preset: "everbot",
      settings: { strength: { archiveBelow: 0.1 } },
    });
    const { counts, changes } = await upkeep.run("sweep");
    expect(counts).toMatchObject({ revived: 1 });
    expect(changes.find(({ action }) => action === "revive")).toMatchObject({ detail: "archived → active" });
    expect(await storedStatus(memory.id)).toEqual({ status: "active", aged_from: null });
    expect(await statusOf(alice, byHand.id)).toBe("archived");
    // Set active by hand, what has faded is active.
    const third = await opened({ preset: "everbot" });
    await third.upkeep.run("sweep");
    await third.alice.memories.update(memory.id, { status: "active" });
    expect(await statusOf(third.alice, memory.id)).toBe("active");
  });

  it("R68: another retention reaches the memories that are there, but not what was set by hand", async () => {
    const policy = (preference: number) => ({
      writePolicy: { mode: "auto" as const },
      retentionDays: { preference },
    });
    const first = await opened({ preset: "astrbot", settings: policy(90) });
    const likes = async (what: string) =>
      (await first.alice.remember(`Alice likes ${what}`, { type: "preference" })).memory.id;
    const [tea, jazz] = [await likes("tea"), await likes("jazz music")];
    await first.alice.memories.update(jazz, { ttlDays: 500 });
    const start = db.clock.now;
    db.clock.advance(40 * DAY);
    await first.upkeep.run("sweep");
    expect(await statusOf(first.alice, tea)).toBe("active");
    const shorter = await opened({ preset: "astrbot", settings: policy(30) });
    const { counts } = await shorter.upkeep.run("sweep");
    expect(counts).toMatchObject({ expired: 1 });
    expect((await shorter.alice.memories.history(tea)).items[0]).toMatchObject({
      event: "TTL",
      at: new Date(start + 30 * DAY),
      after: { status: "expired", ttl_days: 30 },
    });
    expect(await statusOf(shorter.alice, jazz)).toBe("active");
    const longer = await opened({ preset: "astrbot", settings: policy(365) });
    await longer.upkeep.run("sweep");
    expect(await longer.alice.memories.get(tea)).toMatchObject({
      ...{ status: "active", ttlDays: 365 },
      confirmedAt: new Date(start),
    });
    expect(await longer.alice.memories.get(jazz)).toMatchObject({ ttlDays: 500 });
  });

  it("R267, R268, R269, R321: what nobody used for 60 days goes cold, unless it matters or is pinned", async () => {
    const { alice, upkeep } = await opened({ preset: "supervisor" });
    const say = async (text: string, more: object = {}) =>
      (await alice.remember(text, { importance: 0.4, ...more })).memory.id;
    const cold = await say("Alice once tried Quidditch");
    const used = await say("Alice likes oat milk");
    const matters = await say("Alice is allergic to walnuts", { importance: 0.6 });
    const pinned = await say("Alice owns a grey bicycle", { pinned: true });
    const start = db.clock.now;
    db.clock.advance(30 * DAY);
    await alice.delivered({ ids: [used], thread: null, rev: 0 });
    db.clock.now = start + 60 * DAY - 1;
    expect((await upkeep.run("cold")).changes).toEqual([]);
    db.clock.now = start + 61 * DAY;
    const dry = await upkeep.run("cold", { dryRun: true });
    const { changes, run } = await upkeep.run("cold");
    expect(changes).toEqual(dry.changes);
    expect(changes).toEqual([
      {
        ...{ action: "forget", scope: "user:alice", memoryId: cold, text: "Alice once tried Quidditch" },
        ...{ detail: "active → soft_deleted", at: new Date(start + 60 * DAY) },
      },
    ]);
    expect(await alice.memories.get(cold)).toMatchObject({
      status: "soft_deleted",
      purgeAt: new Date(start + 91 * DAY),
    });
    for (const id of [used, matters, pinned]) expect(await statusOf(alice, id)).toBe("active");
    expect((await alice.recall("Quidditch")).toPrompt()).not.toContain("Quidditch");
    // The user restores it: it is not cold again at once.
    await alice.memories.restore(cold);
    expect((await upkeep.run("cold")).changes).toEqual([]);
    db.clock.advance(61 * DAY);
    expect((await upkeep.run("cold")).changes.map(({ memoryId }) => memoryId).sort()).toEqual(
      [cold, used].sort(),
    );
    db.clock.advance(31 * DAY);
    await upkeep.run("purge");
    expect(await alice.memories.get(cold)).toBeNull();
    await refused(upkeep.undo(run!.id), "gone");
  });

  it("one run over many scopes is undone as a whole: every row is as it was", async () => {
    const { memoir, upkeep } = await opened({ preset: "supervisor" });
    const users = Array.from({ length: 6 }, (_, i) => memoir.scope(`user:u${i}`, { tenant: db.tenant }));
    for (const user of users) {
      for (const what of ["chess", "go", "国际跳棋"])
        await user.remember(`They play ${what}`, { importance: 0.4 });
    }
    db.clock.advance(61 * DAY);
    const memories = async () => ({
      ...(await stateOf(db, db.tenant, { when: false })),
      ...{
        history: [],
        scope: [],
        purge: await db.query("select purge_at from memory where tenant = $1", [db.tenant]),
      },
    });
    const before = await memories();
    const { run } = await upkeep.run("cold");
    expect(run).toMatchObject({ counts: { cold: 18 } });
    expect(await memories()).not.toEqual(before);
    const undone = await upkeep.undo(run!.id, { reason: "too soon" });
    expect(undone).toMatchObject({ undone: 18 });
    expect(undone.scopes).toHaveLength(6);
    expect(await memories()).toEqual(before);
    expect((await users[0]!.recall("chess")).hits).not.toEqual([]);
    await refused(upkeep.undo(run!.id), "nothing_to_undo");
    await refused(upkeep.undo("no-such-run"), "not_found");
    expect((await upkeep.run("cold")).changes).toEqual([]);
  });

  it("a run that cannot be undone as a whole is not undone at all", async () => {
    const { memoir, upkeep } = await opened({ preset: "supervisor" });
    const [a, b] = ["user:a", "user:b"].map((name) => memoir.scope(name, { tenant: db.tenant })) as [
      ScopeHandle,
      ScopeHandle,
    ];
    await a.remember("They play chess", { importance: 0.4 });
    const { memory } = await b.remember("They play go", { importance: 0.4 });
    db.clock.advance(61 * DAY);
    const { run } = await upkeep.run("cold");
    await b.memories.restore(memory.id);
    await refused(upkeep.undo(run!.id), "conflict");
    expect((await a.memories.list({ status: ["soft_deleted"] })).items).toHaveLength(1);
    const purge = await upkeep.run("purge");
    expect((await refused(upkeep.undo(purge.run!.id), "gone")).message).toContain("beyond undo");
  });

  it("a run stops at its limits, and the rest follows in runs right after it", async () => {
    const { alice, memoir, upkeep } = await opened({
      preset: "supervisor",
      settings: { upkeep: { maxRows: 3 } },
    });
    for (let i = 0; i < 8; i++) await alice.remember(`Alice has seen film number ${i}`, { importance: 0.4 });
    db.clock.advance(61 * DAY);
    expect(await upkeep.run("cold", { dryRun: true })).toMatchObject({ counts: { rows: 3 }, more: true });
    expect(await upkeep.run("cold")).toMatchObject({ counts: { rows: 3 }, more: true });
    await memoir.work();
    db.clock.advance(2 * DAY);
    await memoir.work();
    expect((await alice.memories.list({ status: ["active"] })).items).toEqual([]);
    const runs = await upkeep.runs({ name: "cold" });
    expect(runs.map(({ counts, more }) => [counts.rows ?? 0, more])).toEqual([
      [2, false],
      [3, true],
      [3, true],
    ]);
    expect(runs.map(({ slot }) => slot !== null)).toEqual([false, true, false]);
  });

  it("R45: a scope larger than the limit of a run is compacted and linked to its end, by runs that go on from each other", async () => {
    const { alice, upkeep } = await opened({
      settings: {
        upkeep: { maxRows: 100, compact: true },
        writePolicy: { maxWritesPerHour: 1_000, maxWritesPerSession: 1_000 },
      },
    });
    // Under separate keys they are not compared on arrival.
    for (let i = 0; i < 228; i++)
      await alice.remember(`Alice has seen film number ${i}`, { key: `film ${i}` });
    // One of the first page and one of the last, each with a younger twin, which is merged into it.
    db.clock.advance(1_000);
    for (const i of [0, 227]) await alice.remember(`Alice has seen film number ${i}`, { key: `again ${i}` });
    for (const [name, last] of [
      ["compact", 29],
      ["link", 28],
    ] as const) {
      const rows: number[] = [];
      for (let more = true; more && rows.length < 10; ) {
        const run = await upkeep.run(name);
        rows.push(run.counts.rows ?? 0);
        more = run.more;
      }
      expect([name, ...rows]).toEqual([name, 100, 100, last]);
    }
    const films = await everything(alice.memories.list({ status: ["active"] }));
    expect(films.map(({ text }) => text).sort()).toEqual([...new Set(films.map(({ text }) => text))].sort());
    expect(films).toHaveLength(228);
  });

  it("two engines share a schedule: each slot has one run, with or without both", async () => {
    const one = await opened({ preset: "supervisor" });
    const two = await opened({ preset: "supervisor" });
    await one.alice.remember("Alice likes tea");
    await Promise.all([one.memoir.work(), two.memoir.work()]);
    for (let day = 0; day < 5; day++) {
      db.clock.advance(DAY);
      await Promise.all([one.memoir.work(), two.memoir.work()]);
    }
    const runs = (await one.upkeep.runs({ name: "sweep" })).filter(({ slot }) => slot !== null);
    const slots = runs.map(({ slot }) => slot!.toISOString());
    expect(slots).toEqual([...new Set(slots)]);
    expect(slots).toEqual([
      ...["2026-03-06T04:00:00.000Z", "2026-03-05T04:00:00.000Z", "2026-03-04T04:00:00.000Z"],
      ...["2026-03-03T04:00:00.000Z", "2026-03-02T04:00:00.000Z"],
    ]);
    expect(runs.every(({ status }) => status === "done")).toBe(true);
    const [sweep] = await one.upkeep.status();
    expect(sweep).toMatchObject({ name: "sweep", nextAt: new Date("2026-03-07T04:00:00.000Z") });
  });

  it("retention drops each kind when its time is over, and a dry run says how much", async () => {
    const policy = {
      events: { retentionDays: 10 },
      changes: { keep: 2 },
      relations: { enable: false },
      retention: { operationDays: 5, answerHours: 48, usageDays: 7, runDays: 3 },
    };
    const { memoir, alice, upkeep } = await opened({ preset: "supervisor", settings: policy });
    await alice.observe([{ id: "m1", text: "The weather was dreadful on Tuesday" }]);
    await alice.flush();
    // Turns are counted behind the call; from here on nothing waits to be written.
    await memoir.operator(db.tenant).figures();
    for (let i = 0; i < 5; i++) await alice.remember(`Alice has seen film number ${i}`);
    const many = async (table: string) =>
      (await db.query<{ n: number }>(`select count(*) as n from ${table} where tenant = $1`, [db.tenant]))[0]!
        .n;
    await db.query(
      `insert into idempotent_request (tenant, caller, name, request, begun_at, status, answer)
       values ($1, 'k', 'n', 'r', $2, 200, '{}')`,
      [db.tenant, db.clock.now],
    );
    await db.query(
      `insert into model_usage (tenant, day, role, model, calls, failures, input_tokens, output_tokens)
       values ($1, '2026-03-01', 'extract', 'm', 1, 0, 5, 5)`,
      [db.tenant],
    );
    await upkeep.run("sweep");
    db.clock.advance(DAY);
    expect((await upkeep.run("retention")).counts).toMatchObject({ changes: 3 });
    expect([await many("idempotent_request"), await many("model_usage"), await many("change_log")]).toEqual([
      1, 1, 2,
    ]);
    db.clock.advance(11 * DAY);
    const dry = await upkeep.run("retention", { dryRun: true });
    const { counts, changes } = await upkeep.run("retention");
    expect(changes).toEqual(dry.changes);
    expect(counts).toMatchObject({ answers: 1, usage: 1, runs: 2, events: 1 });
    expect(counts.operations).toBeGreaterThan(4);
    expect(await alice.events.get("m1")).toMatchObject({ text: "[erased]" });
    expect([await many("idempotent_request"), await many("model_usage"), await many("op_event")]).toEqual([
      0, 0, 0,
    ]);
    expect((await upkeep.runs()).map(({ name }) => name)).toEqual(["retention"]);
  });
});
