import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MemoirEngine, openMemoir } from "../../index.ts";
import { Memory } from "./index.ts";

const START = new Date("2026-03-01T12:00:00Z");

describe("mem0's Memory class on an engine in this process", () => {
  let today = START;
  let memoir: MemoirEngine;
  let memory: Memory;
  beforeEach(async () => {
    today = START;
    memoir = await openMemoir({
      database: ":memory:",
      embedder: "none",
      background: false,
      now: () => today,
    });
    memory = new Memory({ memoir });
  });
  afterEach(() => memoir.close());

  const keep = async (text: string, options: object = {}): Promise<string> => {
    const { results } = await memory.add(text, { userId: "alice", infer: false, ...options });
    return results[0]!.id;
  };
  const texts = async (options: object = {}): Promise<string[]> =>
    (await memory.getAll({ filters: { user_id: "alice" }, ...options })).results.map((one) => one.memory);

  it("add() keeps what people ask to remember, and says what became of it", async () => {
    const messages = [
      { role: "user", content: "Remember that I live in Berlin." },
      { role: "assistant", content: "Noted: you live in Paris." },
    ];
    const added = await memory.add(messages, { userId: "alice", metadata: { source: "chat" } });
    expect(added).toEqual({
      results: [{ id: expect.any(String), memory: "Alice lives in Berlin.", metadata: { event: "ADD" } }],
    });
    const again = await memory.add(messages, { userId: "alice" });
    expect(again.results.map(({ metadata }) => metadata)).toEqual([{ event: "NOOP" }]);
    expect((await memory.add("记住我对花生过敏。", { userId: "小明" })).results[0]?.memory).toContain("花生");
  });

  it("calls of add() that nobody waits for answer each for its own messages", async () => {
    const said = [
      "Remember that I live in Berlin.",
      " ",
      "Remember that I have a dog.",
      "记住我喜欢喝绿茶。",
    ];
    const added = await Promise.allSettled(said.map((text) => memory.add(text, { userId: "alice" })));
    const shown = added.map((one) => (one.status === "fulfilled" ? one.value.results.length : one.status));
    expect(shown).toEqual([1, "rejected", 1, 1]);
  });

  it("get() and getAll() answer in mem0's shape; others' memories stay theirs", async () => {
    const id = await keep("Alice likes tea", { runId: "r1", agentId: "bot", metadata: { a: 1 } });
    await memory.add("Bob likes coffee", { userId: "bob", infer: false });
    const item = {
      id,
      memory: "Alice likes tea",
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      createdAt: START.toISOString(),
      updatedAt: START.toISOString(),
      metadata: { a: 1 },
      user_id: "alice",
      agent_id: "bot",
      run_id: "r1",
    };
    expect(await memory.get(id)).toEqual(item);
    expect(await memory.getAll({ filters: { user_id: "alice" } })).toEqual({ results: [item] });
    expect(await texts({ filters: { user_id: "alice", run_id: "r2" } })).toEqual([]);
    expect(await memory.get("5b0e0e2e-0000-4000-8000-000000000000")).toBeNull();
    expect(await memory.get("none")).toBeNull();
  });

  it("search() is best first with scores, within topK, in one user's memories", async () => {
    await keep("Alice likes green tea");
    await keep("Alice has a bicycle");
    await memory.add("Bob likes green tea", { userId: "bob", infer: false });
    const { results } = await memory.search("green tea", { filters: { user_id: "alice" }, topK: 1 });
    expect(results).toEqual([
      expect.objectContaining({
        memory: "Alice likes green tea",
        score: expect.any(Number),
        user_id: "alice",
      }),
    ]);
    expect((await memory.search("tea", { filters: { userId: "bob" }, threshold: 0 })).results).toHaveLength(
      1,
    );
  });

  it("update() changes words, adds metadata and sets or clears the end", async () => {
    const id = await keep("Alice likes tea", { metadata: { a: 1 } });
    expect(await memory.update(id, "Alice likes coffee")).toEqual({
      message: "Memory updated successfully!",
    });
    await memory.update(id, { metadata: { b: 2 }, expirationDate: "2026-03-05" });
    expect(await memory.get(id)).toMatchObject({
      memory: "Alice likes coffee",
      metadata: { a: 1, b: 2, expiration_date: "2026-03-05" },
    });
    await memory.update(id, { data: "Alice likes cocoa", expirationDate: null });
    expect(await memory.get(id)).toMatchObject({ memory: "Alice likes cocoa", metadata: { a: 1, b: 2 } });
    expect((await memory.get(id))?.metadata).not.toHaveProperty("expiration_date");
  });

  it("what expires is there until the end of its day, and after it only where it is asked for", async () => {
    const id = await keep("Alice is on leave", { expirationDate: "2026-03-05" });
    await memory.add("Remember that I am in Rome this week.", {
      userId: "alice",
      expirationDate: "2026-03-05",
    });
    today = new Date("2026-03-05T23:00:00Z");
    expect(await texts()).toHaveLength(2);
    today = new Date("2026-03-06T00:00:01Z");
    expect(await texts()).toEqual([]);
    expect(await texts({ showExpired: true })).toHaveLength(2);
    const asked = { filters: { user_id: "alice" } };
    expect((await memory.search("on leave", asked)).results).toEqual([]);
    expect((await memory.search("on leave", { ...asked, showExpired: true })).results).toMatchObject([
      { id },
    ]);
    expect(await memory.get(id)).toMatchObject({ id });
  });

  it("history() is newest first, and stays when a memory is deleted", async () => {
    const id = await keep("Alice likes tea");
    await memory.update(id, { text: "Alice likes coffee" });
    expect(await memory.delete(id)).toEqual({ message: "Memory deleted successfully!" });
    expect(await memory.get(id)).toBeNull();
    expect(await memory.history(id)).toMatchObject([
      {
        memory_id: id,
        previous_value: "Alice likes coffee",
        new_value: null,
        action: "DELETE",
        is_deleted: 1,
      },
      { previous_value: "Alice likes tea", new_value: "Alice likes coffee", action: "UPDATE", is_deleted: 0 },
      { previous_value: null, new_value: "Alice likes tea", action: "ADD", is_deleted: 0 },
    ]);
    expect(await memory.history("none")).toEqual([]);
  });

  it("deleteAll() forgets one user's, reset() erases everybody's", async () => {
    await keep("Alice likes tea");
    await memory.add("Bob likes coffee, says this one", { userId: "bob", infer: false });
    await memory.add("My number is 4711, which nobody asked to keep", { userId: "bob" });
    expect(await memory.deleteAll({ userId: "alice" })).toEqual({
      message: "Memories deleted successfully!",
    });
    expect(await texts()).toEqual([]);
    expect(await texts({ filters: { user_id: "bob" } })).toHaveLength(1);
    await memory.reset();
    expect(await texts({ filters: { user_id: "bob" } })).toEqual([]);
    const { items } = await memoir.operator().events.list();
    expect(items.map(({ event }) => [event.text, event.content])).toEqual(
      items.map(() => ["[erased]", null]),
    );
    // What is said after it is new.
    const again = await memory.add("Remember that I like coffee.", { userId: "bob" });
    expect(again.results).toMatchObject([{ metadata: { event: "ADD" } }]);
    expect((await memory.add("Alice likes tea", { userId: "alice", infer: false })).results).toHaveLength(1);
  });

  it("keeps tenants apart", async () => {
    const id = await keep("Alice likes tea");
    const other = new Memory({ memoir, tenant: "other" });
    expect(await other.get(id)).toBeNull();
    await other.reset();
    expect(await texts()).toEqual(["Alice likes tea"]);
  });

  const bad: [title: string, call: () => Promise<unknown>, code: string, says: RegExp][] = [
    ["nobody named", () => memory.add("x", {}), "invalid_argument", /Say whose memory it is/],
    ["no message", () => memory.add([], { userId: "a" }), "invalid_argument", /messages/],
    ["empty words", () => memory.add(" ", { userId: "a" }), "invalid_argument", /./],
    [
      "a picture",
      () => memory.add([{ role: "user", content: { type: "image_url" } }], { userId: "a" }),
      "invalid_argument",
      /pictures/,
    ],
    ["a bad date", () => keep("x y", { expirationDate: "soon" }), "invalid_argument", /./],
    ["no filters", () => memory.search("x", {}), "invalid_argument", /Say whose memory it is/],
    [
      "an unknown filter",
      () => memory.search("x", { filters: { user_id: "a", OR: [] } }),
      "invalid_argument",
      /OR/,
    ],
    ["no change", () => memory.update("none", {}), "invalid_argument", /text, metadata or expirationDate/],
    ["update of nothing", () => memory.update("none", { text: "x" }), "not_found", /none/],
    ["delete of nothing", () => memory.delete("none"), "not_found", /none/],
    ["deleteAll of nobody", () => memory.deleteAll({}), "invalid_argument", /Say whose memory it is/],
  ];
  it.each(bad)("refuses %s", async (_title, call, code, says) => {
    await expect(call()).rejects.toMatchObject({ code, message: expect.stringMatching(says) });
  });

  it("refuses options that it does not know", async () => {
    const options = { filters: { user_id: "a" }, explain: true };
    await expect(memory.search("x", options)).rejects.toMatchObject({ code: "invalid_argument" });
  });
});

describe("the constructor", () => {
  it("opens an engine at the first call, and closes it", async () => {
    await using memory = new Memory({ database: ":memory:", embedder: "none", background: false });
    await memory.add("Alice likes tea", { userId: "alice", infer: false });
    expect((await memory.getAll({ filters: { user_id: "alice" } })).results).toHaveLength(1);
    await memory.close();
    await expect(memory.getAll({ filters: { user_id: "alice" } })).rejects.toMatchObject({ code: "closed" });
  });

  it("never opened, it has nothing to close; one that cannot be opened says so at every call", async () => {
    await new Memory({ database: ":memory:" }).close();
    const memory = new Memory({ database: "mysql://nowhere" });
    for (const _ of [1, 2])
      await expect(memory.get("none")).rejects.toMatchObject({ code: "invalid_argument" });
    await memory.close();
  });

  it("an engine of yours stays open", async () => {
    await using memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false });
    await new Memory({ memoir }).close();
    expect((await memoir.scope("user:a").memories.list()).items).toEqual([]);
  });

  it.each([
    [{ llm: { provider: "openai", config: {} } }],
    [{ vectorStore: { provider: "memory", config: {} } }],
    [{ embedder: { provider: "openai", config: {} } }],
    [{ historyDbPath: "memory.db" }],
  ])("says what to give instead of mem0's %j", (config) => {
    const construct = (): Memory => new Memory(config as ConstructorParameters<typeof Memory>[0]);
    expect(construct).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    expect(construct).toThrow(/database, model and embedder/);
  });
});
