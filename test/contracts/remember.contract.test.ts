import { describe, expect, it } from "vitest";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, everything, refused } from "./support/expect.ts";

describe.each(memoirs)("remember on $name", (kind) => {
  const db = useMemoir(kind);
  const count = async (table: string): Promise<number> => {
    const rows = await db.query<{ n: number }>(`select count(*) as n from ${table} where tenant = $1`, [
      db.tenant,
    ]);
    return Number(rows[0]?.n);
  };

  it("R2, R7, R9, R270, C27: one call writes memory, event, evidence, interval, history and change", async () => {
    const alice = db.scope("user:alice", { agent: "planner", thread: "t1", actor: "alice-phone" });
    const due = new Date(db.clock.now + 5 * DAY);
    const { memory } = await alice.remember("Alice is allergic to nuts.", {
      category: "constraints",
      tags: ["health", "饮食"],
      importance: 0.9,
      confidence: 0.8,
      pinned: true,
      expiresAt: due,
      validFrom: "2026-01-01T00:00:00Z",
      author: "discord:42",
      session: "s1",
      run: "r1",
      platform: "discord",
      eventId: "e1",
    });
    const now = new Date(db.clock.now);
    expect(memory).toEqual({
      id: memory.id,
      shortId: memory.id.slice(0, 6),
      key: "alice_is_allergic_to_nuts",
      kind: "semantic",
      type: "constraint",
      category: "constraints",
      text: "Alice is allergic to nuts.",
      tags: ["health", "饮食"],
      confidence: 0.8,
      importance: 0.9,
      strength: 0.9,
      strengthAt: now,
      evidenceCount: 1,
      status: "active",
      pinned: true,
      supersededBy: null,
      subject: "alice",
      actor: "discord:42",
      role: "user",
      user: "alice",
      agent: "planner",
      run: "r1",
      thread: "t1",
      session: "s1",
      platform: "discord",
      createdAt: now,
      updatedAt: now,
      confirmedAt: now,
      mergedInto: null,
      lastActivated: now,
      activationCount: 0,
      lastAccessed: null,
      accessCount: 0,
      ttlDays: null,
      expiresAt: due,
      purgeAt: null,
      rev: 1,
    });
    expect(await alice.memories.get(memory.id)).toEqual(memory);

    const event = await alice.events.get("e1");
    expect(event).toMatchObject({
      seq: 1,
      type: "command",
      role: "user",
      text: "Alice is allergic to nuts.",
    });
    expect(await alice.memories.proof(memory.id)).toEqual({
      memory,
      evidence: [
        {
          event,
          eventId: "e1",
          method: "user_explicit",
          trust: 1,
          span: [0, "Alice is allergic to nuts.".length],
          model: null,
          promptHash: null,
          meta: { confidence: { base: 0.8, method: 1, role: 1, repetition: 1, contradiction: 1 } },
          createdAt: now,
        },
      ],
      validity: [{ validFrom: new Date("2026-01-01"), validTo: null, revFrom: 1, revTo: null }],
      supersedes: [],
    });
    expect((await alice.memories.history(memory.id)).items).toEqual([
      {
        id: 1,
        memoryId: memory.id,
        event: "ADD",
        rev: 1,
        before: null,
        after: expect.objectContaining({ text: memory.text, key: memory.key, status: "active" }),
        batch: null,
        undoOf: null,
        undoneBy: null,
        actor: "alice-phone",
        reason: "remember",
        at: now,
      },
    ]);
    expect(await count("change_log")).toBe(1);
    expect((await alice.recall("nut allergies")).hits.map((hit) => hit.id)).toEqual([memory.id]);
  });

  it.each([
    ["preference", "preference", null],
    ["todo", "task_state", 30],
    ["event", "episode", 30],
    ["profile", "profile", null],
    ["constraints", "constraint", null],
    ["something of my own", "profile", null],
  ])(
    "C4: a %s is of type %s and lives for %s days in the default preset",
    async (category, type, ttlDays) => {
      const { memory } = await db.scope("user:alice").remember(`A claim in ${category}`, { category });
      expect(memory).toMatchObject({ category, type, ttlDays, status: "active" });
    },
  );

  it("R17, R18: the same claim in other punctuation reinforces the one row", async () => {
    const alice = db.scope("user:alice");
    const { memory: first } = await alice.remember("Alice likes tea", { confidence: 0.6, importance: 0.4 });
    db.clock.advance(DAY);
    const { memory: second } = await alice.remember("alice likes TEA!", { confidence: 0.9, importance: 0.7 });
    expect(second).toMatchObject({
      id: first.id,
      text: "Alice likes tea",
      evidenceCount: 2,
      importance: 0.7,
      activationCount: 1,
      confirmedAt: new Date(db.clock.now),
      createdAt: first.createdAt,
      rev: 2,
    });
    expect(second.confidence).toBeCloseTo(0.75);
    expect(second.strength).toBeCloseTo(0.4 + 0.6 * 0.2);
    expect((await alice.memories.list()).items).toHaveLength(1);
    expect((await alice.memories.proof(first.id)).evidence).toHaveLength(2);
    expect((await alice.memories.history(first.id)).items.map((entry) => entry.event)).toEqual([
      "MERGE",
      "ADD",
    ]);
  });

  it("R300, R302: the same event again is no new evidence and takes no revision", async () => {
    const alice = db.scope("user:alice");
    const { memory: first } = await alice.remember("爱丽丝喜欢喝茶", { eventId: "e1" });
    expect((await alice.remember("爱丽丝喜欢喝茶", { eventId: "e1" })).memory).toEqual(first);
    expect(await count("event")).toBe(1);
    expect(await count("change_log")).toBe(1);
  });

  it("R302: an observed message may be the evidence itself", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "By the way, I moved to Berlin in May." }]);
    const { memory } = await alice.remember("Alice lives in Berlin", { eventId: "m1" });
    const [link] = (await alice.memories.proof(memory.id)).evidence;
    expect(link).toMatchObject({ eventId: "m1", event: { text: "By the way, I moved to Berlin in May." } });
    // The words of the claim are not in the message, so no words of it are named.
    expect(link?.span).toBeNull();
    const { memory: quoted } = await alice.remember("I moved to Berlin in May", { eventId: "m1" });
    expect((await alice.memories.proof(quoted.id)).evidence[0]?.span).toEqual([12, 36]);
    expect(await count("event")).toBe(1);
  });

  it("R219: new words under the caller's own key replace the old ones", async () => {
    const alice = db.scope("user:alice");
    const { memory: first } = await alice.remember("Alice lives in Paris", {
      key: "home city",
      confidence: 0.7,
    });
    expect(first.key).toBe("home_city");
    const { memory: second } = await alice.remember("Alice lives in Berlin", {
      key: "Home City",
      confidence: 0.9,
    });
    expect(second).toMatchObject({ id: first.id, key: "home_city", confidence: 0.9, evidenceCount: 2 });
    expect((await alice.recall("Berlin")).hits.map((hit) => hit.text)).toEqual(["Alice lives in Berlin"]);
    expect((await alice.recall("Paris")).hits).toEqual([]);
    const { memory: third } = await alice.remember("Alice lives in Berlin", { key: "home_city" });
    expect(third).toMatchObject({ id: first.id, evidenceCount: 3 });
    expect((await alice.memories.history(first.id)).items.map((entry) => entry.event)).toEqual([
      "MERGE",
      "UPDATE",
      "ADD",
    ]);
  });

  it("R330, C8: a claim stated again after it expired lives again on the same row", async () => {
    const alice = db.scope("user:alice");
    const { memory: first } = await alice.remember("Alice is writing her thesis", { category: "todo" });
    db.clock.advance(31 * DAY);
    expect((await alice.recall("thesis")).hits).toEqual([]);
    const { memory: again } = await alice.remember("Alice is writing her thesis", { category: "todo" });
    expect(again).toMatchObject({ id: first.id, status: "active", evidenceCount: 2 });
    expect((await alice.recall("thesis")).hits).toHaveLength(1);
    expect((await alice.memories.history(first.id)).items[0]?.event).toBe("RESTORE");
  });

  it("R330, C18: a forgotten claim that the user states again comes back, and its tombstone goes", async () => {
    const alice = db.scope("user:alice");
    const { memory: first } = await alice.remember("爱丽丝住在柏林");
    await alice.forget({ id: first.id });
    expect(await count("tombstone")).toBe(2);
    const { memory: again } = await alice.remember("爱丽丝住在柏林");
    expect(again).toMatchObject({ id: first.id, status: "active", purgeAt: null, evidenceCount: 2 });
    expect(await count("tombstone")).toBe(0);
    expect((await alice.recall("柏林")).hits).toHaveLength(1);
  });

  it("C8: an operator's veto stands; evidence is only counted", async () => {
    const alice = db.scope("user:alice");
    const { memory: first } = await alice.remember("Alice is a robot", { confidence: 0.5, importance: 0.2 });
    await alice.memories.update(first.id, { status: "disabled" });
    const { memory: again } = await alice.remember("Alice is a robot", { confidence: 1, importance: 1 });
    expect(again).toMatchObject({
      id: first.id,
      status: "disabled",
      evidenceCount: 2,
      confidence: 0.5,
      importance: 0.2,
    });
    expect((await alice.recall("robot")).hits).toEqual([]);
  });

  it("C29: shadow and manual hold a user's words back", async () => {
    const shadow = await db.open({ preset: "astrbot" });
    const manual = await db.open({ settings: { writePolicy: { mode: "manual" } } });
    const options = { tenant: db.tenant };
    expect((await shadow.scope("user:a", options).remember("Ann likes jazz")).memory.status).toBe("shadow");
    expect((await manual.scope("user:b", options).remember("Bob likes jazz")).memory.status).toBe("pending");
    expect((await shadow.scope("user:a", options).recall("jazz")).hits).toEqual([]);
    expect((await manual.scope("user:b", options).recall("jazz")).hits).toEqual([]);
  });

  it("rev and seq count each scope's own changes and events", async () => {
    const [alice, bob] = [db.scope("user:alice"), db.scope("user:bob")];
    for (let i = 1; i <= 3; i++) expect((await alice.remember(`Claim number ${i}`)).memory.rev).toBe(i);
    expect((await bob.remember("Claim number 1")).memory.rev).toBe(1);
    await bob.observe([{ text: "hello" }]);
    const { scopes } = await db.memoir.operator(db.tenant).stats();
    expect(scopes.map(({ scope, rev, seq }) => ({ scope, rev, seq }))).toEqual([
      { scope: "user:alice", rev: 3, seq: 3 },
      { scope: "user:bob", rev: 1, seq: 2 },
    ]);
  });

  it("R296: remember() says what became of the claim", async () => {
    const alice = db.scope("user:alice");
    const outcomes: string[] = [];
    const remember = async (text: string, options = {}): Promise<string> => {
      db.clock.advance(1_000);
      const { memory, outcome } = await alice.remember(text, options);
      outcomes.push(outcome);
      return memory.id;
    };
    const home = await remember("Alice lives in Berlin", { eventId: "e1" });
    await remember("Alice lives in Berlin", { eventId: "e1" });
    expect(await remember("Alice lives in Berlin")).toBe(home);
    const rome = await remember("Alice lives in Rome");
    expect(rome).not.toBe(home);
    const dog = await remember("Alice has a dog");
    expect(await remember("Alice has a dog called Rex")).toBe(dog);
    await alice.forget({ id: dog });
    await remember("Alice has a dog called Rex");
    await alice.memories.update(dog, { status: "disabled" });
    await remember("Alice has a dog called Rex");
    const key = await remember("爱丽丝在慕尼黑工作", { key: "work" });
    expect(await remember("爱丽丝在柏林工作", { key: "work" })).toBe(key);
    expect(outcomes).toEqual([
      ...["added", "known", "reinforced", "superseded"],
      ...["added", "merged", "revived", "counted"],
      ...["added", "superseded"],
    ]);
  });

  it.each([
    ["manual", "waiting"],
    ["shadow", "shadowed"],
  ] as const)("C28: under the mode %s a claim is %s", async (mode, outcome) => {
    const memoir = await db.open({ settings: { writePolicy: { mode } } });
    const scope = memoir.scope("user:alice", { tenant: db.tenant });
    expect((await scope.remember("Alice lives in Berlin")).outcome).toBe(outcome);
  });

  it("R4: every remember() has its decision, whatever became of it; the same event again has no second one", async () => {
    const alice = db.scope("user:alice");
    const {
      memory: { id },
    } = await alice.remember("Alice lives in Berlin", { key: "home", eventId: "e1" });
    await alice.remember("Alice lives in Berlin", { key: "home", eventId: "e1" });
    await alice.remember("爱丽丝住在慕尼黑", { key: "home" });
    await alice.remember("爱丽丝住在慕尼黑", { key: "home" });
    await alice.forget({ id });
    await alice.remember("Alice lives in Rome", { key: "home" });
    await alice.memories.update(id, { status: "disabled" });
    await alice.remember("Alice lives in Oslo", { key: "home" });
    const decided = await everything(alice.memories.decisions());
    expect(decided.map(({ outcome, reason }) => [outcome, reason]).reverse()).toEqual([
      ["create", "asked to remember; its key is new"],
      ["revise", "asked to remember; its key was known"],
      ["reinforce", "asked to remember; its key was known"],
      ["revive", "asked to remember; its key was soft_deleted"],
      ["count", "asked to remember; its key was disabled"],
    ]);
    for (const one of decided) expect(one).toMatchObject({ stage: "persist", memoryId: id, policy: 0 });
  });

  it("a refused claim leaves nothing behind", async () => {
    const alice = db.scope("user:alice");
    await refused(alice.remember("  "), "invalid_argument");
    await refused(alice.remember("fine", { confidence: 1.1 }), "invalid_argument");
    expect(await count("scope")).toBe(0);
    expect(await everything(alice.memories.list())).toEqual([]);
  });
});
