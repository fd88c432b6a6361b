import { describe, expect, it } from "vitest";
import type { Stats } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";
import { ROUTES } from "./index.ts";

describe("what an operator may", () => {
  const door = useDoor();

  const routes = ROUTES.filter(({ spec }) => spec.role === "operator").map(({ spec }) => [
    spec.method.toUpperCase(),
    spec.path.replace("{version}", "1").replaceAll(/\{\w+\}/g, "x"),
  ]);

  it.each(routes)("%s %s is nothing for who has no key, or a lesser one", async (method, path) => {
    const asked = method === "GET" || method === "DELETE" ? {} : { body: {} };
    expect((await door.call(method!, path!, asked)).status).toBe(401);
    for (const role of ["read", "write"] as const) {
      const key = await door.key({ role });
      const { status, body } = await door.call(method!, path!, { ...asked, key });
      expect({ status, code: body.error.code }).toEqual({ status: 403, code: "not_allowed" });
    }
  });

  describe("R51: stats", () => {
    it("are of all scopes for an operator, of one for who may use it", async () => {
      const tenant = "stats";
      await door.memoir.scope("user:alice", { tenant }).remember("Alice likes tea");
      await door.memoir.scope("user:李雷", { tenant }).remember("李雷喜欢茶");
      const operator = await door.key({ tenant });
      const all = await door.call<Stats>("GET", "/api/ltm/stats", { key: operator });
      expect(all).toMatchObject({
        status: 200,
        body: { tenant, readOnly: false, totals: { scopes: 2, memories: 2 } },
      });

      const bound = await door.key({ tenant, role: "read", scopes: ["user:alice"] });
      for (const path of ["/api/ltm/stats", "/api/ltm/stats?scope=user&scope_id=alice"]) {
        const one = await door.call<Stats>("GET", path, { key: bound });
        expect(one.body.scopes.map(({ scope, memories }) => [scope, memories])).toEqual([["user:alice", 1]]);
        expect(one.body.totals).toMatchObject({ scopes: 1, memories: 1 });
      }
    });

    it.each([
      ["another's scope", { role: "read", scopes: ["user:alice"] }, "?scope=user:bob", 403],
      ["all scopes, without being an operator", { role: "write" }, "", 403],
      [
        "counts over categories it may not see",
        { role: "read", categories: ["food"] },
        "?scope=user:alice",
        403,
      ],
      ["a scope that nobody uses", { role: "read" }, "?scope=user:nobody", 200],
      ["no scope at all", { role: "read" }, "?scope=nonsense", 400],
      ["a parameter that is none", { role: "read" }, "?scopes=user:alice", 400],
    ] as const)("%s", async (_what, grant, query, status) => {
      const key = await door.key(grant);
      expect((await door.call("GET", `/api/ltm/stats${query}`, { key })).status).toBe(status);
    });
  });

  it("R291: operations are counted in a span of time", async () => {
    const key = await door.key({ tenant: "ops" });
    await door.memoir.scope("user:alice", { tenant: "ops" }).remember("Alice likes tea");
    const counted = await door.call<{ operations: { op: string; count: number }[] }>(
      "GET",
      "/api/ltm/operations",
      {
        key,
      },
    );
    expect(counted.body.operations).toContainEqual(
      expect.objectContaining({ op: "create", status: "ok", count: 1 }),
    );
    const later = await door.call<unknown>("GET", "/api/ltm/operations?since=2999-01-01T00:00:00Z", { key });
    expect(later.body).toEqual({ operations: [] });
    expect((await door.call("GET", "/api/ltm/operations?since=yesterday", { key })).status).toBe(400);
  });

  it("R70: one switch stops every write of the tenant, and of no other", async () => {
    const key = await door.key({ tenant: "stopped" });
    const look = (): Promise<unknown> =>
      door.call<unknown>("GET", "/api/ltm/read-only", { key }).then(({ body }) => body);
    expect(await look()).toEqual({ readOnly: false, emergencyReadOnly: false });
    await door.call("PUT", "/api/ltm/read-only", { key, body: { readOnly: true } });
    expect(await look()).toEqual({ readOnly: true, emergencyReadOnly: false });
    const policy = await door.call("PUT", "/api/ltm/policy", { key, body: { readPolicy: { maxItems: 2 } } });
    expect({ status: policy.status, code: policy.body.error.code }).toEqual({
      status: 423,
      code: "read_only",
    });
    await door.memoir.scope("user:alice", { tenant: "other" }).remember("Alice likes tea");
    await door.call("PUT", "/api/ltm/read-only", { key, body: { readOnly: false } });
    expect(await look()).toEqual({ readOnly: false, emergencyReadOnly: false });
    expect((await door.call("PUT", "/api/ltm/read-only", { key, body: { readOnly: "yes" } })).status).toBe(
      400,
    );
  });

  it("R67: the writes to one scope are switched off and on", async () => {
    const key = await door.key({ tenant: "scopes" });
    const turn = (enabled: boolean): Promise<{ body: unknown }> =>
      door.call<unknown>("PUT", "/api/ltm/scopes/writes", { key, body: { scope: "user:alice", enabled } });
    expect((await turn(false)).body).toEqual({ scope: "user:alice", enabled: false });
    const alice = door.memoir.scope("user:alice", { tenant: "scopes" });
    await expect(alice.remember("Alice likes tea")).rejects.toThrow(/off/);
    await turn(true);
    await alice.remember("Alice likes tea");
  });

  it("identities are set, listed in pages and removed", async () => {
    const key = await door.key({ tenant: "people" });
    const path = "/api/ltm/identities";
    for (const id of [1, 2, 3]) {
      const body = { account: `discord:${id}`, person: "alice", ...(id === 1 ? { name: "爱丽丝" } : {}) };
      const set = await door.call<unknown>("PUT", path, { key, body });
      expect(set).toMatchObject({
        status: 200,
        body: { account: `discord:${id}`, name: id === 1 ? "爱丽丝" : null },
      });
    }
    const first = await door.call<{ items: unknown[]; next: string }>("GET", `${path}?limit=2`, { key });
    expect(first.body.items).toHaveLength(2);
    const rest = await door.call<unknown>("GET", `${path}?limit=2&cursor=${first.body.next}`, { key });
    expect(rest.body).toEqual({ items: [{ account: "discord:3", person: "alice", name: null }], next: null });
    expect((await door.call("DELETE", `${path}?account=discord:1`, { key })).status).toBe(200);
    expect((await door.call("DELETE", `${path}?account=discord:1`, { key })).status).toBe(404);
    expect((await door.call("GET", `${path}?cursor=abc`, { key })).status).toBe(400);
  });

  it("info says what the key may do, and shows the database only to operators", async () => {
    type Info = { database?: object; key: object; settings: Record<string, unknown> };
    const operator = await door.call<Info>("GET", "/api/ltm/info", { key: await door.key({ name: "boss" }) });
    expect(operator.body).toMatchObject({
      version: "0.0.0",
      preset: "default",
      key: { tenant: "default", name: "boss", role: "operator", scopes: null },
      database: { engine: "sqlite" },
      models: { embedder: null, language: {} },
    });
    const bound = await door.key({ name: "bot", role: "read", scopes: ["user:alice"] });
    const reader = await door.call<Info>("GET", "/api/ltm/info", { key: bound });
    expect(reader.body.key).toMatchObject({ name: "bot", role: "read", scopes: ["user:alice"] });
    expect(reader.body.database).toBeUndefined();
    expect(Object.keys(reader.body.settings)).toContain("readPolicy");
    for (const { body } of [operator, reader]) {
      expect(Object.keys(body.settings)).not.toContain("privacy");
      expect(JSON.stringify(body)).not.toMatch(/mk_|memoir-[\w-]+\.db|\/tmp\//);
    }
  });
});
