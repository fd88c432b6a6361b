import { describe, expect, it } from "vitest";
import { testEmbedder } from "../support/embedder.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { DAY, refused } from "./support/expect.ts";
import { readingModel } from "./support/reading-model.ts";

describe.each(anyMemoir)("memory.query and allowlists on $name", (kind) => {
  const db = useMemoir(kind);

  const supervised = async (agent?: string) => {
    const memoir = await db.open({ preset: "supervisor" });
    return memoir.scope("user:alice", { tenant: db.tenant, ...(agent === undefined ? {} : { agent }) });
  };
  const fill = async () => {
    const scope = await supervised();
    await scope.remember("Alice plans the deployment on Friday", { category: "tasks", importance: 0.8 });
    db.clock.advance(DAY);
    await scope.remember("The deployment project is called Apollo", {
      category: "projects",
      importance: 0.4,
    });
    await scope.remember("Alice prefers deployment notes in German", { category: "preferences" });
    await scope.remember("1. Build. 2. Run the deployment script.", { category: "procedural" });
    await scope.remember("Alice is a nurse", { category: "profile" });
    return scope;
  };

  it("C4, R259: what is read from talk has the categories that the agents' lists name", async () => {
    const memoir = await db.open({
      preset: "supervisor",
      model: readingModel({
        "I like jazz. I have to call the dentist tomorrow.": [
          { text: "Alice likes jazz.", type: "preference" },
          { text: "Alice has to call the dentist on 2 March 2026.", type: "task_state" },
        ],
        "我喜欢喝绿茶。": [{ text: "Alice喜欢喝绿茶。", type: "preference" }],
      }),
    });
    const told = memoir.scope("user:alice", { tenant: db.tenant });
    await told.observe([
      { id: "m1", text: "I like jazz. I have to call the dentist tomorrow." },
      { id: "m2", text: "我喜欢喝绿茶。" },
    ]);
    await told.flush();
    const seen = async (agent: string): Promise<string[]> =>
      (await (await supervised(agent)).memories.list()).items.map(({ category }) => category).sort();
    expect(await seen("supervisor")).toEqual(["preferences", "preferences", "tasks"]);
    expect(await seen("stylist")).toEqual(["preferences", "preferences"]);
    expect(await seen("planner")).toEqual(["tasks"]);
    expect(await seen("researcher")).toEqual([]);
    const { memory } = await (await supervised()).remember("Alice likes opera", { type: "preference" });
    expect(memory.category).toBe("preferences");
  });

  it("R262, R263: bullets of the categories asked for", async () => {
    await fill();
    const planner = await supervised("planner");
    const bullets = await planner.query({
      agent: "planner",
      query: "deployment plan context",
      categories: ["tasks", "projects"],
      top_k: 3,
      return: "bullets",
      budget_tokens: 512,
    });
    expect(bullets.map(({ category, text }) => [category, text]).sort()).toEqual([
      ["projects", "[projects] The deployment project is called Apollo"],
      ["tasks", "[tasks] Alice plans the deployment on Friday"],
    ]);
    const [full] = await planner.query({ query: "Apollo project", return: "full", top_k: 1 });
    expect(full).toMatchObject({ category: "projects", importance: 2, user_id: "alice", pinned: false });
  });

  it("R258–R261, C22, C23: what an agent may read is the engine's to say", async () => {
    await fill();
    const planner = await supervised("planner");
    await refused(planner.query({ query: "x", categories: ["preferences"] }), "not_allowed");
    await refused(planner.query({ query: "x", categories: [] }), "invalid_argument");
    await refused(planner.query({ query: "x", agent: "stylist" }), "not_allowed");
    await refused(planner.recall("x", { categories: ["profile"] }), "not_allowed");
    await refused(planner.recall("x", { filters: { category: "profile" } }), "not_allowed");
    await refused(planner.recall("x", { from: ["events"] }), "not_allowed");
    const seen = async (agent: string): Promise<string[]> =>
      (await (await supervised(agent)).query({ query: "deployment", top_k: 50 }))
        .map((one) => one.category)
        .sort();
    expect(await seen("planner")).toEqual(["projects", "tasks"]);
    expect(await seen("stylist")).toEqual(["preferences"]);
    expect(await seen("stranger")).toEqual([]);
  });

  it("R284: procedures come only when they are named, and only to who may", async () => {
    await fill();
    const executor = await supervised("executor");
    expect(await executor.query({ query: "deployment script", categories: ["procedural"] })).toMatchObject([
      { category: "procedural" },
    ]);
    expect((await executor.query({ query: "deployment" })).map((one) => one.category)).not.toContain(
      "procedural",
    );
    const nobody = await supervised();
    expect(
      (await nobody.recall("deployment script", { limit: 50, from: ["memories"] })).hits.map(
        (hit) => hit.memory.category,
      ),
    ).not.toContain("procedural");
    await refused(
      (await supervised("stylist")).query({ query: "x", categories: ["procedural"] }),
      "not_allowed",
    );
  });

  it("R260: a category of context all is there whatever is asked; rag keeps to its length", async () => {
    await fill();
    const memoir = await db.open({
      preset: "supervisor",
      settings: {
        categories: {
          system: [
            { name: "profile", context: "all" },
            { name: "tasks", context: "rag", rag_length: 1 },
          ],
        },
      },
    });
    const scope = memoir.scope("user:alice", { tenant: db.tenant });
    for (let i = 0; i < 3; i++) await scope.remember(`Deployment task number ${i}`, { category: "tasks" });
    const { hits } = await scope.recall("deployment task", { limit: 10, from: ["memories"] });
    const categories = hits.map((hit) => hit.memory.category);
    expect(categories.filter((one) => one === "profile")).toHaveLength(1);
    expect(categories.filter((one) => one === "tasks")).toHaveLength(1);
    expect((await scope.recall("quantum chromodynamics")).hits.map((hit) => hit.text)).toEqual([
      "Alice is a nurse",
    ]);
  });

  it("R264, R266: filters, in the supervisor's words", async () => {
    const scope = await fill();
    const ask = async (filters: object) =>
      (await scope.query({ query: "deployment", filters, top_k: 50, categories: ["tasks", "projects"] }))
        .map((one) => one.category)
        .sort();
    expect(await ask({ importance_min: 4 })).toEqual(["tasks"]);
    expect(await ask({ importance_max: 2 })).toEqual(["projects"]);
    expect(await ask({ importance_min: 1, importance_max: 5, updated_before: null })).toEqual([
      "projects",
      "tasks",
    ]);
    expect(await ask({ updated_after: new Date(db.clock.now - 1_000).toISOString() })).toEqual(["projects"]);
    expect(await ask({ user_id: "bob" })).toEqual([]);
    expect(await ask({ pinned: true })).toEqual([]);
    const planner = await supervised("planner");
    const {
      memory: { id },
    } = await planner.remember("Alice checks the deployment log", {
      category: "tasks",
      run: "r1",
      author: "小明",
    });
    for (const [name, value] of Object.entries({
      agent_id: "planner",
      run_id: "r1",
      actor_id: "小明",
      role: "user",
      category: "tasks",
      user_id: "alice",
    })) {
      const asked = { query: "deployment", top_k: 50, categories: ["tasks"] };
      const met = await scope.query({ ...asked, filters: { [name]: value } });
      expect([name, met.map((one) => one.id)]).toEqual([name, expect.arrayContaining([id])]);
      const missed = await scope.query({ ...asked, filters: { [name]: `${value}!` } });
      expect([name, missed]).toEqual([name, []]);
    }
    await refused(scope.query({ query: "x", filters: { importanc_min: 1 } as object }), "invalid_argument");
    await refused(scope.query({ query: "x", filters: { importance_min: 9 } }), "invalid_argument");
    await refused(scope.query({ query: "x", topk: 3 } as never), "invalid_argument");
  });

  it("R264, R265: the threshold drops, the budget cuts", async () => {
    const scope = await fill();
    expect(await scope.query({ query: "deployment", threshold: 1, categories: ["tasks"] })).toEqual([]);
    for (let i = 0; i < 9; i++) {
      await scope.remember(`Task ${i}: deployment of ${"a rather long service name ".repeat(4)}`, {
        category: "tasks",
      });
    }
    const budget = 120;
    const bullets = await scope.query({
      query: "deployment",
      categories: ["tasks"],
      top_k: 9,
      budget_tokens: budget,
    });
    expect(bullets.length).toBeGreaterThan(0);
    const tokens = bullets.reduce((sum, one) => sum + Math.ceil(one.text.length / 4), 0);
    expect(tokens).toBeLessThanOrEqual(budget);
  });

  it("R263: the list has its shape; what is wrong with it is told beside it", async () => {
    await fill();
    const told: unknown[] = [];
    const ask = async (scope: Awaited<ReturnType<typeof supervised>>) => {
      const bullets = await scope.query(
        { query: "Apollo", categories: ["projects"] },
        { onDegraded: (why) => told.push(why) },
      );
      return bullets.map((one) => Object.keys(one));
    };
    expect(await ask(await supervised())).toEqual([["id", "category", "text"]]);
    expect(told).toEqual([]);
    const embedder = testEmbedder();
    embedder.status = "failed";
    const failing = await db.open({ preset: "supervisor", embedder });
    expect(await ask(failing.scope("user:alice", { tenant: db.tenant }))).toEqual([
      ["id", "category", "text"],
    ]);
    expect(told).toMatchObject([{ reason: "embedder-unavailable" }]);
  });

  it("R321: what a query gives to an agent counts as accessed; a recall does so when it is delivered", async () => {
    const scope = await fill();
    const [bullet] = await scope.query({ query: "Apollo", categories: ["projects"] });
    await expect.poll(async () => (await scope.memories.get(bullet!.id))?.accessCount).toBe(1);
    const again = await supervised();
    const recalled = await again.recall("Apollo");
    expect((await again.memories.get(bullet!.id))?.accessCount).toBe(1);
    await recalled.delivered();
    expect((await again.memories.get(bullet!.id))?.accessCount).toBe(2);
  });
});
