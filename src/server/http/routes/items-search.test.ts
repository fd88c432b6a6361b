import { beforeAll, describe, expect, it } from "vitest";
import { useDoor } from "../app.fixture.ts";

interface Found {
  readonly items: { scope: string; score: number; memory: { text: string } }[];
}

describe("search across scopes", () => {
  const door = useDoor();
  beforeAll(async () => {
    const says: [string, string, string][] = [
      ["default", "user:alice", "Alice likes green tea"],
      ["default", "user:bob", "Bob drinks tea with milk"],
      ["default", "user:李雷", "李雷喜欢喝绿茶"],
      ["other", "user:eve", "Eve hates tea"],
    ];
    for (const [tenant, scope, text] of says) await door.memoir.scope(scope, { tenant }).remember(text);
  });

  it.each([
    ["all scopes for an operator", { role: "operator" }, "query=tea", ["user:alice", "user:bob"]],
    ["all scopes for who may read all", { role: "read" }, "query=tea", ["user:alice", "user:bob"]],
    ["in Chinese", { role: "read" }, `query=${encodeURIComponent("绿茶")}`, ["user:李雷"]],
    ["some scopes", { role: "read" }, "query=tea&scope=user:bob", ["user:bob"]],
    ["several", { role: "read" }, "query=tea&scope=user:bob&scope=user:alice", ["user:alice", "user:bob"]],
    ["its own", { role: "read", scopes: ["user:alice"] }, "query=tea", ["user:alice"]],
    ["what is of one status", { role: "operator" }, "query=tea&status=pending", []],
    ["what nobody said", { role: "read" }, "query=coffee", []],
  ] as const)("%s", async (_what, grant, query, scopes) => {
    const key = await door.key(grant as Parameters<typeof door.key>[0]);
    const { status, body } = await door.call<Found>("GET", `/api/ltm/search?${query}`, { key });
    expect(status).toBe(200);
    expect(body.items.map(({ scope }) => scope).sort()).toEqual(scopes);
    for (const { score } of body.items) expect(score).toBeGreaterThan(0);
  });

  it.each([
    ["nothing", { role: "read" }, "", 400],
    ["too many", { role: "read" }, "query=tea&limit=9999", 400],
    ["another's", { role: "read", scopes: ["user:alice"] }, "query=tea&scope=user:bob", 403],
    ["what waits", { role: "read" }, "query=tea&status=pending", 403],
    ["past its categories", { role: "read", categories: ["food"] }, "query=tea", 403],
  ] as const)("%s is refused", async (_what, grant, query, status) => {
    const key = await door.key(grant as Parameters<typeof door.key>[0]);
    expect((await door.call("GET", `/api/ltm/search?${query}`, { key })).status).toBe(status);
  });
});
