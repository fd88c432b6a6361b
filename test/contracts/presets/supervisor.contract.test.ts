import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/domain/budget.ts";
import type { MemoirEngine } from "../../../src/index.ts";
import type { LanguageModel } from "../../../src/models/language/port.ts";
import { anyDatabase, useDatabase } from "../../support/databases.ts";
import { topicEmbedder } from "../../support/embedder.ts";
import { DAY, everything, refused } from "../support/expect.ts";
import { SEED, type SupervisorAnswers, supervisorModel } from "./supervisor-model.ts";

const MILK = [
  "Ana cannot digest milk sugar",
  "Ana cannot digest milk sugar: lactose intolerance, known since childhood",
];
const CHEESE = ["Ana's favourite cheese is Gouda", "Ana likes Gouda, her favourite cheese, best"];
const TRUST = "User shows increased trust when admitting mistakes.";
const ANSWERS: SupervisorAnswers = {
  facts: {
    "Call me Ana. I want to ship v1 by September.": [
      { text: "Ana wants to ship v1 by September.", type: "task_state", category: "goals", importance: 0.8 },
      { text: "Ana likes to be called Ana.", importance: 0.4, confidence: 0.5 },
    ],
    "我住在乌特勒支。": [{ text: "Ana住在乌特勒支。", slot: "home" }],
  },
  insights: [{ summary: TRUST, tags: ["trust", "style"], importance: 2 }],
  profile: [
    { field: "tone", value: "brief", confidence: 0.95 },
    { field: "city", value: "乌特勒支", confidence: 0.99 },
  ],
  same: (a, b) => [a, b].every((text) => /milk|Gouda/.test(text)),
};

describe.each(anyDatabase)("a supervisor as its design document uses it, on $name", (kind) => {
  const db = useDatabase(kind);
  const embedder = () => topicEmbedder([["deploy", "部署"], ["milk"]]);
  const opened = async (answers: SupervisorAnswers = ANSWERS) => {
    const model = supervisorModel(answers);
    const memoir = await db.open({ preset: "supervisor", embedder: embedder(), model, settings: SEED });
    const as = (agent?: string, thread = "t1") =>
      memoir.scope("user:ana", {
        ...{ tenant: db.tenant, thread },
        ...(agent === undefined ? {} : { agent }),
      });
    return { memoir, model, as, operator: memoir.operator(db.tenant) };
  };
  /** The block that the supervisor's turn begins with; it is given to the agent. */
  const turn = async (scope: ReturnType<MemoirEngine["scope"]>, question: string): Promise<string> => {
    const found = await scope.recall(question);
    await found.delivered();
    return found.toPrompt();
  };
  const active = async (scope: ReturnType<MemoirEngine["scope"]>): Promise<string[]> =>
    (await everything(scope.memories.list({ status: ["active"] }))).map(({ text }) => text).toSorted();

  it("R247–R252, R260, R267–R272, R278, R282, R292–R294: one month of talk, nightly work, insight, consent, ageing, audit, checkpoints", async () => {
    const { memoir, model, as, operator } = await opened();
    const ana = as();
    // Other tests' tenants are in the database too, and have their nights.
    const askedAbout = (role: string, words: string) =>
      (model.asked[role] ?? []).filter(({ messages }) => messages.at(-1)!.content.includes(words));
    const day = async (says: string[], then?: () => Promise<void>, days = 1): Promise<void> => {
      for (const [i, text] of says.entries()) {
        const id = `${db.clock.now}-${i}`;
        await ana.observe([
          { id, text, session: "s1" },
          { id: `${id}-reply`, role: "assistant", text: "Noted.", session: "s1" },
        ]);
        await turn(ana, text);
      }
      await then?.();
      db.clock.advance(days * DAY);
      await memoir.work();
    };

    // A tenant has nights from the moment on that it is known.
    await ana.observe([{ id: "hello", text: "Hello!" }]);
    await memoir.work();
    // Day 1: what was said is read behind the turn, under the seed's categories.
    await day(["Call me Ana. I want to ship v1 by September.", "我住在乌特勒支。"]);
    expect(await active(ana)).toEqual(
      expect.arrayContaining(["Ana wants to ship v1 by September.", "Ana住在乌特勒支。"]),
    );
    // R248–R250, R278: the night has an insight and two values; the benign one is applied, the other asks.
    const insights = await everything(ana.memories.list({ kind: "insight" }));
    expect(insights).toMatchObject([
      { text: TRUST, category: "relationship_dynamic", importance: 0.4, pinned: false },
    ]);
    expect(askedAbout("insight", "乌特勒支")).toMatchObject([{ temperature: 0 }]);
    expect((await ana.profile.get()).map(({ field, value }) => [field, value])).toEqual([["tone", "brief"]]);
    const [waiting] = (await ana.profile.proposals({ status: "pending" })).items;
    expect(waiting).toMatchObject({ field: "city", newValue: "乌特勒支", needs: "consent" });
    await ana.profile.confirm("city", { accept: true });

    // Day 2: two notes of one fact; the worker makes one of them in the night.
    await day(["Good morning!"], async () => {
      for (const [i, text] of MILK.entries()) await ana.remember(text, { key: `n${i}`, category: "tasks" });
      await ana.remember("Ana once asked for a blue logo", { category: "activity", importance: 0.2 });
    });
    expect((await active(ana)).filter((text) => MILK.includes(text))).toEqual([MILK[1]]);
    expect(askedAbout("check", "milk sugar")).toHaveLength(1);

    // Days 3 to 32: ordinary talk now and then; the supervisor is unsure once, and asks once.
    for (let i = 3; i <= 30; i += 3) {
      const ask = async (): Promise<void> => {
        if (i === 9) await as("supervisor").query({ query: "milk", return: "bullets", top_k: 3 });
      };
      await day([`Day ${i}: 今天天气不错`], ask, 3);
    }
    const figures = await operator.figures();
    const sum = (name: string): number =>
      figures.filter((one) => one.name === name).reduce((total, { value }) => total + value, 0);
    expect([sum("turns.said"), sum("turns.recalled")]).toEqual([14, 1]);
    // R256, R257: the pairs of the first nights are not asked about every night.
    expect(askedAbout("check", MILK[1]!).length).toBeLessThanOrEqual(1 + 30 / 14);

    // R260: the whole profile and what the question finds, in 512 tokens.
    const prompt = await turn(ana, "When does Ana want to ship v1?");
    expect(prompt).toContain("Ana wants to ship v1 by September.");
    expect(prompt).toContain("Ana住在乌特勒支。");
    expect(estimateTokens(prompt)).toBeLessThanOrEqual(512);

    // R270–R272: everything that was written is in the history, and leaves with the user's export.
    const merged = (await everything(ana.memories.list({ status: ["active"] }))).find(
      ({ text }) => text === MILK[1],
    );
    const history = (await everything(await ana.memories.history(merged!.id))).map(({ event }) => event);
    expect(history).toEqual(expect.arrayContaining(["ADD", "MERGE"]));

    // R292–R294: the supervisor's state survives a restart.
    const where = { tenant: db.tenant, scope: "user:ana", thread: "t1" };
    const data = { graph: { node: "planner" }, memoryContext: [prompt], conversation: [], agents: {} };
    await memoir.checkpoints.save({ ...where, data });
    await memoir.close();
    const again = await opened();
    expect((await again.memoir.checkpoints.load(where))?.data).toEqual(data);

    // R267–R269: what nobody asked for in sixty days goes, and is told once; it can come back for thirty.
    db.clock.advance(40 * DAY);
    await again.operator.upkeep.run("cold");
    const told = await turn(again.as(), "hello");
    expect(told).toContain("- ↓soft_deleted: [Activity] Ana once asked for a blue logo");
    expect(await turn(again.as(), "the blue logo?")).not.toContain("blue logo");
    const [gone] = (await again.as().memories.list({ status: ["soft_deleted"] })).items;
    await again.as().memories.restore(gone!.id);
    expect(await turn(again.as(), "the blue logo?")).toContain("↺restored: [Activity]");
    expect(await again.memoir.check()).toEqual([]);
  });

  it("R238–R242, F7: the seed's header, in each thread once", async () => {
    const { as, operator } = await opened();
    const [ana, other] = [as(), as(undefined, "t2")];
    await ana.remember("Preferred name is Ana", { category: "Personal", importance: 0.4 });
    const goal = (await ana.remember("Ship v1 by Oct", { category: "goals" })).memory.id;
    expect((await turn(ana, "hello")).split("\n").slice(0, 3)).toEqual([
      "Memory updates since rev 0:",
      "- +created: [Personal] Preferred name is Ana (imp=2)",
      "- +created: [Goals] Ship v1 by Oct (imp=3)",
    ]);
    await ana.memories.update(goal, { text: "Ship v1 by Sep" });
    expect((await turn(ana, "hello")).split("\n").slice(0, 2)).toEqual([
      expect.stringMatching(/^Memory updates since rev [1-9]\d*:$/),
      "- ↑updated: [Goals] Ship v1 by Sep",
    ]);
    for (const [i, text] of CHEESE.entries()) await ana.remember(text, { key: `n${i}`, category: "tasks" });
    await turn(ana, "hello");
    await operator.upkeep.run("consolidate");
    const head = (await turn(ana, "hello")).split("\n").slice(0, 2);
    expect(head).toEqual([
      expect.stringMatching(/^Memory updates since rev \d+:$/),
      `- ↔merged: ${CHEESE[1]}`,
    ]);
    expect(await turn(ana, "hello")).not.toContain("Memory updates");
    // Another thread has seen nothing yet; of many changes it is told three.
    const late = (await turn(other, "hello")).split("\n");
    expect(late[0]).toBe("Memory updates since rev 0:");
    expect(late.filter((line) => /^- .[a-z_]+: /.test(line))).toHaveLength(3);
  });

  it("R243–R246: neighbours are linked once, and a related line stands beside the answer", async () => {
    const { as } = await opened();
    const ana = as();
    await ana.remember("The deploy key is kept by Bo", { category: "tasks" });
    await ana.remember("部署在周五进行", { category: "tasks" });
    await ana.remember("部署在周五进行", { category: "tasks" });
    const edges = await db.query<{ strength: number }>("select strength from relation where tenant = $1", [
      db.tenant,
    ]);
    expect(edges).toHaveLength(1);
    expect(edges[0]!.strength).toBeGreaterThanOrEqual(0.6);
    const { hits } = await ana.recall("Who has the deploy key?", { limit: 1 });
    expect(hits.map(({ text }) => text)).toEqual(["The deploy key is kept by Bo", "部署在周五进行"]);
  });

  it("R258–R266, R284: the seed's request of memory.query, and what each agent may read", async () => {
    const { as } = await opened();
    const [ana, planner, executor] = [as(), as("planner"), as("executor")];
    await ana.remember("Ana plans to deploy on Friday", { category: "tasks" });
    await ana.remember("Ana works on project Apollo", { category: "projects" });
    await ana.remember("Ana is a nurse", { category: "profile" });
    await executor.remember("1. Build the image. 2. Deploy it.", { category: "procedural" });
    const request = {
      agent: "planner",
      query: "deployment plan context",
      categories: ["tasks", "projects"],
      filters: {
        ...{ user_id: "ana", role: "user", pinned: false, importance_min: 1, importance_max: 5 },
        ...{ updated_after: "2025-07-01", updated_before: null },
      },
      top_k: 3,
      return: "bullets",
      budget_tokens: 512,
    } as const;
    const bullets = await planner.query(request);
    expect(bullets.map(({ category, text }) => [category, text])).toContainEqual([
      "tasks",
      "[tasks] Ana plans to deploy on Friday",
    ]);
    expect(Object.keys(bullets[0]!)).toEqual(["id", "category", "text"]);
    expect(estimateTokens(JSON.stringify(bullets))).toBeLessThanOrEqual(512);
    expect(await planner.query({ ...request, threshold: 1, query: "astronomy" })).toEqual([]);
    const [tool, ...others] = planner.tools();
    expect([tool?.name, others.length]).toEqual(["memory.query", 0]);
    expect((await tool!.call(request)).result).toEqual({ items: bullets });
    await refused(planner.query({ ...request, agent: "supervisor" }), "not_allowed");
    await refused(planner.query({ ...request, categories: ["profile"] }), "not_allowed");
    await refused(as("stylist").query({ query: "deploy", categories: ["procedural"] }), "not_allowed");
    expect(await executor.query({ query: "how to deploy", categories: ["procedural"] })).toHaveLength(1);
    expect((await executor.query({ query: "how to deploy" })).map(({ category }) => category)).not.toContain(
      "procedural",
    );
    expect(await turn(as("supervisor"), "how do we deploy?")).not.toContain("Build the image");
  });

  it("R277–R280: a sensitive field waits for the user's word, and every decision is on record", async () => {
    const { as } = await opened();
    const ana = as();
    const { id } = await ana.profile.propose("preferred_name", "Ana", { reason: "she said so" });
    expect(await ana.profile.get()).toEqual([]);
    await ana.profile.confirm(id, { accept: true });
    await ana.profile.propose("pronouns", "she/her");
    db.clock.advance(7 * DAY);
    const decided = (await everything(ana.profile.proposals())).map(({ field, status, decidedHow }) => [
      ...[field, status, decidedHow],
    ]);
    expect(decided).toEqual([
      ["pronouns", "expired", "expiry"],
      ["preferred_name", "accepted", "confirmation"],
    ]);
  });

  it("R288: a turn does not wait for the model that reads it", async () => {
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const silent: LanguageModel = {
      id: "test/silent",
      structured: true,
      generate: ({ signal }) => {
        asked();
        return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      },
    };
    const settings = { jobs: { graceMs: 0 } };
    const memoir = await db.open({ preset: "supervisor", model: silent, background: true, settings });
    const ana = memoir.scope("user:ana", { tenant: db.tenant, thread: "t1" });
    await ana.observe([
      { id: "m1", text: "Remember that I ship v1 in September." },
      { id: "r1", role: "assistant", text: "Noted." },
    ]);
    await isAsked;
    // It never answers; everything that a turn does is done all the same.
    await ana.remember("Ana plans to deploy on Friday", { category: "tasks" });
    await ana.observe([{ id: "m2", text: "我住在鹿特丹。" }]);
    expect(await turn(ana, "When does Ana deploy?")).toContain("Ana plans to deploy on Friday");
    expect(await ana.query({ query: "deploy" })).toHaveLength(1);
    const { unread } = await memoir.operator(db.tenant).stats();
    expect(unread.events).toBe(3);
    await memoir.close();
  });

  it("R286, R287: a short turn yields one fact and the sure ones, and a turn writes three", async () => {
    const LONG = `I keep bees. ${"They are busy. ".repeat(30)}`.trim();
    const bees = ["three hives", "two queens", "a smoker", "a veil", "a jar"];
    const facts = {
      "I keep bees and hens.": [
        { text: "Ana keeps bees.", importance: 0.5, confidence: 0.8 },
        { text: "Ana keeps hens.", importance: 0.7, confidence: 0.8 },
        { text: "Ana养蜜蜂和母鸡。", importance: 0.3, confidence: 0.8 },
      ],
      [LONG]: bees.map((what) => ({ text: `Ana has ${what} for the bees.`, confidence: 0.8 })),
    };
    const { as } = await opened({ ...ANSWERS, facts });
    const ana = as();
    await ana.observe([{ id: "m1", text: "I keep bees and hens." }]);
    await ana.flush();
    expect(await active(ana)).toEqual(["Ana keeps hens."]);
    await ana.observe([{ id: "m2", text: LONG }]);
    await ana.flush();
    expect(await active(ana)).toHaveLength(1 + 3);
  });
});
