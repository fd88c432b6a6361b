import { describe, expect, it } from "vitest";
import type { ScopeHandle } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, everything, refused } from "./support/expect.ts";
import { placesOf } from "./support/places.ts";
import { readingModel } from "./support/reading-model.ts";

describe.each(memoirs)("the profile on $name", (kind) => {
  const db = useMemoir(kind);
  /** The supervisor asks for consent. */
  const asking = async (actor?: string): Promise<ScopeHandle> => {
    const memoir = await db.open({ preset: "supervisor" });
    return memoir.scope("user:alice", { tenant: db.tenant, ...(actor === undefined ? {} : { actor }) });
  };
  const known = async (scope: ScopeHandle): Promise<(string | boolean)[][]> =>
    (await scope.profile.get()).map(({ field, value, confirmed }) => [field, value, confirmed]);
  const statuses = async (scope: ScopeHandle): Promise<string[]> =>
    (await everything(scope.profile.proposals())).map(({ id, status }) => `${id} ${status}`);

  it.each(["preferred_name", "pronouns", "city", "language"] as const)(
    "R277, R280: %s changes only with consent, and the decision stays",
    async (field) => {
      const alice = await asking("dashboard");
      await alice.observe([{ id: "m1", text: "whatever was said" }]);
      const asked = await alice.profile.propose(field, "值 one", { source: "m1", reason: "she said so" });
      expect(asked).toEqual({
        id: "1",
        field,
        oldValue: null,
        newValue: "值 one",
        needs: "consent",
        sources: ["m1"],
        reason: "she said so",
        proposedBy: "dashboard",
        status: "pending",
        createdAt: new Date(db.clock.now),
        expiresAt: new Date(db.clock.now + 7 * DAY),
        decidedAt: null,
        decidedBy: null,
        decidedHow: null,
        erasedAt: null,
      });
      for (let i = 0; i < 3; i++) await alice.profile.propose(field, "值 one", { confidence: 1 });
      expect(await known(alice)).toEqual([]);

      db.clock.advance(DAY);
      const done = await alice.profile.confirm(field, { accept: true });
      expect(done).toMatchObject({
        id: "1",
        status: "accepted",
        decidedBy: "dashboard",
        decidedHow: "confirmation",
      });
      expect(done.decidedAt).toEqual(new Date(db.clock.now));
      expect(await known(alice)).toEqual([[field, "值 one", true]]);
      expect(await statuses(alice)).toEqual(["1 accepted"]);
    },
  );

  it("R277: a declined value is not kept, nor asked for again until the wait is over", async () => {
    const alice = await asking();
    const { id } = await alice.profile.propose("city", "Berlin");
    expect(await alice.profile.confirm(id, { accept: false })).toMatchObject({ status: "declined" });
    expect(await alice.profile.propose("city", "berlin ")).toMatchObject({ id, status: "declined" });
    expect(await known(alice)).toEqual([]);
    db.clock.advance(7 * DAY);
    expect(await alice.profile.propose("city", "Berlin")).toMatchObject({ id: "2", status: "pending" });
  });

  it("R277: a proposal expires after seven days by itself, with its time on record", async () => {
    const alice = await asking();
    await alice.profile.propose("city", "Berlin");
    db.clock.advance(7 * DAY - 1);
    expect(await statuses(alice)).toEqual(["1 pending"]);
    db.clock.advance(1 + DAY);
    const [expired] = (await alice.profile.proposals({ status: "expired" })).items;
    expect(expired).toMatchObject({ status: "expired", decidedHow: "expiry", decidedBy: null });
    expect(expired?.decidedAt).toEqual(expired?.expiresAt);
    expect((await alice.profile.proposals({ status: "pending" })).items).toEqual([]);
    await refused(alice.profile.confirm("1", { accept: true }), "conflict");
    await refused(alice.profile.confirm("city", { accept: true }), "not_found");
    expect(await alice.profile.propose("city", "Berlin")).toMatchObject({ id: "2", status: "pending" });
  });

  it("R277: the wait is a setting", async () => {
    const memoir = await db.open({ settings: { consent: { mode: "fields", expireDays: 1 } } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const { expiresAt } = await alice.profile.propose("city", "Berlin");
    expect(expiresAt).toEqual(new Date(db.clock.now + DAY));
  });

  it("R278: tone is applied with the second independent signal", async () => {
    const alice = await asking();
    await alice.observe([
      { id: "m1", text: "less formal please", turn: "t1" },
      { id: "m2", text: "as I said", turn: "t1" },
      { id: "m3", text: "relax", turn: "t2" },
      { id: "r1", text: "ok!", role: "assistant" },
      { id: "x1", text: "tone: casual", role: "tool" },
    ]);
    for (const source of ["r1", "x1", "m1", "m1", "m2"]) {
      const { id, status } = await alice.profile.propose("tone", "casual", { source });
      expect([source, id, status]).toEqual([source, "1", "pending"]);
    }
    expect(await known(alice)).toEqual([]);
    const applied = await alice.profile.propose("tone", "Casual", { source: "m3" });
    expect(applied).toMatchObject({ id: "1", needs: "signals", status: "accepted", decidedHow: "signals" });
    expect(applied.sources).toEqual(["r1", "x1", "m1", "m2", "m3"]);
    expect(await known(alice)).toEqual([["tone", "casual", false]]);
  });

  it("R278: goals add up, each on its own signals; one sure signal is enough", async () => {
    const alice = await asking();
    await alice.profile.propose("goals_add", "学会下围棋");
    await alice.profile.propose("goals", "run a marathon", { confidence: 0.95 });
    await alice.profile.propose("goals_add", "学会下围棋");
    await alice.profile.set("goals", "sleep more");
    expect(await known(alice)).toEqual([
      ["goals", "学会下围棋", false],
      ["goals", "run a marathon", false],
      ["goals", "sleep more", true],
    ]);
    expect(await alice.profile.remove("goals", { value: "Run a marathon" })).toBe(1);
    expect(await alice.profile.remove("goals", { value: "Run a marathon" })).toBe(0);
    expect((await known(alice)).map(([, value]) => value)).toEqual(["学会下围棋", "sleep more"]);
  });

  it("R278: of two tones the first with two signals wins, and the other begins anew", async () => {
    const alice = await asking();
    const propose = async (value: string): Promise<string> =>
      (await alice.profile.propose("tone", value)).status;
    expect([await propose("formal"), await propose("casual"), await propose("formal")]).toEqual([
      "pending",
      "pending",
      "accepted",
    ]);
    expect(await statuses(alice)).toEqual(["2 expired", "1 accepted"]);
    expect([await propose("casual"), await propose("casual")]).toEqual(["pending", "accepted"]);
    expect(await known(alice)).toEqual([["tone", "casual", false]]);
    const [last] = (await alice.profile.proposals({ limit: 1 })).items;
    expect(last).toMatchObject({ id: "3", oldValue: "formal", newValue: "casual" });
  });

  it("C21: the user's own command is consent, and settles what waits", async () => {
    const alice = await asking();
    await alice.profile.propose("city", "Paris");
    await alice.profile.propose("city", "berlin");
    await refused(alice.profile.confirm("city", { accept: true }), "conflict");
    const done = await alice.profile.set("city", "Berlin", { reason: "/city Berlin" });
    expect(done).toMatchObject({ id: "2", newValue: "Berlin", status: "accepted", decidedHow: "command" });
    expect(await known(alice)).toEqual([["city", "Berlin", true]]);
    expect(await statuses(alice)).toEqual(["2 accepted", "1 expired"]);
    // Again is once, by whatever way.
    expect(await alice.profile.set("city", "Berlin")).toMatchObject({ id: "2" });
    expect(await alice.profile.propose("city", "Berlin")).toMatchObject({ id: "2", status: "accepted" });
    expect(await alice.profile.confirm("2", { accept: true })).toMatchObject({ id: "2" });
    await refused(alice.profile.confirm("2", { accept: false }), "conflict");
    expect(await alice.profile.set("city", "Hamburg")).toMatchObject({ id: "3", oldValue: "Berlin" });
  });

  it("C27: every value has a source: the event that is named, or the call itself", async () => {
    const alice = await asking();
    await alice.observe([
      { id: "m1", text: "call me Al" },
      { id: "x1", text: "the user is called Bob", role: "tool" },
    ]);
    await alice.profile.set("preferred_name", "Al", { source: "m1" });
    await alice.profile.set("city", "北京");
    const [name, city] = await alice.profile.get();
    expect([name?.source, city?.field]).toEqual(["m1", "city"]);
    expect(await alice.events.get(city!.source!)).toMatchObject({
      type: "command",
      role: "user",
      actor: "alice",
      text: "city: 北京",
    });
    await refused(alice.profile.set("preferred_name", "Bob", { source: "x1" }), "invalid_argument");
    await refused(alice.profile.propose("city", "Rome", { source: "nowhere" }), "not_found");
  });

  it("C21: without consent a user's words apply at once, a tool's or an assistant's still wait", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([
      { id: "m1", text: "I moved to Berlin" },
      { id: "x1", text: "city=Moscow", role: "tool" },
      { id: "r1", text: "You live in Rome", role: "assistant" },
    ]);
    expect(await alice.profile.propose("city", "Berlin", { source: "m1" })).toMatchObject({
      status: "accepted",
      decidedHow: "policy",
    });
    await alice.profile.propose("city", "Moscow", { source: "x1", confidence: 1 });
    await alice.profile.propose("city", "Rome", { source: "r1", confidence: 1 });
    expect(await known(alice)).toEqual([["city", "Berlin", false]]);
    expect(await statuses(alice)).toEqual(["3 pending", "2 pending", "1 accepted"]);
    expect(await alice.profile.set("city", "Berlin")).toMatchObject({ id: "4", decidedHow: "command" });
    expect(await known(alice)).toEqual([["city", "Berlin", true]]);
  });

  it("R280: what is taken away stays on record until it is erased", async () => {
    const alice = await asking();
    await alice.observe([{ id: "m1", text: "I live in Timbuktu, timbuktu!" }]);
    await alice.profile.set("city", "Timbuktu", { source: "m1", reason: "Timbuktu it is" });
    await alice.profile.propose("city", "Ouagadougou");
    expect(await alice.profile.remove("city")).toBe(1);
    expect(await known(alice)).toEqual([]);
    const [removal] = (await alice.profile.proposals()).items;
    expect(removal).toMatchObject({ oldValue: "Timbuktu", newValue: null, status: "accepted" });

    expect(await alice.profile.remove("city", { hard: true })).toBe(0);
    for (const word of ["timbuktu", "ouagadougou"])
      expect([word, await placesOf(db, word)]).toEqual([word, []]);
    expect((await alice.events.get("m1"))?.text).toBe("I live in [erased], [erased]!");
    const all = await everything(alice.profile.proposals());
    expect(all.map(({ id, status, erasedAt }) => [id, status, erasedAt === null])).toEqual([
      ["3", "accepted", false],
      ["2", "expired", false],
      ["1", "accepted", false],
    ]);
    await refused(alice.profile.confirm("2", { accept: true }), "conflict");
  });

  it("C18: a hard forget takes what the profile knew from the same words", async () => {
    const alice = await asking();
    await alice.observe([{ id: "m1", text: "I live in Samarkand and my dog likes tea" }]);
    const { memory } = await alice.remember("Alice lives in Samarkand", { eventId: "m1" });
    await alice.profile.set("city", "Samarkand", { source: "m1" });
    await alice.profile.set("tone", "casual", { source: "m1" });
    await alice.forget({ id: memory.id }, { hard: true });
    expect(await known(alice)).toEqual([["tone", "casual", true]]);
    expect(await placesOf(db, "samarkand")).toEqual([]);
  });

  it("a cut in an event keeps the places of other evidence", async () => {
    const alice = await asking();
    await alice.observe([{ id: "m1", text: "I am from Visby. I like tea" }]);
    const { memory: tea } = await alice.remember("I like tea", { eventId: "m1" });
    await alice.profile.set("city", "Visby", { source: "m1" });
    await alice.profile.remove("city", { hard: true });
    const [link] = (await alice.memories.proof(tea.id)).evidence;
    expect(link!.event.text.slice(...link!.span!)).toBe("I like tea");
  });

  it("R328: secrets do not get in", async () => {
    const alice = await asking();
    await refused(alice.profile.set("preferred_name", "Al, password: Wombat77kk"), "invalid_argument");
    await refused(alice.profile.set("city", "<private>Berlin</private>"), "invalid_argument");
    expect(await placesOf(db, "Wombat77")).toEqual([]);
  });

  it("stays in its scope and its tenant", async () => {
    const alice = await asking();
    await alice.profile.set("city", "Berlin");
    await alice.profile.propose("tone", "casual");
    const memoir = await db.open({ preset: "supervisor" });
    for (const [scope, tenant] of [
      ["user:bob", db.tenant],
      ["group:alice", db.tenant],
      ["user:alice", `${db.tenant}-other`],
    ] as const) {
      const other = memoir.scope(scope, { tenant });
      expect([await other.profile.get(), (await other.profile.proposals()).items]).toEqual([[], []]);
      await refused(other.profile.confirm("1", { accept: true }), "not_found");
      expect(await other.profile.set("city", "Rome")).toMatchObject({ id: "1", oldValue: null });
    }
    expect(await known(alice)).toEqual([["city", "Berlin", true]]);
  });

  it("is one for all engines: both propose, one applies, none is lost", async () => {
    const scopes = await Promise.all([asking("one"), asking("two")]);
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => scopes[i % 2]!.profile.propose("goals", `goal ${i % 5}`)),
    );
    expect(await known(scopes[0]!)).toHaveLength(5);
    expect(
      (await everything(scopes[1]!.profile.proposals({ status: "accepted" }))).map(({ id }) => id),
    ).toEqual(["5", "4", "3", "2", "1"]);
  });

  it("R70: read-only and a closed switch hold for the profile too", async () => {
    const alice = await asking();
    await alice.profile.propose("city", "Berlin");
    const operator = db.memoir.operator(db.tenant);
    const writes: (() => Promise<unknown>)[] = [
      () => alice.profile.propose("city", "Rome"),
      () => alice.profile.set("city", "Rome"),
      () => alice.profile.confirm("1", { accept: true }),
      () => alice.profile.remove("city"),
    ];
    await operator.readOnly(true);
    for (const write of writes) await refused(write(), "read_only");
    await operator.readOnly(false);
    await operator.scopeWrites("user:alice", false);
    for (const write of writes) await refused(write(), "writes_disabled");
    expect(await statuses(alice)).toEqual(["1 pending"]);
    const off = await db.open({ settings: { enable: false } });
    await refused(off.scope("user:x", { tenant: db.tenant }).profile.set("city", "x"), "writes_disabled");
  });

  it("refuses what it does not understand", async () => {
    const { profile } = db.scope("user:alice");
    const bad = (value: unknown): never => value as never;
    await refused(profile.set(bad("shoe_size"), "42"), "invalid_argument");
    await refused(profile.propose("city", bad(42)), "invalid_argument");
    await refused(profile.propose("city", "x".repeat(300)), "too_large");
    await refused(profile.propose("city", "x", { confidence: 2 }), "invalid_argument");
    await refused(profile.confirm("abc", { accept: true }), "invalid_argument");
    await refused(profile.confirm("1", bad({ accept: "yes" })), "invalid_argument");
    await refused(profile.confirm("999", { accept: true }), "not_found");
    await refused(profile.remove("city", { value: "x" }), "invalid_argument");
    await refused(profile.proposals({ status: bad("open") }), "invalid_argument");
  });

  describe("consent for facts", () => {
    const heard = async (alice: ScopeHandle, text: string): Promise<string[]> => {
      db.clock.advance(60_000);
      await alice.observe([{ text }]);
      return (await alice.flush()).entries.map(({ outcome }) => outcome);
    };
    const model = readingModel({
      "I live in Oslo.": [{ text: "Alice lives in Oslo.", slot: "home" }],
      "My pronouns are they/them.": [{ text: "Alice's pronouns are they/them.", slot: "pronouns" }],
      "Please call me Al.": [{ text: "Alice wants to be called Al.", slot: "called" }],
      "我住在北京。": [{ text: "Alice住在北京。", slot: "home" }],
      "I like tea. I'm allergic to peanuts.": [
        { text: "Alice likes tea.", type: "preference", slot: "likes:tea" },
        { text: "Alice is allergic to peanuts.", type: "constraint", slot: "allergy:peanuts" },
      ],
      "My sister lives in Rome.": [
        { text: "Alice's sister lives in Rome.", subject: "Alice's sister", slot: "home" },
      ],
      "I live in Berlin.": [{ text: "Alice lives in Berlin.", slot: "home" }],
      "I live in Kreuzberg, Berlin.": [{ text: "Alice lives in Kreuzberg, Berlin.", slot: "home" }],
      "I moved to Munich.": [{ text: "Alice lives in Munich.", slot: "home" }],
    });
    const guarded = async (): Promise<ScopeHandle> => {
      const memoir = await db.open({ model, settings: { consent: { mode: "facts" } } });
      return memoir.scope("user:alice", { tenant: db.tenant });
    };

    it.each([
      ["I live in Oslo.", "city"],
      ["My pronouns are they/them.", "pronouns"],
      ["Please call me Al.", "preferred_name"],
      ["我住在北京。", "city"],
    ])("C21, R280: %s waits for a person, who is told why", async (text, field) => {
      const alice = await guarded();
      expect(await heard(alice, text)).toEqual(["waiting"]);
      expect((await alice.recall("*")).hits).toEqual([]);
      const [waiting] = (await alice.review()).items;
      expect(waiting).toMatchObject({
        kind: "memory",
        memory: { status: "pending" },
        reason: expect.stringContaining(`it tells ${field}, which needs consent`),
      });
      if (waiting?.kind !== "memory") throw new Error("not a memory");
      expect((await alice.memories.approve(waiting.memory.id)).status).toBe("active");
    });

    it("C21: other facts, those about others, and what a user asks to remember need none", async () => {
      const alice = await guarded();
      expect(await heard(alice, "I like tea. I'm allergic to peanuts.")).toEqual(["added", "added"]);
      expect(await heard(alice, "My sister lives in Rome.")).toEqual(["added"]);
      const plain = (await db.open({ settings: { consent: { mode: "facts" } } })).scope("user:alice", {
        tenant: db.tenant,
      });
      expect(await heard(plain, "Remember that I live in Oslo.")).toEqual(["added"]);
      expect((await alice.remember("Alice speaks French")).memory.status).toBe("active");
    });

    it("R280: what was agreed to is not changed by more of it, or by another value, without being asked", async () => {
      const alice = await guarded();
      await heard(alice, "I live in Berlin.");
      const [waiting] = (await alice.review()).items;
      if (waiting?.kind !== "memory") throw new Error("not a memory");
      await alice.memories.approve(waiting.memory.id);
      const active = async () => (await alice.recall("*")).hits.map((hit) => hit.text);
      expect(await heard(alice, "I live in Kreuzberg, Berlin.")).toEqual(["reinforced"]);
      expect(await heard(alice, "I moved to Munich.")).toEqual(["waiting"]);
      expect(await active()).toEqual(["Alice lives in Berlin."]);
    });

    it("mode fields guards the profile, and no memory", async () => {
      const memoir = await db.open({ preset: "supervisor", model });
      const alice = memoir.scope("user:alice", { tenant: db.tenant });
      expect(await heard(alice, "I live in Oslo.")).toEqual(["added"]);
    });
  });
});
