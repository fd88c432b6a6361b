import { afterEach, describe, expect, it } from "vitest";
import type { EventInput, Memoir, MemoirOptions, ScopeHandle } from "../../src/index.ts";
import { type Misbehaviour, type ScriptedModel, startScriptedModel } from "../../src/testing/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { plainAnswer } from "../support/plain-answers.ts";
import { everything, refused } from "./support/expect.ts";
import { stateOf } from "./support/state.ts";

const SAID: readonly EventInput[] = [
  { id: "m1", text: "I live in Paris, and I like tea." },
  { id: "m2", role: "assistant", text: "Lovely!" },
  { id: "m3", text: "我喜欢喝咖啡。" },
  { id: "m4", role: "assistant", text: "好的。" },
];
/** The same for the engine without a model. */
const ASKED: readonly EventInput[] = [
  { id: "m1", text: "Remember that I live in Paris. Remember that I like tea." },
  { id: "m2", role: "assistant", text: "Lovely!" },
  { id: "m3", text: "记住我喜欢喝咖啡。" },
  { id: "m4", role: "assistant", text: "好的。" },
];

describe.each(memoirs)("the extract job on $name", (kind) => {
  const db = useMemoir(kind);
  const models: ScriptedModel[] = [];
  afterEach(async () => {
    await Promise.all(models.splice(0).map((model) => model.close()));
  });

  const aliceOf = (memoir: Memoir, tenant = db.tenant): ScopeHandle => memoir.scope("user:alice", { tenant });
  const texts = async (scope: ScopeHandle): Promise<string[]> =>
    (await everything(scope.memories.list({ status: ["active"] }))).map(({ text }) => text).toSorted();
  const pending = async (): Promise<number[]> =>
    (
      await db.query<{ n: number }>("select seq - extracted_seq as n from scope where tenant = $1", [
        db.tenant,
      ])
    ).map(({ n }) => n);

  /** An engine with a model that answers plainly while it is well. */
  const withModel = async (
    policy: MemoirOptions["settings"] = {},
  ): Promise<{ memoir: Memoir; model: ScriptedModel; fall(ill: Misbehaviour | null): Promise<Memoir> }> => {
    let illness: Misbehaviour | null = null;
    const model = await startScriptedModel({ answer: plainAnswer, misbehave: () => illness });
    models.push(model);
    const open = (timeoutMs: number): Promise<Memoir> =>
      db.open({
        model: model.model,
        settings: {
          models: { retries: 0, timeoutMs, breaker: { failures: 1_000 } },
          jobs: { backoffMs: 0, maxAttempts: 3 },
          ...policy,
        },
      });
    const memoir = await open(300_000);
    return {
      memoir,
      model,
      /** Gives the engine to ask it with: a patient one, except where the model never answers. */
      fall: async (ill) => {
        illness = ill;
        return ill === "hang" ? open(300) : memoir;
      },
    };
  };

  /** Works until the job has failed for good; its next try may be a millisecond away. */
  const workToTheEnd = (memoir: Memoir): Promise<void> =>
    expect
      .poll(async () => {
        await db.work(memoir);
        return memoir.operator(db.tenant).jobs.stats();
      })
      .toMatchObject([{ kind: "extract", dead: 1 }]);

  /** Lets the queue's clock, which is the database's, go on by so much. */
  const pass = async (ms: number): Promise<void> => {
    await db.query("update job set run_at = run_at - $2 where tenant = $1", [db.tenant, ms]);
  };

  it("R15, R43: a turn that is done is read in the background, without a model", async () => {
    const memoir = await db.open({ settings: { triggers: { replySeconds: 3_600 } } });
    const alice = aliceOf(memoir);
    await alice.observe(ASKED.slice(0, 1));
    await db.work(memoir);
    // Its reply may still come.
    expect(await texts(alice)).toEqual([]);
    await alice.observe(ASKED.slice(1));
    expect(await memoir.operator(db.tenant).jobs.stats()).toMatchObject([{ kind: "extract" }]);
    await db.work(memoir);
    expect(await texts(alice)).toEqual(["Alice likes tea.", "Alice lives in Paris.", "Alice喜欢喝咖啡。"]);
    expect(await pending()).toEqual([0]);
    expect(await db.memoir.operator(db.tenant).jobs.stats()).toEqual([]);
    expect((await db.memoir.operator(db.tenant).stats()).unread).toEqual({ events: 0, oldestMs: 0 });
  });

  it.each([
    ["English", "Remember that I live in Paris.", "Alice lives in Paris."],
    ["Chinese", "记住我喜欢喝咖啡。", "Alice喜欢喝咖啡。"],
  ])("a user's last message is read within two seconds, without a reply, in %s", async (_, said, kept) => {
    const alice = db.scope("user:alice");
    await alice.observe([{ text: said }]);
    const [job] = (await db.memoir.operator(db.tenant).jobs.list()).items;
    // The queue is looked through four times a second.
    expect(job!.runAt.getTime() - job!.createdAt.getTime()).toBeLessThanOrEqual(2_000 - 250);
    await pass(2_000);
    await db.work();
    expect(await texts(alice)).toEqual([kept]);
  });

  it("a model reads a message without its reply, never a reply alone, and the reply with the next message", async () => {
    const { memoir, model } = await withModel();
    const alice = aliceOf(memoir);
    const said = async (message: EventInput): Promise<void> => {
      await alice.observe([message]);
      await pass(2_000);
      await db.work(memoir);
    };
    await said({ id: "m1", text: "I live in Paris, and I like tea." });
    expect(model.calls.count).toBe(1);
    expect(await texts(alice)).toContain("Alice lives in Paris.");
    await said({ id: "m2", role: "assistant", text: "I have booked the tea house for you." });
    expect(model.calls.count).toBe(1);
    expect(await pending()).toEqual([1]);
    const [reply] = (await alice.conversation()).items;
    expect(reply).toMatchObject({ event: { id: "m2" }, waits: { code: "batch" }, outcomes: [] });
    // Small talk is no reason to call it either.
    await said({ id: "m3", text: "ok, thanks!" });
    expect(model.calls.count).toBe(1);
    await said({ id: "m4", role: "assistant", text: "Anything else?" });
    await said({ id: "m5", text: "我喜欢喝咖啡。" });
    expect(model.calls.count).toBe(2);
    expect(JSON.stringify(model.calls.requests[1])).toContain("Anything else?");
    expect(await pending()).toEqual([0]);
  });

  it("a reply that nobody answers is read when its time comes, without a call", async () => {
    const { memoir, model } = await withModel();
    const alice = aliceOf(memoir);
    await alice.observe([{ id: "m0", text: "I would like to go to a tea house on Friday" }]);
    await alice.flush();
    const calls = model.calls.count;
    await alice.observe([{ id: "m1", role: "assistant", text: "Shall I book the tea house?" }]);
    await db.work(memoir);
    const replyOf = async () => (await alice.conversation()).items.find(({ event }) => event.id === "m1")!;
    expect((await replyOf()).waits).toMatchObject({
      code: "batch",
      until: new Date(db.clock.now + 10 * 60_000),
    });
    db.clock.advance(10 * 60_000);
    await db.work(memoir);
    expect(model.calls.count).toBe(calls);
    expect(await replyOf()).toMatchObject({
      waits: null,
      outcomes: [{ outcome: "ignored", reason: "an assistant's words" }],
    });
  });

  it.each([
    ["read", (alice: ScopeHandle) => alice.recall("where does alice live?")],
    ["read", (alice: ScopeHandle) => alice.query({ query: "where does alice live?" })],
    ["command", (alice: ScopeHandle) => alice.commands.handle({ text: "what do you know about me?" })],
  ] as const)("C13: %s reads what was told, where the settings say so", async (trigger, pull) => {
    const none = { turn_done: [], idle: [], session_end: [], cron: [] };
    const memoir = await db.open({ settings: { triggers: { on: { ...none, [trigger]: ["extract"] } } } });
    const alice = aliceOf(memoir);
    await alice.observe(ASKED);
    await db.work(memoir);
    expect(await texts(alice)).toEqual([]);
    await pull(alice);
    await expect
      .poll(async () => {
        await db.work(memoir);
        return texts(alice);
      })
      .toContain("Alice lives in Paris.");
  });

  it("C13: a trigger that asks for an unknown kind of job is an error", async () => {
    const settings = { triggers: { on: { read: ["extrakt"] } } } as never;
    const { message } = await refused(db.open({ settings }), "invalid_settings");
    expect(message).toMatch(/triggers\.on\.read.*extract/s);
  });

  it("with a model: the evidence names it, and the very words", async () => {
    const { memoir, model } = await withModel();
    const alice = aliceOf(memoir);
    await alice.observe(SAID);
    await db.work(memoir);
    expect(await texts(alice)).toEqual(["Alice likes tea.", "Alice lives in Paris.", "Alice喜欢喝咖啡。"]);
    const words: string[] = [];
    for (const { id } of await everything(alice.memories.list())) {
      const [evidence] = (await alice.memories.proof(id)).evidence;
      expect(evidence).toMatchObject({
        method: "llm_extract",
        model: "openai-compatible/scripted",
        trust: 1,
      });
      expect(evidence!.promptHash).toMatch(/^[0-9a-f]+$/);
      words.push(evidence!.event.text.slice(...evidence!.span!));
    }
    expect(words.toSorted()).toEqual(["I like tea", "I live in Paris", "我喜欢喝咖啡"]);
    expect(model.calls.count).toBe(1);
  });

  it("R300: a failing model keeps the events, backs off, and is asked again", async () => {
    const { memoir, fall } = await withModel({ jobs: { backoffMs: 60_000, maxAttempts: 5 } });
    const alice = aliceOf(memoir);
    const { jobs } = memoir.operator(db.tenant);
    await alice.observe(SAID);
    for (const [i, illness] of (["server-error", "empty", "hang"] as const).entries()) {
      await db.work(await fall(illness));
      const [job] = (await jobs.list()).items;
      expect(job).toMatchObject({ kind: "extract", status: "queued", attempts: i + 1 });
      expect(job!.lastError).toMatch(/\w/);
      expect(job!.runAt.getTime()).toBeGreaterThan(Date.now() + 20_000);
      expect([await pending(), await texts(alice)]).toEqual([[4], []]);
      await jobs.retry(job!.id);
    }
    // Said a little clumsily, but said.
    await db.work(await fall("prose"));
    expect(await texts(alice)).toHaveLength(3);
    expect(await jobs.stats()).toEqual([]);
  });

  it.each<Misbehaviour>([
    "server-error",
    "rate-limit",
    "unauthorized",
    "hang",
    "cut",
    "html",
    "no-choices",
    "bad-json",
    "wrong-types",
    "empty",
    "refusal",
  ])("R300: %s to the end sets the job aside; replayed, it comes to the same", async (illness) => {
    const { memoir, model, fall } = await withModel();
    const well = `${db.tenant}-well`;
    await aliceOf(memoir, well).observe(SAID);
    await db.work(memoir);

    const asking = await fall(illness);
    const alice = aliceOf(memoir);
    const { jobs } = memoir.operator(db.tenant);
    await alice.observe(SAID);
    await workToTheEnd(asking);
    expect([await pending(), await texts(alice)]).toEqual([[4], []]);
    const { count } = model.calls;
    await db.work(asking);
    expect(model.calls.count).toBe(count);

    await fall(null);
    expect(await jobs.retryDead("extract")).toBe(1);
    await db.work(memoir);
    expect(await jobs.stats()).toEqual([]);
    expect(await stateOf(db, db.tenant, { when: false })).toEqual(await stateOf(db, well, { when: false }));
  });

  it("what was set aside is read with the next turn, and its replay finds nothing left", async () => {
    const { memoir, fall } = await withModel();
    const alice = aliceOf(memoir);
    await fall("empty");
    await alice.observe(SAID.slice(0, 2));
    await workToTheEnd(memoir);
    await fall(null);
    await alice.observe(SAID.slice(2));
    await db.work(memoir);
    expect(await texts(alice)).toHaveLength(3);
    const before = await stateOf(db, db.tenant);
    expect(await memoir.operator(db.tenant).jobs.retryDead()).toBe(1);
    await db.work(memoir);
    expect(await stateOf(db, db.tenant)).toEqual(before);
  });

  it("C11: what words leave open the model is asked; until it says, the events wait", async () => {
    let mute = false;
    const model = await startScriptedModel({
      answer: plainAnswer,
      misbehave: ({ system }) => (mute && system.startsWith("Pairs of sentences") ? "server-error" : null),
    });
    models.push(model);
    // Pending memories are not shown to the reading model, so that it is asked about them.
    const policy = { models: { retries: 0 }, writePolicy: { requireApprovalTypes: ["profile" as const] } };
    const memoir = await db.open({ model: model.model, settings: policy });
    const alice = aliceOf(memoir);
    await alice.observe([{ id: "m1", text: "I work as a nurse." }]);
    await alice.flush();
    expect(await texts(alice)).toEqual([]);
    mute = true;
    await alice.observe([{ id: "m2", text: "I like tea. I am a nurse at the clinic." }]);
    await refused(alice.flush(), "model_unavailable");
    expect(await pending()).toEqual([1]);
    mute = false;
    expect((await alice.flush()).entries.map(({ outcome }) => outcome)).toEqual(["added", "reinforced"]);
    expect(await texts(alice)).toEqual(["Alice likes tea."]);
    expect((await alice.review()).items).toMatchObject([{ memory: { text: "Alice works as a nurse." } }]);
    const checks = model.calls.requests.filter(({ system }) => system.startsWith("Pairs of sentences"));
    expect(checks).toHaveLength(2);
  });

  it("more facts than one answer may hold are read in smaller pieces, and none is lost", async () => {
    const { memoir } = await withModel({ models: { maxOutputTokens: 400, retries: 0 } });
    const alice = aliceOf(memoir);
    const things = [
      "tea",
      "jazz",
      "rain",
      "snow",
      "chess",
      "rice",
      "salt",
      "wool",
      "tin",
      "ink",
      "jam",
      "figs",
    ];
    await alice.observe(things.map((thing, i) => ({ id: `m${i}`, text: `I like ${thing}.` })));
    await alice.flush();
    expect(await texts(alice)).toEqual(things.map((thing) => `Alice likes ${thing}.`).toSorted());
  });

  it("R300: an answer that breaks off to the end, sets the job aside with the reason, and nothing is lost", async () => {
    const { memoir, fall } = await withModel();
    const alice = aliceOf(memoir);
    const { jobs } = memoir.operator(db.tenant);
    await fall("truncated");
    // With its reply the turn is done, and is read at once.
    await alice.observe([
      { id: "m1", text: "I live in Paris. I like tea." },
      { id: "m2", role: "assistant", text: "Good." },
    ]);
    await workToTheEnd(memoir);
    const [job] = (await jobs.list({ status: "dead" })).items;
    expect(job?.lastError).toMatch(/^model_bad_output: /);
    expect([await pending(), await texts(alice)]).toEqual([[2], []]);
    await fall(null);
    await jobs.retryDead("extract");
    await db.work(memoir);
    expect([await pending(), await texts(alice)]).toEqual([
      [0],
      ["Alice likes tea.", "Alice lives in Paris."],
    ]);
  });
});
