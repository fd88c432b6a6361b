import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Change, type MemoirEngine, openMemoir } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";
import { type RunningServer, startServer } from "../serve.ts";

/** The changes of a stream, as they come. */
async function* changesIn(response: Response): AsyncGenerator<Change & { id: string }, void, void> {
  let rest = "";
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const messages = (rest + piece).split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const [, id, data] = /^id: (.*)\nevent: change\ndata: (.*)$/.exec(message) ?? [];
      if (data !== undefined) yield { ...(JSON.parse(data) as Change), id: id! };
    }
  }
}

/** The next so many; then the caller leaves. */
async function take(response: Response, count: number): Promise<(Change & { id: string })[]> {
  const taken: (Change & { id: string })[] = [];
  for await (const change of changesIn(response)) {
    taken.push(change);
    if (taken.length === count) break;
  }
  return taken;
}

describe("GET /api/ltm/changes", () => {
  const door = useDoor();
  const path = "/api/ltm/changes";
  let key: string;
  beforeAll(async () => {
    key = await door.key({ role: "read" });
    await door.memoir.scope("user:alice").remember("Alice has a cat");
    await door.memoir.scope("user:bob").remember("Bob 有一只狗");
    await door.memoir.scope("group:42").remember("We meet on Friday");
    await door.memoir.scope("user:alice", { tenant: "other" }).remember("hidden");
  });
  const listen = (query = "", by = key, headers: Record<string, string> = {}) =>
    door.fetch("GET", `${path}${query}`, { key: by, headers });

  it("gives what is kept, then what comes, each with a cursor and no words", async () => {
    const response = await listen("?since=start");
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const all = take(response, 4);
    await door.memoir.scope("user:alice").remember("Alice has a bird");
    const seen = await all;
    expect(seen.map(({ scope, event }) => [scope, event])).toEqual([
      ["user:alice", "created"],
      ["user:bob", "created"],
      ["group:42", "created"],
      ["user:alice", "created"],
    ]);
    expect(seen.every(({ id, cursor }) => id === cursor)).toBe(true);
    expect(JSON.stringify(seen)).not.toContain("cat");
  });

  it.each([
    ["since", (cursor: string) => listen(`?since=${cursor}`)],
    ["Last-Event-ID", (cursor: string) => listen("", key, { "last-event-id": cursor })],
    [
      "Last-Event-ID before since",
      (cursor: string) => listen("?since=start", key, { "last-event-id": cursor }),
    ],
  ])("goes on after the last one seen: %s", async (_name, again) => {
    const [first] = await take(await listen("?since=start"), 1);
    const [second] = await take(await again(first!.cursor), 1);
    expect(second?.scope).toBe("user:bob");
  });

  it("a key hears of its own scopes only", async () => {
    const bob = await door.key({ role: "read", scopes: ["user:bob"] });
    expect((await take(await listen("?since=start", bob), 1))[0]?.scope).toBe("user:bob");
    expect((await listen("?scope=user:alice", bob)).status).toBe(403);
    const two = await door.key({ role: "read", scopes: ["user:bob", "group:42"] });
    expect((await take(await listen("?since=start", two), 2)).map(({ scope }) => scope)).toEqual([
      "user:bob",
      "group:42",
    ]);
    expect((await take(await listen("?since=start&scope=group:42"), 1))[0]?.scope).toBe("group:42");
    const other = await door.key({ role: "read", tenant: "other" });
    expect((await take(await listen("?since=start", other), 1))[0]?.tenant).toBe("other");
  });

  it.each([
    ["categories", { categories: ["todo"] }],
    ["an agent", { agent: "planner" }],
  ])("a key bound to %s hears of nothing: a change has no category", async (_name, options) => {
    expect((await listen("", await door.key({ role: "read", ...options }))).status).toBe(403);
  });

  it.each([
    ["?since=yesterday", {}, 400],
    ["?scope=cat:1", {}, 400],
    ["", { "last-event-id": "7" }, 400],
  ])("refuses %s %j", async (query, headers, status) => {
    expect((await listen(query, key, headers)).status).toBe(status);
  });

  it("a key that is revoked hears no more", async () => {
    const short = await door.key({ role: "read", name: "short" });
    const feed = changesIn(await listen("?scope=user:carol", short));
    const next = feed.next();
    await door.memoir.operator().keys.revoke("short");
    await door.memoir.scope("user:carol").remember("Carol sails");
    expect(await next).toEqual({ value: undefined, done: true });
  });

  it("has so many streams open for a key at most, and room again when one is left", async () => {
    const busy = await door.key({ role: "read" });
    const open = await Promise.all(Array.from({ length: 20 }, () => listen("", busy)));
    expect((await listen("", busy)).status).toBe(429);
    expect((await door.fetch("HEAD", path, { key: busy })).status).toBe(200);
    await open[0]!.body!.cancel();
    const again = await listen("", busy);
    expect(again.status).toBe(200);
    for (const { body } of [...open.slice(1), again]) await body!.cancel();
  });
});

describe("the feed over a port", () => {
  let memoir: MemoirEngine;
  let server: RunningServer;
  beforeAll(async () => {
    memoir = await openMemoir({
      database: ":memory:",
      embedder: "none",
      background: false,
      settings: { server: { port: 0 } },
    });
    server = await startServer({ memoir, version: "0.0.0" });
  });
  afterAll(async () => {
    await server.close();
    await memoir.close();
  });

  it("comes as it happens, and ends when the server stops", async () => {
    const { key } = await memoir.operator().keys.create({ name: "listener", role: "read" });
    const response = await fetch(`${server.url}/api/ltm/changes?since=start`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const feed = changesIn(response);
    const first = feed.next();
    await memoir.scope("user:alice").remember("Alice has a cat");
    expect(await first).toMatchObject({ value: { scope: "user:alice", event: "created" } });
    const rest = feed.next();
    await server.close();
    expect(await rest).toEqual({ value: undefined, done: true });
  });
});
