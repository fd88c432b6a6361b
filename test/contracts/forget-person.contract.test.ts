import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemoirEngine, MemoirOptions, PersonTarget } from "../../src/index.ts";
import { databases, type FreshDatabase } from "../support/databases.ts";
import { testEmbedder } from "../support/embedder.ts";
import { allRows } from "./support/all-rows.ts";
import { DAY, refused } from "./support/expect.ts";
import { placesOf } from "./support/places.ts";
import { exported, live, tablesWithWords, WORDS } from "./support/whole-life.ts";

describe.each(databases)("forgetting a person on $name", (kind) => {
  /** A new one for each test: a word must not be found because another test has said it. */
  let db: FreshDatabase & { readonly tenant: string; readonly engine: typeof kind.engine };
  beforeEach(async () => {
    db = { ...(await kind.create()), tenant: "acme", engine: kind.engine };
  });
  afterEach(async () => {
    const memoir = await db.open();
    expect(await memoir.check()).toEqual([]);
    await db.cleanup();
  });
  const opened = (options: MemoirOptions = {}): Promise<MemoirEngine> =>
    db.open({ embedder: testEmbedder(), ...options });
  const nina = async (memoir: MemoirEngine): Promise<void> =>
    live({
      ...{ memoir, tenant: db.tenant, author: null, now: db.clock.now },
      scope: memoir.scope("user:nina", { tenant: db.tenant }),
    });
  /** Nina in a group, among others. */
  const group = async (memoir: MemoirEngine): Promise<void> => {
    const scope = memoir.scope("group:discord/42", { tenant: db.tenant });
    await scope.observe([
      { id: "e0", author: "8", authorName: "Eli", text: "I row on the lake every Tuesday.", session: "s1" },
      { id: "e1", role: "assistant", text: "Enjoy the lake!", session: "s1" },
    ]);
    await live({ memoir, tenant: db.tenant, scope, author: "7", now: db.clock.now });
    await scope.observe([
      { id: "e2", author: "8", authorName: "Eli", text: "See you on Tuesday.", session: "s1" },
    ]);
    await scope.remember("Eli rows on Tuesdays", { author: "8", subject: "8" });
  };
  const people = (memoir: MemoirEngine) => memoir.operator(db.tenant).people;
  const gone = async (memoir: MemoirEngine): Promise<void> => {
    expect(await tablesWithWords(db)).toEqual([]);
    const all = await exported(memoir, db.tenant);
    expect(WORDS.filter((word) => all.includes(word.toLowerCase()))).toEqual([]);
    for (const word of WORDS) expect([word, await placesOf(db, word)]).toEqual([word, []]);
  };
  const rows = () => allRows(db, db.tenant);

  it("a hard one leaves no word of a scope in any column, nor in an export, nor in a byte of the file", async () => {
    const memoir = await opened();
    await nina(memoir);
    // Every table that can hold somebody's words has some.
    expect(await tablesWithWords(db)).toEqual([
      ...["author_name", "checkpoint_thread", "checkpoint_value", "checkpoint_write", "consent_proposal"],
      ...["day_summary", "document", "event", "feedback", "history", "memory", "profile_field"],
    ]);
    const { counts } = await people(memoir).preview({ scope: "user:nina" }, { hard: true });
    const receipt = await people(memoir).forget({ scope: "user:nina" }, { hard: true, reason: "she asked" });
    expect(receipt).toMatchObject({
      ...{ tenant: db.tenant, who: { scope: "user:nina" }, hard: true, status: "done", actor: "operator" },
      ...{ scopes: [{ scope: "user:nina", accounts: null }], restorableUntil: null, reason: "she asked" },
    });
    expect(receipt.counts).toEqual(counts);
    await gone(memoir);
    expect(WORDS.filter((word) => JSON.stringify(receipt).toLowerCase().includes(word))).toEqual([]);
    const own = memoir.scope("user:nina", { tenant: db.tenant });
    expect((await own.recall("zorbaphone")).hits).toEqual([]);
    expect((await own.core()).lines).toEqual([]);
    expect((await people(memoir).receipts()).items).toEqual([receipt]);
  });

  it("a preview says what would go, with examples, and changes nothing", async () => {
    const memoir = await opened();
    await nina(memoir);
    const before = await rows();
    const preview = await people(memoir).preview({ scope: "user:nina" });
    expect(preview.counts).toMatchObject({
      // Three messages, commands, and edits by hand.
      ...{ messages: 8, replies: 2, memories: 1, timeline: 1, profile: 4, digests: 1, contexts: 1 },
      ...{ feedback: 1, checkpoints: 4, documents: 1, names: 1 },
    });
    expect(preview.counts.vectors).toBeGreaterThan(0);
    expect(preview.examples.memories).toEqual(["Nina has a 孬獒犬 called Otto"]);
    expect(preview.examples.names).toEqual(["Nina Snarkname"]);
    expect(await rows()).toEqual(before);
    // What was forgotten before goes for good, too.
    const { counts } = await people(memoir).preview({ scope: "user:nina" }, { hard: true });
    expect(counts.memories).toBe(2);
    expect(counts.messages).toBe(9);
  });

  it("a soft one is out of every read, and comes back as a whole", async () => {
    const memoir = await opened();
    await nina(memoir);
    const own = memoir.scope("user:nina", { tenant: db.tenant });
    const before = await rows();
    const { counts } = await people(memoir).preview({ scope: "user:nina" });
    const receipt = await people(memoir).forget({ scope: "user:nina" });
    expect(receipt.counts).toEqual(counts);
    expect(receipt.restorableUntil).toEqual(new Date(db.clock.now + 30 * DAY));
    expect((await own.recall("zorbaphone teacher")).hits).toEqual([]);
    expect((await own.memories.list()).items).toEqual([]);
    expect(await own.profile.get()).toEqual([]);
    expect((await own.feedbacks()).items).toEqual([]);
    expect(await own.context("own-r2")).toBeNull();
    expect(await memoir.documents({ tenant: db.tenant, scope: "user:nina" }).get(["notes"], "k")).toBeNull();
    expect(JSON.stringify((await own.profile.proposals()).items).toLowerCase()).not.toContain("plimfold");
    expect((await own.digest.context()).text ?? "").toBe("");

    const restored = await people(memoir).restore(receipt.id);
    expect(restored).toMatchObject({ id: receipt.id, status: "restored" });
    await own.digest.context();
    await memoir.operator(db.tenant).embed("user:nina");
    const after = await rows();
    for (const [table, all] of Object.entries(before)) {
      if (!["scope", "person_forget", "vector", "timeline_span", "day_summary", "document"].includes(table))
        expect([table, after[table]]).toEqual([table, all]);
    }
    expect(after.shelved_row).toEqual([]);
    // Those of documents are made when they are searched.
    const vectors = (all: Record<string, string[]>) =>
      all.vector?.filter((one) => !one.includes('"kind":"d"')).length;
    expect(vectors(after)).toBe(vectors(before));
    expect(after.day_summary?.length).toBe(before.day_summary?.length);
    await refused(people(memoir).restore(receipt.id), "nothing_to_undo");
  });

  it("what is said after a soft one is new: it is learned, and a restore leaves it alone", async () => {
    const memoir = await opened();
    await nina(memoir);
    const own = memoir.scope("user:nina", { tenant: db.tenant });
    const receipt = await people(memoir).forget({ scope: "user:nina" });
    await own.flush();
    expect((await own.memories.list()).items).toEqual([]);
    await own.observe([{ id: "n1", text: "Remember that I keep bees now." }]);
    await own.flush();
    await own.remember("Nina has a 孬獒犬 called Otto");
    await own.profile.set("city", "Graz");
    await people(memoir).restore(receipt.id);
    const texts = (await own.memories.list()).items.map(({ text }) => text);
    expect(texts.filter((text) => text.includes("孬獒犬"))).toHaveLength(1);
    expect(texts.join()).toContain("bees");
    expect((await own.profile.get()).map(({ value }) => value)).toEqual(["Graz", "plimfold"]);
    expect((await own.recall("zorbaphone teacher")).hits.length).toBeGreaterThan(0);
  });

  it("a soft one becomes a hard one when its time is over, and spares what was said since", async () => {
    const memoir = await opened();
    await nina(memoir);
    const own = memoir.scope("user:nina", { tenant: db.tenant });
    const receipt = await people(memoir).forget({ scope: "user:nina" });
    await own.observe([{ id: "n1", text: "I keep bees now." }]);
    db.clock.advance(31 * DAY);
    await refused(people(memoir).restore(receipt.id), "gone");
    await memoir.operator(db.tenant).upkeep.run("purge");
    await memoir.operator(db.tenant).upkeep.run("purge");
    expect(await tablesWithWords(db)).toEqual([]);
    expect((await people(memoir).receipts()).items[0]).toMatchObject({ id: receipt.id, status: "erased" });
    expect((await own.events.get("n1"))?.text).toBe("I keep bees now.");
  });

  it("a hard one after a soft one takes what was put aside", async () => {
    const memoir = await opened();
    await nina(memoir);
    await people(memoir).forget({ scope: "user:nina" });
    await people(memoir).forget({ scope: "user:nina" }, { hard: true });
    await gone(memoir);
  });

  it("of a group's member everything theirs goes, with the bot's answers to them; the others' stays", async () => {
    const memoir = await opened();
    await group(memoir);
    const scope = memoir.scope("group:discord/42", { tenant: db.tenant });
    const preview = await people(memoir).preview({ scope: "group:discord/42", member: "7" });
    expect(preview.counts).toMatchObject({ messages: 4, replies: 2, memories: 1, names: 1, contexts: 1 });
    const { counts } = await people(memoir).forget(
      { scope: "group:discord/42", member: "7" },
      { hard: true },
    );
    expect(counts).toMatchObject({ messages: 5, replies: 2, memories: 2 });
    await gone(memoir);
    for (const [id, text] of [
      ["e0", "I row on the lake every Tuesday."],
      ["e1", "Enjoy the lake!"],
      ["e2", "See you on Tuesday."],
    ] as const)
      expect((await scope.events.get(id))?.text).toBe(text);
    await memoir.work();
    expect((await scope.memories.list()).items.map(({ text }) => text).sort()).toEqual([
      "Eli rows on Tuesdays",
      "[2026-03-01 12:00] [EXTRACT] Eli: I row on the lake every Tuesday. Assistant: Enjoy the lake!",
    ]);
    await gone(memoir);
  });

  it("a member who was forgotten softly comes back", async () => {
    const memoir = await opened();
    await group(memoir);
    const scope = memoir.scope("group:discord/42", { tenant: db.tenant });
    const texts = async (): Promise<string[]> =>
      (await scope.memories.list()).items.map(({ text }) => text).sort();
    const [events, memories] = [await rows(), await texts()];
    const { id } = await people(memoir).forget({ scope: "group:discord/42", member: "7" });
    await memoir.work();
    const { hits } = await scope.recall("zorbaphone teacher");
    const shown = [...(await texts()), ...hits.map(({ text }) => text)].join().toLowerCase();
    expect(shown).not.toMatch(/quaggaville|zorbaphone|斑驴镇|孬獒犬/);
    await people(memoir).restore(id);
    await memoir.work();
    expect(await texts()).toEqual(memories);
    expect((await rows()).event).toEqual(events.event);
    expect((await rows()).author_name).toEqual(events.author_name);
  });

  it("a person goes from every scope of the tenant: their own whole, groups by any of their accounts", async () => {
    const memoir = await opened();
    const operator = memoir.operator(db.tenant);
    await nina(memoir);
    await group(memoir);
    await operator.identities.set({ account: "discord:7", person: "nina", name: "Nina Snarkname" });
    // Another platform's 7 is somebody else.
    const other = memoir.scope("group:irc/42", { tenant: db.tenant });
    await other.observe([{ id: "i1", author: "7", text: "The irc one likes rain." }]);
    const elsewhere = memoir.scope("user:nina", { tenant: `${db.tenant}-other` });
    await elsewhere.remember("Nina of another tenant sails");

    const receipt = await operator.people.forget({ person: "nina" }, { hard: true });
    expect(receipt.scopes.map(({ scope }) => scope)).toEqual(["user:nina", "group:discord/42"]);
    await gone(memoir);
    expect(await operator.identities.list()).toEqual([]);
    expect((await other.events.get("i1"))?.text).toBe("The irc one likes rain.");
    expect((await elsewhere.memories.list()).items).toHaveLength(1);
  });

  it.each(["call", "upkeep"])(
    "goes on by %s where it was interrupted, and counts everything once",
    async (way) => {
      const stop = new AbortController();
      let steps = Number.POSITIVE_INFINITY;
      const memoir = await opened({
        now: () => {
          steps -= 1;
          if (steps === 0) stop.abort();
          return new Date(db.clock.now);
        },
      });
      await nina(memoir);
      const own = memoir.scope("user:nina", { tenant: db.tenant });
      await own.observe(
        Array.from({ length: 250 }, (_, i) => ({ id: `x${i}`, text: `Quaggaville, day ${i}` })),
      );
      const who: PersonTarget = { scope: "user:nina" };
      const { counts } = await people(memoir).preview(who, { hard: true });
      steps = 8;
      await refused(people(memoir).forget(who, { hard: true, signal: stop.signal }), "aborted");
      expect((await people(memoir).receipts()).items).toMatchObject([{ status: "running", endedAt: null }]);
      expect(await tablesWithWords(db)).not.toEqual([]);
      if (way === "call") await people(memoir).forget(who, { hard: true });
      else {
        db.clock.advance(2 * 60_000);
        await memoir.operator(db.tenant).upkeep.run("purge");
      }
      expect((await people(memoir).receipts()).items).toMatchObject([
        { status: "done", counts: { messages: counts.messages, memories: counts.memories } },
      ]);
      await gone(memoir);
    },
  );

  it("refuses what names nobody, and what cannot be restored", async () => {
    const memoir = await opened();
    const { people: handle } = memoir.operator(db.tenant);
    await refused(handle.forget({ scope: "user:nobody" }), "not_found");
    await refused(handle.forget({} as PersonTarget), "invalid_argument");
    await refused(handle.preview(null as unknown as PersonTarget), "invalid_argument");
    await refused(handle.restore("none"), "not_found");
    await memoir.scope("user:nina", { tenant: db.tenant }).remember("Nina likes tea");
    const { id } = await handle.forget({ scope: "user:nina" }, { hard: true });
    await refused(handle.restore(id), "gone");
    await memoir.operator(db.tenant).scopeWrites("user:nina", false);
    await refused(handle.forget({ scope: "user:nina" }), "writes_disabled");
  });
});
