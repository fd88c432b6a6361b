import { beforeAll, describe, expect, it } from "vitest";
import type { ObserveResult } from "../../index.ts";
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

  it.each([
    ["no messages", undefined, 400],
    ["messages that are no list", { text: "x" }, 400],
    ["one without words among good ones", [{ text: "good" }, {}], 400],
    ["a role that is none", [{ text: "x", role: "god" }], 400],
    ["an unknown field", [{ text: "x", mood: "good" }], 400],
    ["too many", Array.from({ length: 10_001 }, () => ({ text: "x" })), 400],
    ["an id that is too long", [{ id: "x".repeat(300), text: "x" }], 413],
  ])("refuses %s, all of it", async (_name, messages, status) => {
    const before = await door.memoir.operator().stats();
    expect((await observe(messages)).status).toBe(status);
    expect(await door.memoir.operator().stats()).toEqual(before);
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
