import { beforeAll, describe, expect, it } from "vitest";
import type { WriteReport } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

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
