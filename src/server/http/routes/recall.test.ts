import { beforeAll, describe, expect, it } from "vitest";
import type { Degraded, MemoryHit } from "../../../index.ts";
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
