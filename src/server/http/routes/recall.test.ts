import { beforeAll, describe, expect, it } from "vitest";
import type { Degraded, MemoryHit, QueryBullet, QueryItem } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

interface Recalled {
  readonly hits: readonly MemoryHit[];
  readonly degraded: Degraded | null;
  readonly prompt: string;
  readonly delivered: boolean;
}

describe("POST /api/ltm/recall", () => {
  const door = useDoor();
  const path = "/api/ltm/recall";
  let key: string;
  beforeAll(async () => {
    key = await door.key({ role: "read" });
    const alice = door.memoir.scope("user:alice");
    await alice.remember("Alice is allergic to nuts", { category: "constraints" });
    await alice.remember("Alice 喜欢喝绿茶", { category: "preference", importance: 0.9 });
  });
  const recall = (body: object, by = key) =>
    door.call<Recalled>("POST", path, { key: by, body: { scope: "user:alice", ...body } });

  it("gives short hits, the block for the model and the receipt", async () => {
    const { status, body } = await recall({ query: "nuts" });
    expect(status).toBe(200);
    expect(body.hits).toHaveLength(1);
    expect(Object.keys(body.hits[0]!).sort()).toEqual([
      ...["category", "confidence", "core", "createdAt", "id", "kind", "score", "subject", "tags", "text"],
      ...["type", "updatedAt"],
    ]);
    expect(body.hits[0]).toMatchObject({ kind: "memory", category: "constraints" });
    expect(body).toMatchObject({ receipt: { ids: [body.hits[0]!.id] }, delivered: false });
    expect(body.prompt).toContain("Alice is allergic to nuts");
    const events = await recall({ query: "绿茶", from: ["events"], limit: 1 });
    expect(events.body.hits).toMatchObject([{ kind: "event", role: "user", later: null }]);
  });

  it("with `explain` gives whole hits with their reasons", async () => {
    const { status, body } = await recall({ query: "nuts", explain: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ degraded: null, delivered: false });
    expect(body.hits.map(({ kind, text }) => [kind, text])).toEqual([
      ["memory", "Alice is allergic to nuts"],
    ]);
    expect(body.hits[0]?.why.relevance).toBeGreaterThan(0);
    expect(body.hits[0]?.evidence).toHaveLength(1);
    expect(body.prompt).toContain("Alice is allergic to nuts");
  });

  it.each([
    ["limit", { query: "*", limit: 1 }, 1],
    ["categories", { query: "*", categories: ["preference"] }, 1],
    ["filters (R266)", { query: "*", filters: { importanceMin: 0.8 } }, 1],
    ["times in filters", { query: "*", filters: { updatedAfter: "2999-01-01T00:00:00Z" } }, 0],
    ["asOf", { query: "*", asOf: "2001-01-01" }, 0],
    ["another source", { query: "绿茶", from: ["events"], limit: 1 }, 1],
    ["another scope", { scope: "user:nobody", query: "*" }, 0],
    ["all", { query: "*" }, 2],
  ])("takes %s", async (_name, body, hits) => {
    expect((await recall(body)).body.hits).toHaveLength(hits);
  });

  it("`deliver` counts the access; without it nothing is written", async () => {
    const counts = async () =>
      (await door.memoir.scope("user:alice").memories.list()).items.map(({ accessCount }) => accessCount);
    await recall({ query: "nuts" });
    expect(await counts()).toEqual([0, 0]);
    expect((await recall({ query: "nuts", deliver: true })).body.delivered).toBe(true);
    expect(await counts()).toEqual([0, 1]);
  });

  it("still answers where a delivery cannot be noted (R70)", async () => {
    await door.memoir.operator().readOnly(true);
    const { status, body } = await recall({ query: "nuts", deliver: true });
    await door.memoir.operator().readOnly(false);
    expect([status, body.hits.length, body.delivered]).toEqual([200, 1, false]);
  });

  it("counts recalls, and why one was degraded", async () => {
    const before = door.service.metrics.expose([]);
    await recall({ query: "nuts" });
    expect(before).toMatch(/memoir_recalls_total\{degraded="no"\} \d/);
    expect(door.service.metrics.expose([])).not.toBe(before);
  });

  it.each([
    ["no query", {}, 400, "invalid_argument"],
    ["a limit of 0", { query: "x", limit: 0 }, 400, "invalid_argument"],
    ["a filter by status", { query: "x", filters: { status: ["shadow"] } }, 400, "invalid_argument"],
    ["a source that is none", { query: "x", from: ["dreams"] }, 400, "invalid_argument"],
    ["a threshold above 1", { query: "x", threshold: 1.1 }, 400, "invalid_argument"],
    ["a thread that is too long", { query: "x", thread: "t".repeat(300) }, 413, "too_large"],
  ])("refuses %s", async (_name, body, status, code) => {
    const answer = await door.call("POST", path, { key, body: { scope: "user:alice", ...body } });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it("a key sees only its scopes and its categories", async () => {
    const bob = await door.key({ role: "read", scopes: ["user:bob"] });
    expect((await recall({ query: "nuts" }, bob)).status).toBe(403);
    expect((await recall({ scope: undefined, query: "nuts" }, bob)).body.hits).toEqual([]);
    const narrow = await door.key({ role: "read", categories: ["preference"] });
    expect((await recall({ query: "*" }, narrow)).body.hits.map(({ text }) => text)).toEqual([
      "Alice 喜欢喝绿茶",
    ]);
    expect((await recall({ query: "*", categories: ["constraints"] }, narrow)).status).toBe(403);
    const other = await door.key({ role: "read", tenant: "other" });
    expect((await recall({ query: "*" }, other)).body.hits).toEqual([]);
  });
});

interface Context {
  readonly prompt: string;
  readonly messages: readonly { role: string; content: unknown }[];
  readonly delivered: boolean;
}

describe("POST /api/ltm/context (R40)", () => {
  const door = useDoor();
  const fact = "Alice grows walnuts and other nuts";
  let key: string;
  beforeAll(async () => {
    key = await door.key({ role: "read" });
    await door.memoir.scope("user:alice").remember(fact);
  });
  const context = (body: object) =>
    door.call<Context>("POST", "/api/ltm/context", { key, body: { scope: "user:alice", ...body } });
  const chat = [
    { role: "system", content: "You are kind." },
    { role: "user", content: "Which nuts do I grow?", name: "alice" },
  ];

  it("puts what is remembered where the preset says, and leaves the rest as it was", async () => {
    const { status, body } = await context({ messages: chat, threshold: 0 });
    expect([status, body.delivered]).toEqual([200, true]);
    expect(body.prompt).toContain(fact);
    expect(body.messages.map(({ content }) => content).join("\n")).toContain(body.prompt);
    expect(body.messages).toContainEqual(chat[1]);
    expect((await context({ messages: body.messages, threshold: 0 })).body.messages).toEqual(body.messages);
  });

  it("asks the words of parts", async () => {
    const content = [{ type: "text", text: "Which nuts does Alice grow?" }, { type: "image_url" }];
    const { body } = await context({ messages: [{ role: "user", content }], threshold: 0 });
    expect(body.prompt).toContain(fact);
  });

  it("asks what it is told to ask", async () => {
    expect((await context({ query: "nuts" })).body.messages).toHaveLength(1);
    expect((await context({ query: "whales", messages: chat })).body).toMatchObject({
      prompt: "",
      messages: chat,
    });
    expect((await context({ query: "nuts", deliver: false })).body.delivered).toBe(false);
  });

  it.each([
    [{}, 400],
    [{ messages: [] }, 400],
    [{ messages: [{ role: "user", content: [{ type: "image_url" }] }] }, 400],
    [{ messages: "nuts" }, 400],
    [{ messages: [{ content: "nuts" }] }, 400],
    [{ query: "nuts", scope: "nowhere" }, 400],
  ])("%j is refused", async (body, status) => {
    expect((await context(body)).status).toBe(status);
  });
});

describe("POST /memory/query", () => {
  const door = useDoor({ settings: { allowlists: { planner: ["tasks"], coder: ["profile"] } } });
  let key: string;
  beforeAll(async () => {
    key = await door.key({ role: "read" });
    const alice = door.memoir.scope("user:alice");
    await alice.remember("Alice must send the report on Friday", { category: "tasks", importance: 0.8 });
    await alice.remember("Alice 住在柏林", { category: "profile", run: "r1" });
    await door.memoir.scope("user:bob").remember("Bob must send the report on Monday", { category: "tasks" });
  });
  const query = <T = QueryBullet[]>(body: object, by = key) =>
    door.call<T>("POST", "/memory/query", { key: by, body });

  it("a request of R262 as it stands: bullets (R263)", async () => {
    const { status, body } = await query({
      agent: "planner",
      query: "what must be sent?",
      categories: ["tasks"],
      filters: {
        user_id: "alice",
        agent_id: null,
        run_id: null,
        actor_id: null,
        role: null,
        pinned: null,
        importance_min: null,
        importance_max: null,
        updated_after: null,
        updated_before: null,
      },
      top_k: 3,
      return: "bullets",
      budget_tokens: 512,
      threshold: 0,
    });
    expect(status).toBe(200);
    expect(body).toEqual([
      { id: expect.any(String), category: "tasks", text: "[tasks] Alice must send the report on Friday" },
    ]);
  });

  it("full gives what is known of each (R263)", async () => {
    const body = { scope: "user:alice", query: "柏林", return: "full", threshold: 0 };
    const [first] = (await query<QueryItem[]>(body)).body;
    expect(first).toMatchObject({ text: "Alice 住在柏林", run_id: "r1", importance: 3, user_id: "alice" });
    expect(Object.keys(first!)).toContain("updated_at");
  });

  it("says in a header why it is degraded, and counts it", async () => {
    const off = await door.memoir.operator().policy.set({ readPolicy: { enable: false } });
    const { headers, body } = await query({ scope: "user:alice", query: "Alice" });
    await door.memoir.operator().policy.rollback(off.version - 1);
    expect([body, headers.get("x-memoir-degraded")]).toEqual([[], "disabled"]);
    expect(door.service.metrics.expose([])).toContain('memoir_recalls_total{degraded="disabled"} 1');
  });

  it.each([
    ["importance", { importance_min: 4 }, ["tasks"]],
    ["run", { run_id: "r1" }, ["profile"]],
    ["category", { category: "tasks" }, ["tasks"]],
    ["time", { updated_after: "2999-01-01T00:00:00Z" }, []],
  ])("filters by %s (R264, R266)", async (_name, filters, categories) => {
    const { body } = await query({ scope: "user:alice", query: "Alice", filters, threshold: 0 });
    expect(body.map(({ category }) => category)).toEqual(categories);
  });

  it("who asks is the key's agent, and sees what that one may (R261)", async () => {
    const planner = await door.key({ role: "read", agent: "planner", scopes: ["user:alice"] });
    const all = { query: "Alice", threshold: 0 };
    expect((await query(all, planner)).body.map(({ category }) => category)).toEqual(["tasks"]);
    expect((await query({ ...all, agent: "planner" }, planner)).status).toBe(200);
    expect((await query({ ...all, agent: "coder" }, planner)).status).toBe(403);
    expect((await query({ ...all, categories: ["profile"] }, planner)).status).toBe(403);
    expect((await query({ ...all, filters: { user_id: "bob" } }, planner)).body).toEqual([]);
    expect((await query({ ...all, scope: "user:bob" }, planner)).status).toBe(403);
  });

  it.each([
    ["nothing to look for", { scope: "user:alice" }],
    ["nobody to look for", { query: "x" }],
    ["an unknown field", { scope: "user:alice", query: "x", limit: 3 }],
    ["an unknown filter", { scope: "user:alice", query: "x", filters: { colour: "red" } }],
    ["a level of 0", { scope: "user:alice", query: "x", filters: { importance_min: 0 } }],
    ["no results at all", { scope: "user:alice", query: "x", top_k: 0 }],
    ["no categories at all", { scope: "user:alice", query: "x", categories: [] }],
  ])("refuses %s", async (_name, body) => {
    expect((await query(body)).status).toBe(400);
  });
});
