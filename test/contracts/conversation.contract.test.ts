import { afterEach, describe, expect, it } from "vitest";
import type { SettingsInput } from "../../src/domain/settings.ts";
import type { ConversationEntry, Memoir, ScopeHandle } from "../../src/index.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/testing/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { plainAnswer } from "../support/plain-answers.ts";
import { everything, refused } from "./support/expect.ts";

const MINUTE = 60_000;

/** What was said, beside what became of it. */
describe.each(anyMemoir)("the conversation on $name", (kind) => {
  const db = useMemoir(kind);
  const models: ScriptedModel[] = [];
  afterEach(async () => {
    await Promise.all(models.splice(0).map((model) => model.close()));
  });
  const opened = (settings: SettingsInput): Promise<Memoir> => db.open({ settings });
  const annIn = (memoir: Memoir): ScopeHandle => memoir.scope("user:ann", { tenant: db.tenant });
  const entryOf = async (scope: ScopeHandle, id: string): Promise<ConversationEntry> => {
    const found = (await scope.conversation()).items.find(({ event }) => event.id === id);
    if (found === undefined) throw new Error(`no event ${id}`);
    return found;
  };

  it.each([
    ["English", "Remember that I live in Hamburg.", "Ann lives in Hamburg.", "What a day!"],
    ["Chinese", "记住我住在杭州。", "Ann住在杭州。", "今天好累啊，先这样。"],
  ])(
    "has each event with its outcomes and their memories, newest first, in %s",
    async (_, said, kept, idle) => {
      const ann = db.scope("user:ann");
      await ann.observe([
        { id: "m1", text: said },
        { id: "m2", role: "assistant", text: "Noted." },
        { id: "m3", text: idle },
      ]);
      await ann.flush();
      const { items, next } = await ann.conversation();
      expect(next).toBeNull();
      expect(items.map(({ event }) => event.id)).toEqual(["m3", "m2", "m1"]);
      expect(items.map(({ waits }) => waits)).toEqual([null, null, null]);
      expect(items[2]!.outcomes).toMatchObject([
        { outcome: "create", memory: { text: kept, status: "active" } },
      ]);
      expect(items[1]!.outcomes).toMatchObject([{ outcome: "ignored", memory: null }]);
      expect(items[0]!.outcomes[0]!.at).toBeInstanceOf(Date);
    },
  );

  it("goes on page by page, and is empty where nothing was said", async () => {
    const ann = db.scope("user:ann");
    expect((await ann.conversation()).items).toEqual([]);
    await ann.observe(Array.from({ length: 7 }, (_, i) => ({ id: `m${i}`, text: `line ${i}` })));
    const first = await ann.conversation({ limit: 3 });
    expect(first.items.map(({ event }) => event.id)).toEqual(["m6", "m5", "m4"]);
    const second = await ann.conversation({ limit: 3, cursor: first.next! });
    expect(second.items.map(({ event }) => event.id)).toEqual(["m3", "m2", "m1"]);
    expect(await everything(ann.conversation({ limit: 3 }))).toHaveLength(7);
  });

  it("says which replies have a context on record", async () => {
    const ann = db.scope("user:ann");
    const recalled = await ann.recall("hello");
    await ann.observe([
      { id: "q1", text: "hello" },
      { id: "r1", role: "assistant", text: "Hello!" },
      { id: "r2", role: "assistant", text: "How are you?" },
    ]);
    await recalled.delivered({ reply: "r1", question: "q1" });
    const { items } = await ann.conversation();
    expect(items.map(({ hasContext }) => hasContext)).toEqual([false, true, false]);
  });

  const none = { turn_done: [], idle: [], session_end: [], cron: [] };
  const read = ["extract"] as ["extract"];

  it.each<[code: string, on: object, values: object, minutes: number | null]>([
    ["turns", { n_turns: read }, { left: 2 }, null],
    ["tokens", { token_half: read }, {}, null],
    ["silence", { idle: read }, {}, 10],
    ["session", { session_end: read }, {}, null],
    ["call", {}, {}, null],
  ])("waits for %s, where the settings read then", async (code, on, values, minutes) => {
    const memoir = await opened({ triggers: { on: { ...none, ...on } } });
    const ann = annIn(memoir);
    await ann.observe([{ id: "m1", text: "I live in Hamburg." }]);
    const until = minutes === null ? null : new Date(db.clock.now + minutes * MINUTE);
    expect((await entryOf(ann, "m1")).waits).toEqual({ code, until, values });
  });

  it("waits for the next slot of the schedule", async () => {
    const memoir = await opened({ triggers: { on: { ...none, cron: read }, cronPattern: "0 * * * *" } });
    const ann = annIn(memoir);
    await ann.observe([{ id: "m1", text: "I live in Hamburg." }]);
    await db.work(memoir);
    const { waits } = await entryOf(ann, "m1");
    expect(waits?.code).toBe("schedule");
    expect(waits!.until!.getTime()).toBeGreaterThan(db.clock.now);
    expect(waits!.until!.getUTCMinutes()).toBe(0);
  });

  it("waits for its reply, then for its turn", async () => {
    const memoir = await opened({ triggers: { replySeconds: 3_600 } });
    const ann = annIn(memoir);
    await ann.observe([{ id: "m1", text: "I live in Hamburg." }]);
    const [job] = (await memoir.operator(db.tenant).jobs.list()).items;
    expect((await entryOf(ann, "m1")).waits).toEqual({ code: "reply", until: job!.runAt, values: {} });
    await db.query("update job set run_at = run_at - 3600000 where tenant = $1", [db.tenant]);
    expect((await entryOf(ann, "m1")).waits).toEqual({ code: "next", until: null, values: {} });
    await db.work(memoir);
    expect((await entryOf(ann, "m1")).waits).toBeNull();
  });

  it("waits while writes are stopped, here or in the whole tenant", async () => {
    const ann = db.scope("user:ann");
    await ann.observe([{ id: "m1", text: "I live in Hamburg." }]);
    const operator = db.memoir.operator(db.tenant);
    await operator.readOnly(true);
    expect((await entryOf(ann, "m1")).waits?.code).toBe("writes");
    await operator.readOnly(false);
    expect((await entryOf(ann, "m1")).waits?.code).not.toBe("writes");
  });

  it("waits for a model that is down, with the time of the next try, and says when nobody tries any more", async () => {
    const model = await startScriptedModel({ answer: plainAnswer, misbehave: () => "server-error" });
    models.push(model);
    const settings = {
      models: { retries: 0, breaker: { failures: 1_000 } },
      jobs: { backoffMs: 3_600_000, backoffMaxMs: 3_600_000, backoffJitter: 0, maxAttempts: 2 },
    };
    const memoir = await db.open({ model: model.model, settings });
    const ann = annIn(memoir);
    await ann.observe([
      { id: "m1", text: "I live in Hamburg." },
      { id: "m2", role: "assistant", text: "Lovely." },
    ]);
    await db.work(memoir);
    const [job] = (await memoir.operator(db.tenant).jobs.list()).items;
    const down = { error: "model_unavailable" };
    expect((await entryOf(ann, "m1")).waits).toEqual({ code: "model", until: job!.runAt, values: down });
    await db.query("update job set run_at = run_at - 7200000 where tenant = $1", [db.tenant]);
    await db.work(memoir);
    expect((await entryOf(ann, "m1")).waits).toMatchObject({ code: "dead", values: down });
  });

  it("waits for a person: what was made of it is held back", async () => {
    const memoir = await opened({ writePolicy: { mode: "manual" } });
    const ann = annIn(memoir);
    await ann.observe([{ id: "m1", text: "Remember that I live in Hamburg." }]);
    await ann.flush();
    const { waits, outcomes } = await entryOf(ann, "m1");
    expect(waits).toMatchObject({ code: "review" });
    await ann.memories.approve(outcomes[0]!.memory!.id);
    expect((await entryOf(ann, "m1")).waits).toBeNull();
  });

  it("waits for consent to a change of the profile that it raised", async () => {
    const ann = annIn(await db.open({ preset: "supervisor" }));
    await ann.observe([{ id: "m1", text: "I have moved to Hamburg." }]);
    await ann.flush();
    const { expiresAt } = await ann.profile.propose("city", "Hamburg", { source: "m1" });
    const values = { field: "city" };
    expect((await entryOf(ann, "m1")).waits).toEqual({ code: "consent", until: expiresAt, values });
    await ann.profile.confirm("city", { accept: true });
    expect((await entryOf(ann, "m1")).waits).toBeNull();
  });

  it("follows: says at once and whenever something was said, read or decided", async () => {
    const ann = db.scope("user:ann");
    const stop = new AbortController();
    const feed = ann.followConversation({ signal: stop.signal })[Symbol.asyncIterator]();
    expect(await feed.next()).toMatchObject({ done: false });
    await ann.observe([{ id: "m1", text: "Remember that I live in Hamburg." }]);
    expect(await feed.next()).toMatchObject({ done: false });
    expect((await ann.conversation()).items).toHaveLength(1);
    await ann.flush();
    let read: ConversationEntry;
    do {
      expect(await feed.next()).toMatchObject({ done: false });
      read = await entryOf(ann, "m1");
    } while (read.outcomes.length === 0);
    await ann.memories.update(read.outcomes[0]!.memory!.id, { text: "Ann lives in Kiel." });
    expect(await feed.next()).toMatchObject({ done: false });
    stop.abort();
    expect(await feed.next()).toMatchObject({ done: true });
  });

  it("is closed to a handle that is bound to categories", async () => {
    const bound = db.memoir.scope("user:ann", { tenant: db.tenant, categories: ["profile"] });
    await refused(bound.conversation(), "not_allowed");
  });
});
