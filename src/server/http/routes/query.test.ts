import { beforeAll, describe, expect, it } from "vitest";
import type { QueryBullet, QueryItem } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

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
