import { beforeAll, describe, expect, it } from "vitest";
import type { Event, ObserveResult, WriteReport } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

describe("POST /api/ltm/events", () => {
  const door = useDoor();
  const path = "/api/ltm/events";
  let key: string;
  beforeAll(async () => {
    key = await door.key({ role: "write" });
  });
  const observe = (messages: unknown, more: object = {}) =>
    door.call<ObserveResult>("POST", path, { key, body: { scope: "user:alice", messages, ...more } });

  it("makes a batch durable; what is known already is counted and changes nothing", async () => {
    const messages = [
      { id: "m1", author: "Alice", text: "I moved to Berlin", session: "s1", at: "2026-05-01T10:00:00Z" },
      { id: "m2", role: "assistant", text: "好的", session: "s1" },
      { id: "m3", role: "tool", content: { tool: "weather", result: { token: "x" } } },
    ];
    expect(await observe(messages, { thread: "t1" })).toMatchObject({
      status: 201,
      body: { recorded: 3, duplicates: 0, seq: 3 },
    });
    expect((await observe(messages)).body).toMatchObject({ recorded: 0, duplicates: 3, seq: 3 });
    expect(await door.memoir.scope("user:alice").events.get("m1")).toMatchObject({
      actor: "Alice",
      thread: "t1",
      at: new Date("2026-05-01T10:00:00Z"),
    });
  });

  it("takes messages of OpenAI and the AI SDK as they are", async () => {
    const messages = [
      { role: "developer", content: "Be brief." },
      {
        role: "user",
        name: "Ally",
        content: [{ type: "text", text: "I live in Oslo." }, { type: "image_url" }],
      },
      { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function" }], refusal: null },
      { role: "tool", tool_call_id: "c1", content: "18 °C" },
      { id: "ui-1", role: "user", parts: [{ type: "text", text: "我喜欢茶" }], metadata: { a: 1 } },
    ];
    const scope = "user:sdk";
    expect((await observe(messages, { scope })).body).toMatchObject({ recorded: 5 });
    const { items } = await door.memoir.scope(scope).events.list();
    expect(items.map(({ role, text }) => [role, text]).reverse()).toEqual([
      ["system", "Be brief."],
      ["user", "I live in Oslo."],
      ["assistant", ""],
      ["tool", "18 °C"],
      ["user", "我喜欢茶"],
    ]);
    expect((await door.memoir.names(["sdk"], { scope })).get("sdk")).toBe("Ally");
  });

  it.each([
    ["no messages", undefined, 400],
    ["a part that is none", [{ content: ["x"] }], 400],
    ["a text part without a text", [{ content: [{ type: "text" }] }], 400],
    ["words twice", [{ text: "x", content: "y" }], 400],
    ["messages that are no list", { text: "x" }, 400],
    ["one without words among good ones", [{ text: "good" }, {}], 400],
    ["a role that is none", [{ text: "x", role: "god" }], 400],
    ["an unknown field", [{ text: "x", mood: "good" }], 400],
    ["too many", Array.from({ length: 10_001 }, () => ({ text: "x" })), 400],
    ["an id that is too long", [{ id: "x".repeat(300), text: "x" }], 413],
  ])("refuses %s, all of it", async (_name, messages, status) => {
    const before = await door.memoir.operator().stats();
    expect((await observe(messages)).status).toBe(status);
    const after = await door.memoir.operator().stats();
    // Earlier events only get older.
    expect({ ...after, unread: after.unread.events }).toEqual({ ...before, unread: before.unread.events });
  });

  it("403 for a key that may only read", async () => {
    const reader = await door.key({ role: "read" });
    const { status } = await door.call("POST", path, {
      key: reader,
      body: { scope: "user:a", messages: [] },
    });
    expect(status).toBe(403);
  });
});

describe("GET /api/ltm/events", () => {
  const door = useDoor();
  const path = "/api/ltm/events";
  let key: string;
  beforeAll(async () => {
    key = await door.key({ role: "read" });
    await door.memoir.scope("user:alice").observe([
      { id: "a1", text: "hello", session: "s1", at: "2026-01-01T00:00:00Z" },
      { id: "a2", text: "你好", role: "assistant", session: "s2", at: "2026-02-01T00:00:00Z" },
    ]);
    await door.memoir.scope("group:42").observe([{ id: "g1", text: "hi all" }]);
    await door.memoir.scope("user:alice", { tenant: "other" }).observe([{ id: "o1", text: "hidden" }]);
  });
  const list = async (query: string, by = key) => {
    const { status, body } = await door.call<{ items: { scope: string; event: Event }[] }>(
      "GET",
      `${path}${query}`,
      { key: by },
    );
    return status === 200 ? body.items.map(({ scope, event }) => `${scope} ${event.id}`).sort() : status;
  };

  it.each([
    ["", ["group:42 g1", "user:alice a1", "user:alice a2"]],
    ["?scope=user", ["user:alice a1", "user:alice a2"]],
    ["?scope=user:alice", ["user:alice a1", "user:alice a2"]],
    ["?scope=user:alice&limit=1", ["user:alice a2"]],
    ["?session_id=s1", ["user:alice a1"]],
    ["?role=assistant", ["user:alice a2"]],
    ["?scope=user:alice&since=2026-01-15T00:00:00Z", ["user:alice a2"]],
    ["?scope=user:alice&until=2026-01-15", ["user:alice a1"]],
    ["?type=edit", []],
    ["?type=dream", 400],
    ["?since=yesterday", 400],
    ["?tenant=other", 400],
  ])("%s (R50, R52)", async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it.each([
    ["", ["user:alice a1", "user:alice a2", "group:42 g1"]],
    ["scope=user:alice&", ["user:alice a1", "user:alice a2"]],
  ])("pages (%s), each event once", async (query, all) => {
    const seen: string[] = [];
    for (let cursor: string | null = "", pages = 0; cursor !== null && pages < 9; pages += 1) {
      const at: string = `${path}?${query}limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const { body } = await door.call<{ items: { scope: string; event: Event }[]; next: string | null }>(
        "GET",
        at,
        { key },
      );
      seen.push(...body.items.map(({ scope, event }) => `${scope} ${event.id}`));
      cursor = body.next;
    }
    expect(seen.sort()).toEqual([...all].sort());
  });

  it("one, by the caller's own id", async () => {
    expect(await door.call("GET", `${path}/a2?scope=user:alice`, { key })).toMatchObject({
      status: 200,
      body: { scope: "user:alice", event: { id: "a2", text: "你好", role: "assistant" } },
    });
    expect((await door.call("GET", `${path}/o1?scope=user:alice`, { key })).status).toBe(404);
    expect((await door.call("GET", `${path}/a2`, { key })).status).toBe(400);
  });

  it("a key sees only what is its own; one that is bound to categories, none", async () => {
    expect(await list("", await door.key({ role: "read", scopes: ["group:42"] }))).toEqual(["group:42 g1"]);
    expect(await list("?scope=user:alice", await door.key({ role: "read", scopes: ["group:42"] }))).toBe(403);
    const narrow = await door.key({ role: "read", categories: ["profile"] });
    expect([await list("", narrow), await list("?scope=user:alice", narrow)]).toEqual([403, 403]);
    expect(await list("", await door.key({ role: "read", tenant: "other" }))).toEqual(["user:alice o1"]);
  });
});

describe("sessions", () => {
  const door = useDoor();
  const scope = "user:alice";
  let writer: string;
  beforeAll(async () => {
    writer = await door.key({ role: "write" });
    await door.memoir.scope(scope).observe([
      { id: "m1", author: "alice", text: "Remember that I live in Berlin.", session: "s1" },
      { id: "m2", author: "alice", text: "记住我对花生过敏。", session: "s1" },
    ]);
  });
  const post = <T>(path: string, key = writer, body: unknown = { scope }) =>
    door.call<T>("POST", `/api/ltm/${path}`, { key, body });

  it("POST /api/ltm/flush reads what was said and says what came of it", async () => {
    const { status, body } = await post<WriteReport>("flush");
    expect([status, body.events]).toEqual([200, 2]);
    expect(body.entries.map(({ eventId, outcome }) => [eventId, outcome])).toEqual([
      ["m1", "added"],
      ["m2", "added"],
    ]);
    expect((await post<WriteReport>("flush")).body).toEqual({ events: 0, entries: [] });
  });

  it.each([
    ["compress", { jobs: expect.any(Number) }],
    ["heartbeat", { jobs: expect.any(Number) }],
    ["end", { ended: true, jobs: expect.any(Number) }],
    ["end", { ended: false, jobs: expect.any(Number) }],
  ])("POST /api/ltm/sessions/s1/%s", async (call, expected) => {
    expect(await post(`sessions/s1/${call}`)).toMatchObject({ status: 200, body: expected });
  });

  it.each(["flush", "sessions/s1/end", "sessions/s1/compress", "sessions/s1/heartbeat"])(
    "%s needs the role write, a scope of the key's, and no unknown words",
    async (path) => {
      expect((await post(path, await door.key({ role: "read" }))).status).toBe(403);
      expect((await post(path, await door.key({ role: "write", scopes: ["user:bob"] }))).status).toBe(403);
      expect((await post(path, writer, {})).status).toBe(400);
      expect((await post(path, writer, { scope, force: true })).status).toBe(400);
    },
  );
});
