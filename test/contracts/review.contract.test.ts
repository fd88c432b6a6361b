import { beforeEach, describe, expect, it } from "vitest";
import type { Memoir, ScopeHandle, Waiting } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, everything, refused } from "./support/expect.ts";
import { placesOf } from "./support/places.ts";
import { readingModel } from "./support/reading-model.ts";

const home = (text: string) => ({ text, slot: "home" });
/** It makes memories of what is said, which is a weaker word than what somebody asks to remember. */
const model = readingModel({
  "I live in Paris": [home("Alice lives in Paris.")],
  "I moved to Berlin": [home("Alice lives in Berlin.")],
  "I live in Berlin": [home("Alice lives in Berlin.")],
  "I moved to Hamburg": [home("Alice lives in Hamburg.")],
  "I live in Reykjavik": [home("Alice lives in Reykjavik.")],
  "I moved to Antananarivo": [home("Alice lives in Antananarivo.")],
  我住在巴黎: [home("Alice住在巴黎。")],
  我搬到柏林了: [home("Alice住在柏林。")],
  "I like jazz": [{ text: "Alice likes jazz.", type: "preference", slot: "likes:jazz" }],
  我喜欢喝茶: [{ text: "Bob喜欢喝茶。", type: "preference", subject: "Bob", slot: "likes:茶" }],
  "I have a dog named Rex": [{ text: "Alice has a dog named Rex.", slot: "has:dog" }],
  "I live in Paris. I like jazz.": [
    home("Alice lives in Paris."),
    { text: "Alice likes jazz.", type: "preference", slot: "likes:jazz" },
  ],
});

describe.each(memoirs)("review on $name", (kind) => {
  const db = useMemoir(kind);
  let memoir: Memoir;
  let alice: ScopeHandle;
  beforeEach(async () => {
    memoir = await db.open({ model });
    alice = memoir.scope("user:alice", { tenant: db.tenant, actor: "eve" });
  });

  /** Without the full stop. */
  const plain = (text: string): string => text.replace(/[.。]$/, "");
  const hold = (mode: "manual" | "shadow" | "auto"): Promise<unknown> =>
    db.memoir.operator(db.tenant).policy.set({ writePolicy: { mode } });
  const hear = async (text: string, id: string, scope = alice): Promise<string> => {
    db.clock.advance(60_000);
    await scope.observe([{ id, text }]);
    const { entries } = await scope.flush();
    const memory = entries.find((entry) => entry.memory !== null)?.memory;
    if (memory == null) throw new Error(`nothing was kept of "${text}": ${JSON.stringify(entries)}`);
    return memory.id;
  };
  const statuses = async (scope = alice): Promise<Record<string, string>> => {
    const memories = await everything(scope.memories.list());
    return Object.fromEntries(memories.map(({ text, status }) => [plain(text), status]));
  };
  const shown = (items: readonly Waiting[]): string[] =>
    items.map((one) =>
      one.kind === "memory"
        ? `${one.scope} ${one.memory.status} ${plain(one.memory.text)}`
        : `${one.scope} consent ${one.proposal.newValue}`,
    );

  it.each([
    ["manual", "pending"],
    ["shadow", "shadow"],
  ] as const)("C18, C28: forgetting is no way around review: %s", async (mode, status) => {
    await hold(mode);
    const id = await hear("我住在巴黎", "m1");
    await alice.memories.delete(id);
    expect(await alice.memories.restore(id)).toMatchObject({ status, purgeAt: null });
    expect((await alice.recall("*")).hits).toEqual([]);
    await alice.memories.reject(id);
    await alice.memories.delete(id);
    expect((await alice.memories.restore(id)).status).toBe("disabled");
    // A repeated request is deliberate: an operator's own decision.
    expect((await alice.memories.restore(id)).status).toBe("active");
    await alice.memories.delete(id);
    expect((await alice.memories.restore(id)).status).toBe("active");
  });

  it.each([
    ["I live in Paris", "I moved to Berlin"],
    ["我住在巴黎", "我搬到柏林了"],
  ])("C28: what is approved is active, and what it replaces is no longer so: %s", async (first, second) => {
    const old = await hear(first, "m1");
    await hold("manual");
    const moved = await hear(second, "m2");
    expect((await alice.memories.get(old))?.status).toBe("active");
    expect((await alice.recall("*")).hits.map((hit) => hit.id)).toEqual([old]);

    const [waiting] = (await alice.review()).items;
    expect(waiting).toMatchObject({
      kind: "memory",
      scope: "user:alice",
      memory: { id: moved, status: "pending" },
      reason: expect.stringContaining("every write waits for approval"),
      replaces: [{ id: old }],
    });
    if (waiting?.kind !== "memory") throw new Error("not a memory");
    expect(waiting.evidence.map(({ event }) => event.text)).toEqual([second]);

    db.clock.advance(DAY);
    const approved = await alice.memories.approve(moved.slice(0, 6), { reason: "she said so" });
    expect(approved).toMatchObject({ id: moved, status: "active", confirmedAt: new Date(db.clock.now) });
    expect(await alice.memories.get(old)).toMatchObject({ status: "superseded", supersededBy: moved });
    expect((await alice.recall("*")).hits.map((hit) => hit.id)).toEqual([moved]);
    // It ended when the other began, not when somebody had time to look.
    const [begun] = (await alice.memories.proof(moved)).validity;
    expect((await alice.memories.proof(old)).validity.at(-1)?.validTo).toEqual(begun?.validFrom);
    expect((await alice.review()).items).toEqual([]);
  });

  it("approving is on record, and done once", async () => {
    await hold("manual");
    const id = await hear("I live in Paris", "m1");
    await alice.memories.approve(id, { reason: "sounds right" });
    expect(await alice.memories.approve(id)).toMatchObject({ status: "active" });
    const [entry] = (await alice.memories.history(id)).items;
    expect(entry).toMatchObject({ event: "UPDATE", actor: "eve", reason: "sounds right" });
    expect([entry?.before?.status, entry?.after?.status]).toEqual(["pending", "active"]);
    expect((await alice.memories.decisions(id)).items).toEqual([
      {
        eventId: "m1",
        stage: "review",
        outcome: "approved",
        reason: "by eve",
        why: [{ code: "by", values: { actor: "eve" } }],
        memoryId: id,
        policy: 1,
        at: new Date(db.clock.now),
      },
      expect.objectContaining({
        eventId: "m1",
        stage: "persist",
        outcome: "create",
        memoryId: id,
        policy: 1,
      }),
    ]);
  });

  it("C28, C18: what is rejected is disabled, and neither a replay nor another word brings it back", async () => {
    await hold("manual");
    const id = await hear("I live in Paris", "m1");
    expect(await alice.memories.reject(id, { reason: "a joke" })).toMatchObject({ status: "disabled" });
    expect(await alice.memories.reject(id)).toMatchObject({ status: "disabled" });
    await hold("auto");
    db.clock.advance(60_000);
    await alice.observe([{ id: "m2", text: "I live in Paris" }]);
    const { entries } = await alice.flush();
    expect(entries.map(({ outcome }) => outcome)).toEqual(["counted"]);
    expect(await statuses()).toEqual({ "Alice lives in Paris": "disabled" });
    expect((await alice.memories.decisions(id, { outcome: "rejected" })).items).toHaveLength(1);
    const tombs = await db.query<{ n: number }>("select count(*) as n from tombstone where tenant = $1", [
      db.tenant,
    ]);
    expect(tombs[0]?.n).toBeGreaterThan(0);
  });

  it("C10: a weaker word waits in the shadow; who approves it takes its side", async () => {
    const { memory: told } = await alice.remember("Alice lives in Paris");
    const heard = await hear("I live in Berlin", "m1");
    const [waiting] = (await alice.review({ status: "shadow" })).items;
    expect(waiting).toMatchObject({
      memory: { id: heard },
      reason: expect.stringContaining("a stronger source says otherwise"),
      replaces: [{ id: told.id }],
    });
    // A weaker word's low confidence hides nothing that a person has let in.
    expect(await alice.memories.approve(heard)).toMatchObject({ confidence: 1 });
    expect((await alice.recall("*")).hits.map((hit) => hit.id)).toEqual([heard]);
    expect(await alice.memories.get(told.id)).toMatchObject({ status: "superseded", supersededBy: heard });
  });

  it("C10: a word against several stronger ones names them all; who approves it takes its side", async () => {
    const { memory: first } = await alice.remember("Alice lives in Paris", { key: "home" });
    const { memory: second } = await alice.remember("Alice lives in Rome", { key: "also-home" });
    const heard = await hear("I live in Berlin", "m1");
    const [waiting] = (await alice.review({ status: "shadow" })).items;
    if (waiting?.kind !== "memory") throw new Error("not a memory");
    expect(new Set(waiting.replaces.map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
    await alice.memories.approve(heard);
    expect((await alice.recall("*")).hits.map((hit) => hit.id)).toEqual([heard]);
  });

  it("C10: approving the last of several takes the place of all of them", async () => {
    const { memory: told } = await alice.remember("Alice lives in Paris");
    const shadow = await hear("I live in Berlin", "m1");
    await hold("manual");
    const last = await hear("I moved to Hamburg", "m2");
    const [waiting] = (await alice.review()).items;
    if (waiting?.kind !== "memory") throw new Error("not a memory");
    expect(new Set(waiting.replaces.map(({ id }) => id))).toEqual(new Set([told.id, shadow]));
    await alice.memories.approve(last);
    expect((await alice.recall("*")).hits.map((hit) => hit.id)).toEqual([last]);
    expect((await alice.review()).items).toEqual([]);
    await alice.memories.undo();
    expect((await alice.memories.get(told.id))?.status).toBe("active");
    expect((await alice.memories.get(shadow))?.status).toBe("shadow");
  });

  it("only what waits can be decided about", async () => {
    const {
      memory: { id },
    } = await alice.remember("Alice likes tea");
    expect((await alice.memories.approve(id)).status).toBe("active");
    expect((await refused(alice.memories.reject(id), "conflict")).message).toContain("forget it");
    await alice.forget({ id });
    await refused(alice.memories.approve(id), "conflict");
    await alice.memories.delete(id, { hard: true });
    await refused(alice.memories.approve(id), "gone");
    await refused(alice.memories.approve("ffffff"), "not_found");
    await refused(alice.memories.reject("ffffff"), "not_found");
    await refused(alice.memories.approve(id, { signal: AbortSignal.abort() }), "aborted");
    const memoir = await db.open();
    const closed = memoir.scope("user:alice", { tenant: db.tenant }).memories;
    await memoir.close();
    await refused(closed.approve(id), "closed");
    await refused(closed.reject(id), "closed");
  });

  it("what has expired waits no longer", async () => {
    const memoir = await db.open({ settings: { writePolicy: { mode: "manual" } } });
    const held = memoir.scope("user:alice", { tenant: db.tenant });
    const {
      memory: { id },
    } = await held.remember("Buy milk", { expiresAt: new Date(db.clock.now + DAY) });
    expect((await held.review()).items).toHaveLength(1);
    db.clock.advance(2 * DAY);
    expect((await held.review()).items).toEqual([]);
    await refused(held.memories.approve(id), "conflict");
  });

  describe("undo", () => {
    it("takes an approval back, with what it replaced", async () => {
      const old = await hear("I live in Paris", "m1");
      await hold("manual");
      const moved = await hear("I moved to Berlin", "m2");
      const before = await alice.memories.proof(old);
      await alice.memories.approve(moved);
      const { memory, undone } = await alice.memories.undo();
      expect([memory?.id, memory?.status, undone.event]).toEqual([moved, "pending", "UPDATE"]);
      expect(await alice.memories.get(old)).toMatchObject({ status: "active", supersededBy: null });
      const [last] = (await alice.memories.proof(old)).validity.slice(-1);
      expect(last).toMatchObject({ validFrom: before.validity[0]?.validFrom, validTo: null, revTo: null });
      expect((await alice.recall("*")).hits.map((hit) => hit.id)).toEqual([old]);
      // And it can be approved again.
      await alice.memories.approve(moved);
      expect((await alice.memories.get(old))?.status).toBe("superseded");
      expect((await alice.memories.undo(moved)).memory.status).toBe("pending");
      expect((await alice.memories.get(old))?.status).toBe("active");
    });

    it("takes back what was heard, with what it replaced", async () => {
      const old = await hear("I live in Paris", "m1");
      const moved = await hear("I moved to Berlin", "m2");
      expect((await alice.memories.get(old))?.status).toBe("superseded");
      expect((await alice.memories.undo()).memory).toMatchObject({ id: moved, status: "soft_deleted" });
      expect((await alice.memories.get(old))?.status).toBe("active");
    });

    it.each(["activatePending", "letsIn"])(
      "with %s: false refuses what a person has decided",
      async (option) => {
        await hold("manual");
        const id = await hear("I live in Paris", "m1");
        await alice.memories.reject(id);
        await refused(alice.memories.undo(id, { [option]: false }), "not_allowed");
        expect((await alice.memories.undo(id, { [option]: true })).memory.status).toBe("pending");
      },
    );

    it("takes a rejection back: it may be heard again", async () => {
      await hold("manual");
      const id = await hear("I live in Paris", "m1");
      await alice.memories.reject(id);
      expect((await alice.memories.undo(id)).memory.status).toBe("pending");
      const tombs = await db.query<{ n: number }>("select count(*) as n from tombstone where tenant = $1", [
        db.tenant,
      ]);
      expect(tombs[0]?.n).toBe(0);
      expect((await alice.review()).items).toEqual([
        expect.objectContaining({ reason: expect.stringContaining("every write waits for approval") }),
      ]);
    });
  });

  describe("the list", () => {
    it("shows pending ones, then proposals, then shadows; of one scope, or of a tenant", async () => {
      const strict = await db.open({ settings: { consent: { mode: "fields" } } });
      const bob = memoir.scope("user:bob", { tenant: db.tenant });
      await hold("shadow");
      await hear("I like jazz", "s1");
      await hold("manual");
      await hear("I live in Paris", "p1");
      await hear("我喜欢喝茶", "p2", bob);
      const consenting = strict.scope("user:bob", { tenant: db.tenant });
      await consenting.observe([{ id: "c1", text: "Everybody calls me Bobby" }]);
      await consenting.profile.propose("preferred_name", "Bobby", { source: "c1" });

      const all = shown((await db.memoir.operator(db.tenant).review()).items);
      expect(all).toEqual([
        "user:bob pending Bob喜欢喝茶",
        "user:alice pending Alice lives in Paris",
        "user:bob consent Bobby",
        "user:alice shadow Alice likes jazz",
      ]);
      expect((await db.memoir.operator(db.tenant).stats()).waiting).toBe(all.length);
      expect((await db.memoir.operator(db.tenant).stats({ scope: "user:alice" })).waiting).toBe(2);
      expect(shown((await alice.review()).items)).toEqual([all[1], all[3]]);
      expect(shown((await alice.review({ status: "shadow" })).items)).toEqual([all[3]]);
      expect(shown((await bob.review({ status: "pending" })).items)).toEqual([all[0], all[2]]);
      const asked = (await bob.review()).items.find((one) => one.kind === "profile");
      if (asked?.kind !== "profile") throw new Error("no proposal");
      expect(asked.events.map(({ text }) => text)).toEqual(["Everybody calls me Bobby"]);

      for (const limit of [1, 2, 3]) {
        expect(shown(await everything(db.memoir.operator(db.tenant).review({ limit })))).toEqual(all);
      }
      expect((await db.memoir.operator(`${db.tenant}-other`).review()).items).toEqual([]);
      expect((await db.scope("user:nobody").review()).items).toEqual([]);
    });

    it("no longer shows a proposal whose time is over", async () => {
      const strict = await db.open({ settings: { consent: { mode: "fields" } } });
      const bob = strict.scope("user:bob", { tenant: db.tenant });
      await bob.profile.propose("city", "Berlin");
      expect((await bob.review()).items).toHaveLength(1);
      db.clock.advance(8 * DAY);
      expect((await bob.review()).items).toEqual([]);
    });

    it("refuses what it does not know", async () => {
      await refused(alice.review({ status: "active" as never }), "invalid_argument");
      await refused(alice.review({ limit: 0 }), "invalid_argument");
      await refused(db.memoir.operator(db.tenant).review("all" as never), "invalid_argument");
    });
  });

  describe("decisions", () => {
    it("R4: of a scope, also what was refused, newest first, over all pages", async () => {
      await db.memoir.operator(db.tenant).policy.set({ writePolicy: { allowedTypes: ["profile"] } });
      await alice.observe([
        { id: "d1", text: "I live in Paris. I like jazz." },
        { id: "d2", text: "我住在巴黎" },
      ]);
      await alice.flush();
      const all = await everything(alice.memories.decisions());
      expect(all.length).toBeGreaterThan(1);
      expect(all.filter(({ outcome }) => outcome === "refused")).toEqual([
        expect.objectContaining({
          eventId: "d1",
          stage: "gate",
          memoryId: null,
          reason: "the type preference is not allowed",
          policy: 1,
        }),
      ]);
      for (const limit of [1, 2])
        expect(await everything(alice.memories.decisions(undefined, { limit }))).toEqual(all);
      expect(await everything(alice.memories.decisions(undefined, { outcome: "refused" }))).toHaveLength(1);
      expect((await db.scope("user:nobody").memories.decisions()).items).toEqual([]);
    });

    it("are not kept where audit is off", async () => {
      const memoir = await db.open({ settings: { audit: "off" } });
      await refused(memoir.scope("user:alice", { tenant: db.tenant }).memories.decisions(), "audit_off");
    });

    it("C18: a purge leaves nothing of what a reviewer wrote", async () => {
      await hold("manual");
      const id = await hear("I live in Reykjavik", "m1");
      await alice.memories.approve(id, { reason: "checked in Reykjavik" });
      await alice.memories.delete(id, { hard: true });
      expect(await placesOf(db, "reykjavik")).toEqual([]);
    });

    it("C18: nor of the words that a decision has quoted, on either side", async () => {
      const old = await hear("I live in Reykjavik", "m1");
      const moved = await hear("I moved to Antananarivo", "m2");
      await hear("I have a dog named Rex", "m3");
      const quoting = await everything(alice.memories.decisions());
      expect(quoting.some(({ reason }) => reason.includes("reykjavik"))).toBe(true);
      await alice.memories.delete(old, { hard: true });
      expect(await placesOf(db, "reykjavik")).toEqual([]);
      await alice.memories.delete(moved, { hard: true });
      expect(await placesOf(db, "antananarivo")).toEqual([]);
      expect((await everything(alice.memories.decisions())).length).toBe(quoting.length);
    });
  });
});
