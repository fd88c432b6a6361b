import { MemorySaver, type PendingWrite, uuid6 } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";
import { copyCheckpoints, MemoirSaver } from "../../src/adapters/langgraph/index.ts";
import type { CheckpointsHandle } from "../../src/index.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { DAY, refused } from "./support/expect.ts";
import { placesOf } from "./support/places.ts";

/** Everything that the state of a supervisor has. */
const STATE = {
  graph: { node: "planner", step: 3, queue: ["executor"] },
  memoryContext: ["Alice lives in Berlin", "爱丽丝喜欢绿茶"],
  conversation: [
    { role: "user", content: "Where do I live? \u0000 \ud83d\ude00" },
    { role: "assistant", content: "In Berlin." },
  ],
  agents: { planner: { tries: 0, last: null }, executor: { tools: ["search"], ratio: 0.1 + 0.2 } },
};

const META = { source: "loop", step: 1, parents: {} } as const;

function checkpointOf(values: Record<string, unknown>, step = 0) {
  const channel_versions = Object.fromEntries(Object.keys(values).map((name) => [name, 1 + step]));
  const id = uuid6(step);
  return {
    v: 4,
    id,
    ts: new Date().toISOString(),
    channel_values: values,
    channel_versions,
    versions_seen: {},
  };
}

describe.each(databases)("checkpoints on $name", (kind) => {
  const db = useDatabase(kind);
  const save = (scope: string, thread: string, data: object): ReturnType<CheckpointsHandle["save"]> =>
    db.memoir.checkpoints.save({ tenant: db.tenant, scope, thread, data: { ...data } });
  const load = (scope: string, thread: string): ReturnType<CheckpointsHandle["load"]> =>
    db.memoir.checkpoints.load({ tenant: db.tenant, scope, thread });
  const saver = (scope: string, tenant = db.tenant): MemoirSaver =>
    new MemoirSaver(db.memoir, { tenant, scope });
  const say = async (
    graph: MemoirSaver,
    thread: string,
    text: string,
    writes: PendingWrite[] = [],
  ): Promise<void> => {
    const checkpoint = checkpointOf({ messages: [text] });
    const config = { configurable: { thread_id: thread } };
    const put = await graph.put(config, checkpoint, META, checkpoint.channel_versions);
    if (writes.length > 0) await graph.putWrites(put, writes, "task");
  };
  const messages = async (graph: MemoirSaver, thread: string): Promise<unknown> =>
    (await graph.getTuple({ configurable: { thread_id: thread } }))?.checkpoint.channel_values.messages;

  it("R292: a thread of a user has one state, with an id, and when it was made and changed", async () => {
    const first = await save("user:alice", "t1", { turn: 1 });
    db.clock.advance(1_000);
    const second = await save("user:alice", "t1", { turn: 2 });
    expect(second).toEqual({ ...first, data: { turn: 2 }, updatedAt: new Date(db.clock.now) });
    expect(second.createdAt).toEqual(new Date(db.clock.now - 1_000));
    expect(first).toMatchObject({
      scope: "user:alice",
      thread: "t1",
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await load("user:alice", "t1")).toEqual(second);
    // Another user's thread of the same id is another thread.
    await save("user:bob", "t1", { turn: 9 });
    expect((await load("user:alice", "t1"))?.data).toEqual({ turn: 2 });
    expect(await load("user:carol", "t1")).toBeNull();
    const [index] = await db.query<{ n: number }>(
      "select count(*) as n from checkpoint_thread where tenant = $1 and thread = 't1'",
      [db.tenant],
    );
    expect(Number(index!.n)).toBe(2);
  });

  it("R292: lists threads, the last changed first, page by page", async () => {
    const { tenant } = db;
    for (const thread of ["a", "b", "c", "d", "e"]) {
      await save("user:alice", thread, {});
      db.clock.advance(thread === "c" ? 0 : 10);
    }
    await save("user:bob", "x", {});
    await save("user:alice", "a", {});
    const all: string[] = [];
    for await (const { thread } of await db.memoir.checkpoints.list({ tenant, limit: 2 })) all.push(thread);
    expect(all.toSorted()).toEqual(["a", "b", "c", "d", "e", "x"]);
    const own = await db.memoir.checkpoints.list({ tenant, scope: "user:alice" });
    expect(own.items.map(({ thread }) => thread)).toEqual(["a", "e", "d", "c", "b"]);
    expect((await db.memoir.checkpoints.list({ tenant, scope: "user:nobody" })).items).toEqual([]);
  });

  it("R293: keeps graph state, memory context, conversation and agents' states as they were", async () => {
    await save("user:alice", "t1", STATE);
    expect((await load("user:alice", "t1"))?.data).toEqual(STATE);
    const graph = saver("user:alice");
    const checkpoint = checkpointOf(STATE);
    const config = { configurable: { thread_id: "t1" } };
    await graph.put(config, checkpoint, META, checkpoint.channel_versions);
    expect((await graph.getTuple(config))?.checkpoint).toEqual(checkpoint);
    // Both are the same thread.
    expect((await load("user:alice", "t1"))?.data).toEqual(STATE);
    expect((await db.memoir.checkpoints.list({ tenant: db.tenant })).items).toHaveLength(1);
  });

  it("R294: survives a restart", async () => {
    await save("user:alice", "t1", STATE);
    await say(saver("user:alice"), "t2", "hello", [["messages", ["pending"]]]);
    const { tenant } = db;
    const again = await db.open();
    expect((await again.checkpoints.load({ tenant, scope: "user:alice", thread: "t1" }))?.data).toEqual(
      STATE,
    );
    const tuple = await new MemoirSaver(again, { tenant, scope: "user:alice" }).getTuple({
      configurable: { thread_id: "t2" },
    });
    expect(tuple?.checkpoint.channel_values).toEqual({ messages: ["hello"] });
    expect(tuple?.pendingWrites).toEqual([["task", "messages", ["pending"]]]);
  });

  it("R294: nothing is lost when checkpoints move from memory", async () => {
    const memory = new MemorySaver();
    for (const thread of ["one", "two"]) {
      let config: Awaited<ReturnType<typeof memory.put>> = {
        configurable: { thread_id: thread, checkpoint_ns: "" },
      };
      for (let step = 0; step < 3; step += 1) {
        const checkpoint = checkpointOf({ messages: [`${thread} ${step}`], fixed: "same" }, step);
        config = await memory.put(config, checkpoint, { ...META, step });
        await memory.putWrites(
          config,
          [
            ["messages", [step]],
            ["__error__", "no"],
            ["other", step],
          ],
          `task-${step}`,
        );
        if (step === 1) {
          // A branch with another value of the same version.
          const fork = { ...checkpointOf({ messages: ["a branch"], fixed: "same" }, 2), id: uuid6(7) };
          await memory.put(config, fork, { ...META, source: "fork" });
        }
      }
      await memory.put(
        { configurable: { thread_id: thread, checkpoint_ns: "sub|1" } },
        checkpointOf({ x: 1 }),
        META,
      );
    }
    const all = async (graph: MemorySaver | MemoirSaver): Promise<unknown[]> => {
      const tuples = [];
      for await (const tuple of graph.list({})) tuples.push(tuple);
      return tuples
        .sort((a, b) => (a.checkpoint.id < b.checkpoint.id ? -1 : 1))
        .map((tuple) => ({
          ...tuple,
          pendingWrites: tuple.pendingWrites?.toSorted((a, b) => (a[1] < b[1] ? -1 : 1)),
        }));
    };
    const graph = saver("user:alice");
    expect(await copyCheckpoints(memory, graph)).toEqual({ threads: 2, checkpoints: 10 });
    expect(await all(graph)).toEqual(await all(memory));
    // Again: nothing changes.
    await copyCheckpoints(memory, graph);
    expect(await all(graph)).toEqual(await all(memory));
  });

  it("a value that does not change is stored once", async () => {
    const graph = saver("user:alice");
    const document = "a long text ".repeat(100);
    let config = { configurable: { thread_id: "t1" } } as Awaited<ReturnType<typeof graph.put>>;
    for (let step = 0; step < 5; step += 1) {
      const checkpoint = checkpointOf({ document, step });
      checkpoint.channel_versions = { document: 1, step };
      config = await graph.put(config, checkpoint, META, step === 0 ? { document: 1, step } : { step });
    }
    expect((await graph.getTuple(config))?.checkpoint.channel_values).toEqual({ document, step: 4 });
    const [row] = await db.query<{ n: number }>(
      "select count(*) as n from checkpoint_value where tenant = $1 and data like '%long text%'",
      [db.tenant],
    );
    expect(Number(row!.n)).toBe(1);
  });

  it("versions of two branches differ", () => {
    const graph = saver("user:alice");
    const next = graph.getNextVersion(3);
    expect(next).toBeGreaterThanOrEqual(4);
    expect(next).not.toBe(graph.getNextVersion(3));
    expect(graph.getNextVersion(next)).toBeGreaterThan(next);
  });

  it("tenants and scopes do not see each other's threads", async () => {
    await say(saver("user:alice"), "t1", "of alice");
    await say(saver("user:bob"), "t1", "of bob");
    const other = saver("user:alice", `${db.tenant}-corp`);
    await say(other, "t1", "of the other tenant");
    expect(await messages(saver("user:alice"), "t1")).toEqual(["of alice"]);
    expect(await messages(saver("user:bob"), "t1")).toEqual(["of bob"]);
    await other.deleteThread("t1");
    expect(await messages(saver("user:alice"), "t1")).toEqual(["of alice"]);
    const seen = [];
    for await (const tuple of saver("user:bob").list({})) seen.push(tuple.checkpoint.channel_values.messages);
    expect(seen).toEqual([["of bob"]]);
  });

  it("a thread keeps the scope it began with, whoever goes on with it", async () => {
    const graph = new MemoirSaver(db.memoir, {
      tenant: db.tenant,
      scope: ({ user_id }) => `user:${user_id ?? "nobody"}`,
    });
    const put = async (user: string | undefined, text: string): Promise<void> => {
      const checkpoint = checkpointOf({ messages: [text] });
      const config = { configurable: { thread_id: "t1", user_id: user } };
      await graph.put(config, checkpoint, META, checkpoint.channel_versions);
    };
    await put("alice", "first");
    await put("bob", "second");
    await put(undefined, "third");
    const { items } = await db.memoir.checkpoints.list({ tenant: db.tenant });
    expect(items.map(({ scope, thread }) => [scope, thread])).toEqual([["user:alice", "t1"]]);
    expect(await messages(graph, "t1")).toEqual(["third"]);
    // A thread of the same id in another scope: the id alone no longer says which.
    await say(saver("user:bob"), "t1", "of bob");
    await refused(messages(graph, "t1"), "conflict");
    await refused(graph.deleteThread("t1"), "conflict");
    const named = { configurable: { thread_id: "t1", user_id: "bob" } };
    expect((await graph.getTuple(named))?.checkpoint.channel_values).toEqual({ messages: ["of bob"] });
  });

  it("many that begin one thread at once make one thread", async () => {
    const users = ["ann", "ben", "cat", "dan", "eve", "fay", "gil", "hal"];
    const graph = new MemoirSaver(db.memoir, { tenant: db.tenant, scope: () => `user:${users.pop()}` });
    await Promise.all(Array.from({ length: 8 }, (_, i) => say(graph, "t1", `message ${i}`)));
    expect((await db.memoir.checkpoints.list({ tenant: db.tenant })).items).toHaveLength(1);
    let found = 0;
    for await (const _ of graph.list({ configurable: { thread_id: "t1" } })) found += 1;
    expect(found).toBe(8);
  });

  it("R292: a deleted thread is gone to the last byte, a removed scope with all its threads", async () => {
    const graph = saver("user:alice");
    await say(graph, "t1", "zanzibaritis", [["messages", ["xylophagia"]]]);
    await save("user:alice", "t1", { note: "wombatology" });
    await say(graph, "t2", "quokkamania");
    await save("user:bob", "t1", { note: "kept" });
    await graph.deleteThread("t1");
    for (const word of ["zanzibaritis", "xylophagia", "wombatology"])
      expect(await placesOf(db, word)).toEqual([]);
    expect(await messages(graph, "t2")).toEqual(["quokkamania"]);
    const { tenant } = db;
    expect(await db.memoir.checkpoints.remove({ tenant, scope: "user:alice" })).toBe(1);
    expect(await placesOf(db, "quokkamania")).toEqual([]);
    expect(await db.memoir.checkpoints.remove({ tenant, scope: "user:alice" })).toBe(0);
    expect((await load("user:bob", "t1"))?.data).toEqual({ note: "kept" });
  });

  it("C18: a hard forget erases the words from checkpoints and documents of the scope, and leaves the rest", async () => {
    const alice = db.scope("user:alice");
    const { tenant } = db;
    const documents = db.memoir.documents({ tenant, scope: "user:alice" });
    const said = "I have had Zanzibaritis since May";
    const { memory } = await alice.remember("Alice has Zanzibaritis", { eventId: "e1" });
    await alice.observe([{ id: "e2", text: said }]);
    await say(saver("user:alice"), "t1", "Alice has Zanzibaritis", [
      ["messages", "I noted: Alice has zanzibaritis. Tea?"],
    ]);
    await save("user:alice", "t1", { history: ["Alice has Zanzibaritis", "Alice likes tea"] });
    await documents.put([
      { namespace: ["notes"], key: "n", value: { text: "Alice has Zanzibaritis; likes tea" } },
    ]);
    await alice.forget({ id: memory.id }, { hard: true, includeRepetitions: true });
    expect(await placesOf(db, "zanzibaritis")).toEqual([]);
    expect((await load("user:alice", "t1"))?.data).toEqual({ history: ["[erased]", "Alice likes tea"] });
    const tuple = await saver("user:alice").getTuple({ configurable: { thread_id: "t1" } });
    expect(tuple?.checkpoint.channel_values).toEqual({ messages: ["[erased]"] });
    expect(tuple?.pendingWrites).toEqual([["task", "messages", "[erased]. Tea?"]]);
    expect((await documents.get(["notes"], "n"))?.value).toEqual({ text: "[erased]; likes tea" });
  });

  it("C18: without repetitions only the words themselves go", async () => {
    const alice = db.scope("user:alice");
    const { memory } = await alice.remember("Alice has Bandicootism", { eventId: "e1" });
    await save("user:alice", "t1", { a: "Alice has Bandicootism. Tea?", b: "Bandicootism is rare" });
    await save("user:bob", "t1", { a: "Alice has Bandicootism" });
    await alice.forget({ id: memory.id }, { hard: true });
    expect((await load("user:alice", "t1"))?.data).toEqual({
      a: "[erased]. Tea?",
      b: "Bandicootism is rare",
    });
    // Another scope's state is another's.
    expect((await load("user:bob", "t1"))?.data).toEqual({ a: "Alice has Bandicootism" });
  });

  it.each([
    ["retention.checkpointDays", { retention: { checkpointDays: 30 } }],
    ["events.retentionDays", { events: { retentionDays: 30 } }],
  ])("%s: threads that rest longer are erased", async (_, settings) => {
    const memoir = await db.open({ settings });
    const { tenant } = db;
    const graph = new MemoirSaver(memoir, { tenant, scope: "user:alice" });
    await say(graph, "old", "zanzibaritis", [["messages", "xylophagia"]]);
    db.clock.advance(20 * DAY);
    await say(graph, "young", "tea");
    db.clock.advance(11 * DAY);
    const shown = await memoir.operator(tenant).upkeep.run("retention", { dryRun: true });
    expect(shown.counts).toMatchObject({ threads: 1 });
    expect(await messages(graph, "old")).toEqual(["zanzibaritis"]);
    const done = await memoir.operator(tenant).upkeep.run("retention");
    expect(done.counts).toMatchObject({ threads: 1 });
    expect(await messages(graph, "old")).toBeUndefined();
    expect(await messages(graph, "young")).toEqual(["tea"]);
    for (const word of ["zanzibaritis", "xylophagia"]) expect(await placesOf(db, word)).toEqual([]);
  });

  it("R71: an export carries threads, checkpoints and documents, and an import restores them", async () => {
    const { tenant } = db;
    const graph = saver("user:alice");
    await save("user:alice", "t1", STATE);
    await say(graph, "t1", "hello", [["messages", ["pending"]]]);
    const bytes = await graph.put(
      { configurable: { thread_id: "t2" } },
      checkpointOf({ image: new Uint8Array([0, 255, 10]) }),
      META,
      { image: 1 },
    );
    await db.memoir
      .documents({ tenant, scope: "user:alice" })
      .put([{ namespace: ["a", "b"], key: "k", value: { x: [1, "two"] } }]);
    const lines: string[] = [];
    for await (const line of db.memoir.operator(tenant).export()) lines.push(String(line));
    const other = `${tenant}-restored`;
    const report = await db.memoir.operator(other).import(lines);
    expect(report.scopes).toEqual([{ scope: "user:alice", outcome: "restored" }]);
    const restored = saver("user:alice", other);
    for (const config of [bytes, { configurable: { thread_id: "t1" } }])
      expect(await restored.getTuple(config)).toEqual(await graph.getTuple(config));
    const state = await db.memoir.checkpoints.load({ tenant: other, scope: "user:alice", thread: "t1" });
    expect(state).toEqual(await load("user:alice", "t1"));
    const documents = db.memoir.documents({ tenant: other, scope: "user:alice" });
    expect((await documents.get(["a", "b"], "k"))?.value).toEqual({ x: [1, "two"] });
  });

  it("switches hold: read-only tenants and scopes without writes", async () => {
    const { tenant } = db;
    await save("user:alice", "t1", { a: 1 });
    const operator = db.memoir.operator(tenant);
    await operator.scopeWrites("user:alice", false);
    await refused(save("user:alice", "t1", { a: 2 }), "writes_disabled");
    await refused(db.memoir.checkpoints.remove({ tenant, scope: "user:alice" }), "writes_disabled");
    await operator.scopeWrites("user:alice", true);
    await operator.readOnly(true);
    await refused(say(saver("user:alice"), "t1", "no"), "read_only");
    await refused(saver("user:alice").deleteThread("t1"), "read_only");
    await operator.readOnly(false);
    expect((await load("user:alice", "t1"))?.data).toEqual({ a: 1 });
  });

  it("bad input is refused with what was wrong", async () => {
    const { checkpoints } = db.memoir;
    const ref = { scope: "user:alice", thread: "t1" };
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const data of [null, undefined, "text", [1], 7, circle, { n: 1n }] as never[])
      await refused(checkpoints.save({ ...ref, data }), "invalid_argument");
    await refused(checkpoints.save(undefined as never), "invalid_scope");
    await refused(checkpoints.save({ ...ref, data: {}, user: "alice" } as never), "invalid_argument");
    await refused(checkpoints.load({ ...ref, thread: "" }), "invalid_argument");
    await refused(checkpoints.load({ ...ref, scope: "alice" }), "invalid_scope");
    await refused(checkpoints.load({ ...ref, thread: "t".repeat(257) }), "too_large");
    await refused(checkpoints.save({ ...ref, data: { text: "x".repeat(16_777_216) } }), "too_large");
    await refused(checkpoints.list({ cursor: "nonsense" }), "invalid_argument");
    const graph = saver("user:alice");
    const checkpoint = checkpointOf({});
    await refused(graph.put({}, checkpoint, META, {}), "invalid_argument");
    await refused(graph.put({ configurable: { thread_id: 7 } }, checkpoint, META, {}), "invalid_argument");
    await refused(graph.putWrites({ configurable: { thread_id: "t" } }, [], "task"), "invalid_argument");
    await refused(graph.deleteThread(undefined as never), "invalid_argument");
  });
});
