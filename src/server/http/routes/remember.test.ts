import { beforeAll, describe, expect, it } from "vitest";
import type { Memory } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

interface Item {
  readonly scope: string;
  readonly memory: Memory;
}

describe("POST /api/ltm/remember", () => {
  const door = useDoor();
  const path = "/api/ltm/remember";
  const nuts = { scope: "user:alice", text: "Alice is allergic to nuts" };
  let writer: string;
  beforeAll(async () => {
    writer = await door.key({ role: "write" });
  });

  it("keeps a claim, says whose it is, and gives its revision", async () => {
    const body = { ...nuts, category: "constraints", tags: ["food"], importance: 0.9, agent: "planner" };
    const { status, body: item, headers } = await door.call<Item>("POST", path, { key: writer, body });
    expect(status).toBe(201);
    expect(item).toMatchObject({
      scope: "user:alice",
      memory: {
        text: nuts.text,
        category: "constraints",
        tags: ["food"],
        agent: "planner",
        status: "active",
      },
    });
    expect(headers.get("etag")).toBe(`"${item.memory.rev}"`);
    expect(await door.memoir.scope("user:alice").memories.get(item.memory.id)).toMatchObject({
      importance: 0.9,
    });
  });

  it("says what became of the claim", async () => {
    const say = async (text: string, more = {}): Promise<string> => {
      const body = { scope: "user:olga", text, ...more };
      return (await door.call<Item & { outcome: string }>("POST", path, { key: writer, body })).body.outcome;
    };
    expect(await say("Olga lives in Oslo", { eventId: "e1" })).toBe("added");
    expect(await say("Olga lives in Oslo", { eventId: "e1" })).toBe("known");
    expect(await say("Olga lives in Oslo")).toBe("reinforced");
    expect(await say("Olga lives in Rome")).toBe("superseded");
  });

  it("is the key's name that stands in the history", async () => {
    const key = await door.key({ role: "write", name: "support-bot" });
    const body = { scope: "user:anna", text: "Anna 住在柏林" };
    const { body: item } = await door.call<Item>("POST", path, { key, body });
    const [entry] = (await door.memoir.scope("user:anna").memories.history(item.memory.id)).items;
    expect(entry?.actor).toBe("support-bot");
  });

  it("takes the scope of a key that has just one", async () => {
    const key = await door.key({ role: "write", scopes: ["user:bob"] });
    const body = { text: "Bob drinks tea" };
    expect((await door.call<Item>("POST", path, { key, body })).body.scope).toBe("user:bob");
  });

  it.each([
    ["no text", { text: undefined }, 400, "invalid_argument"],
    ["an empty text", { text: " " }, 400, "invalid_argument"],
    ["a text that is a number", { text: 7 }, 400, "invalid_argument"],
    ["a text that is too long", { text: "x".repeat(131_073) }, 413, "too_large"],
    ["an unknown field", { txet: "x" }, 400, "invalid_argument"],
    ["an importance above 1", { importance: 2 }, 400, "invalid_argument"],
    ["no scope", { scope: undefined }, 400, "invalid_scope"],
    ["a scope that is none", { scope: "cat:tom" }, 400, "invalid_scope"],
    ["a time that is none", { validFrom: "yesterday" }, 400, "invalid_argument"],
    ["nothing but private words", { text: "<private>a secret</private>" }, 400, "invalid_argument"],
    ["another tenant's name", { tenant: "other" }, 400, "invalid_argument"],
  ])("refuses %s", async (_name, change, status, code) => {
    const before = await door.memoir.operator().stats();
    const answer = await door.call("POST", path, { key: writer, body: { ...nuts, ...change } });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(await door.memoir.operator().stats()).toEqual(before);
  });

  it("names every problem of a body at once", async () => {
    const { body } = await door.call("POST", path, { key: writer, body: { text: 7, importance: -1 } });
    expect(body.error.details.problems).toHaveLength(2);
  });

  it.each([
    ["a key that may only read", { role: "read" }, {}],
    ["another scope than the key's", { role: "write", scopes: ["user:bob"] }, {}],
    ["another agent than the key's", { role: "write", agent: "coder" }, { agent: "planner" }],
    ["a category that the key may not touch", { role: "write", categories: ["todo"] }, {}],
  ] as const)("403 for %s", async (_name, options, change) => {
    const key = await door.key(options);
    const { status, body } = await door.call("POST", path, { key, body: { ...nuts, ...change } });
    expect([status, body.error.code]).toEqual([403, "not_allowed"]);
  });

  it("two tenants know nothing of each other", async () => {
    const key = await door.key({ role: "write", tenant: "other" });
    const { body } = await door.call<Item>("POST", path, { key, body: nuts });
    expect(body.memory.evidenceCount).toBe(1);
    expect((await door.memoir.operator("other").stats()).totals.memories).toBe(1);
  });

  it("423 while the tenant is read-only (R70)", async () => {
    const key = await door.key({ role: "write", tenant: "frozen" });
    await door.memoir.operator("frozen").readOnly(true);
    const { status, body } = await door.call("POST", path, { key, body: nuts });
    expect([status, body.error.code]).toEqual([423, "read_only"]);
  });
});
