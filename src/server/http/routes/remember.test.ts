import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ForgetResult, Memory } from "../../../index.ts";
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

const NOTHING = { memories: [], batch: null, hidden: [], restored: [], replaced: [] };

describe("forgetting and taking back", () => {
  const door = useDoor();
  let writer: string;
  let tea: Memory;
  let scope: string;
  let people = 0;
  beforeAll(async () => {
    writer = await door.key({ role: "write" });
  });
  beforeEach(async () => {
    people += 1;
    scope = `user:u${people}`;
    const handle = door.memoir.scope(scope);
    tea = (await handle.remember("Ann drinks green tea", { key: "drink" })).memory;
    await handle.remember("安 has a green car");
  });
  const forget = (body: object, key = writer) =>
    door.call<ForgetResult>("POST", "/api/ltm/forget", { key, body: { scope, ...body } });
  const left = async () => (await door.memoir.scope(scope).memories.list()).items.length;

  it.each([
    ["by id", () => ({ id: tea.id }), 1, 1],
    ["by key", () => ({ key: "drink" }), 1, 1],
    ["by its words", () => ({ about: "green" }), 2, 0],
    ["only in mind", () => ({ about: "green", dryRun: true }), 2, 2],
    ["for good", () => ({ about: "green", hard: true }), 2, 0],
    ["what is not there", () => ({ about: "whales" }), 0, 2],
  ])("POST /api/ltm/forget %s", async (_name, target, found, remaining) => {
    const { status, body } = await forget(target());
    expect([status, body.found, body.memories.length]).toEqual([200, found > 0, found]);
    expect(await left()).toBe(remaining);
  });

  it.each([
    ["nothing to forget", {}],
    ["two at once", { id: "x", key: "y" }],
    ["a dry run by id", { id: "x", dryRun: true }],
    ["no words", { about: " " }],
  ])("refuses %s", async (_name, body) => {
    expect((await forget(body)).status).toBe(400);
    expect(await left()).toBe(2);
  });

  describe("of memories that replaced others", () => {
    const replaced = async (): Promise<{ two: string; three: string }> => {
      const handle = door.memoir.scope(scope);
      const { memory: two } = await handle.remember("Ann has two dogs");
      const { memory: three } = await handle.remember("Ann has three dogs");
      return { two: two.id, three: three.id };
    };
    const item = (method: string, path: string, key = writer) =>
      door.call<Record<string, unknown>>(method, `/api/ltm/items/${path}`, { key });

    it("a key that writes is told what came back, and restores", async () => {
      const { two, three } = await replaced();
      expect((await forget({ id: three })).body).toMatchObject({ restored: [two], replaced: [] });
      const restored = await item("POST", `${three}/restore?scope=${scope}`);
      expect(restored.body).toMatchObject({ memory: { id: three }, ended: [two], stillReplaced: [] });
      expect((await item("DELETE", `${three}?scope=${scope}&bring_back=false`)).body).toMatchObject({
        restored: [],
        replaced: [two],
      });
    });

    it("only operators see what a memory superseded, and what was disabled", async () => {
      const { two, three } = await replaced();
      const operator = await door.key();
      const seen = async (key: string): Promise<unknown> =>
        (await item("GET", `${three}?scope=${scope}`, key)).body.supersedes;
      expect(await seen(writer)).toEqual([]);
      expect(await seen(operator)).toMatchObject([{ id: two, status: "superseded" }]);
      await door.memoir.scope(scope).memories.update(two, { status: "disabled" });
      expect((await forget({ id: three })).body).toMatchObject({ found: true, restored: [], replaced: [] });
    });

    it("what a key names and may not see does not come back instead", async () => {
      const { two, three } = await replaced();
      expect((await forget({ about: "dogs" })).body).toMatchObject({
        ...{ found: true, restored: [], replaced: [] },
        memories: [{ id: three }],
      });
      expect((await door.memoir.scope(scope).memories.get(two))?.status).toBe("soft_deleted");
    });
  });

  it("S16: what a key may not see goes when it is named, and is not told; what an operator refused stays", async () => {
    const handle = door.memoir.scope(scope);
    const { memory: waiting } = await handle.remember("Ann owes the green mafia money");
    await handle.memories.update(waiting.id, { status: "shadow" });
    const { memory: rejected } = await handle.remember("Ann is a green dragon");
    await handle.memories.update(rejected.id, { status: "disabled" });
    const seen = await forget({ about: "green", dryRun: true });
    expect(seen.body.memories.map(({ text }) => text).sort()).toEqual([
      "Ann drinks green tea",
      "安 has a green car",
    ]);
    expect((await forget({ about: "mafia", dryRun: true })).body).toMatchObject({
      found: false,
      memories: [],
    });
    expect((await forget({ about: "mafia", hard: true })).body).toEqual({
      found: true,
      ...NOTHING,
      hidden: [expect.any(String)],
    });
    expect(await handle.memories.get(waiting.id)).toBeNull();
    expect((await forget({ about: "dragon", hard: true })).body).toEqual({
      found: false,
      ...NOTHING,
      hidden: [expect.any(String)],
    });
    const remove = (key: string) =>
      door.call("DELETE", `/api/ltm/items/${rejected.id}?scope=${scope}&hard=true`, { key });
    expect((await remove(writer)).status).toBe(404);
    const { memory: again } = await handle.remember("Ann is a green dragon");
    expect(again.status).toBe("disabled");
    expect((await remove(await door.key())).status).toBe(200);
  });

  it("403 for who may only read", async () => {
    expect((await forget({ id: tea.id }, await door.key({ role: "read" }))).status).toBe(403);
  });

  it("POST /api/ltm/undo takes back the scope's last change, one at a time", async () => {
    const undo = () =>
      door.call<{ undone: object }>("POST", "/api/ltm/undo", { key: writer, body: { scope } });
    await forget({ id: tea.id });
    expect(await undo()).toMatchObject({ status: 200, body: { scope, undone: { event: "TTL" } } });
    expect(await left()).toBe(2);
    await undo();
    await undo();
    expect(await undo()).toMatchObject({ status: 409, body: { error: { code: "nothing_to_undo" } } });
  });

  it("POST /api/ltm/batches/{batch}/undo takes back all that one forget did, and tells what the key may see", async () => {
    const { memory: waiting } = await door.memoir.scope(scope).remember("Ann owes the green mafia money");
    await door.memoir.scope(scope).memories.update(waiting.id, { status: "shadow" });
    const { body: forgotten } = await forget({ about: "green" });
    expect(await left()).toBe(0);
    const undo = (key: string) =>
      door.call<{ memories: { text: string }[]; undone: object[] }>(
        "POST",
        `/api/ltm/batches/${forgotten.batch}/undo`,
        { key, body: { scope } },
      );
    expect((await undo(await door.key({ role: "read" }))).status).toBe(403);
    const { status, body } = await undo(writer);
    expect([status, body.memories.length, body.undone.length]).toEqual([200, 2, 3]);
    expect(await left()).toBe(3);
    expect((await door.memoir.scope(scope).memories.get(waiting.id))?.status).toBe("shadow");
    expect(await undo(writer)).toMatchObject({ status: 409, body: { error: { code: "nothing_to_undo" } } });
  });
});
