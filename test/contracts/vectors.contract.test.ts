import { describe, expect, it } from "vitest";
import type { MemoirEngine } from "../../src/index.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { type TestEmbedder, testEmbedder, vectorOf } from "../support/embedder.ts";

interface StoredVector {
  kind: string;
  ref: number;
  part: number;
  model: string;
  data: Uint8Array;
}

describe.each(databases)("vectors on $name", (kind) => {
  const db = useDatabase(kind);
  const vectors = (): Promise<StoredVector[]> =>
    db.query<StoredVector>(
      "select kind, ref, part, model, data from vector where tenant = $1 order by kind, ref, part",
      [db.tenant],
    );
  const jobs = (memoir: MemoirEngine) => memoir.operator(db.tenant).jobs.list();
  const opened = async (embedder: TestEmbedder) => {
    const memoir = await db.open({ embedder });
    return { memoir, alice: memoir.scope("user:alice", { tenant: db.tenant }) };
  };
  const floats = (data: Uint8Array): Float32Array => new Float32Array(new Uint8Array(data).buffer);

  it("R10, R11: a memory's vector is stored with it, with its model's id", async () => {
    const { memoir, alice } = await opened(testEmbedder());
    await alice.remember("爱丽丝喜欢喝绿茶");
    const [stored, ...more] = await vectors();
    expect(more).toEqual([]);
    expect(stored).toMatchObject({ kind: "m", part: 0, model: "test/one" });
    expect(floats(stored!.data)).toEqual(vectorOf("爱丽丝喜欢喝绿茶", 8));
    // A job is queued a moment later, for the words it was said in; the memory has what it needs.
    await memoir.work();
    expect((await vectors()).filter((one) => one.kind === "m")).toEqual([stored]);
  });

  it("R11: a changed text has a new vector; the same claim again has the one it had", async () => {
    const embedder = testEmbedder();
    const { alice } = await opened(embedder);
    const { memory } = await alice.remember("Alice lives in Berlin");
    await alice.remember("Alice lives in Berlin");
    await alice.memories.update(memory.id, { text: "Alice lives in Munich" });
    await alice.memories.update(memory.id, { importance: 0.9 });
    const stored = await vectors();
    expect(stored).toHaveLength(1);
    expect(floats(stored[0]!.data)).toEqual(vectorOf("Alice lives in Munich", 8));
  });

  it("C3: a write never fails because embedding does: a job makes the vector later", async () => {
    const embedder = testEmbedder();
    const { memoir, alice } = await opened(embedder);
    embedder.failing = true;
    await alice.remember("Alice likes hiking");
    expect(await vectors()).toEqual([]);
    expect((await jobs(memoir)).items).toMatchObject([{ kind: "embed", status: "queued" }]);
    embedder.failing = false;
    await memoir.work();
    expect(await vectors()).toMatchObject([
      { kind: "e", model: "test/one" },
      { kind: "m", model: "test/one" },
    ]);
    expect((await jobs(memoir)).items).toEqual([]);
  });

  it("an undone text, which comes without a vector, asks for one", async () => {
    const { memoir, alice } = await opened(testEmbedder());
    const { memory } = await alice.remember("Alice plays the violin");
    await alice.memories.update(memory.id, { text: "Alice plays the cello" });
    await alice.memories.undo(memory.id);
    expect(await vectors()).toEqual([]);
    await memoir.work();
    const stored = (await vectors()).filter((one) => one.kind === "m");
    expect(stored.map((one) => floats(one.data))).toEqual([vectorOf("Alice plays the violin", 8)]);
  });

  it("events are embedded in the background, a long one in passages, each once", async () => {
    const embedder = testEmbedder();
    const { memoir, alice } = await opened(embedder);
    const long = "This sentence about gardens is one of very many. ".repeat(60);
    await alice.observe([{ text: "I moved to Berlin" }, { text: long }, { text: "我喜欢喝绿茶" }]);
    await memoir.work();
    const stored = await vectors();
    expect(stored.filter((one) => one.ref === 1)).toHaveLength(1);
    expect(stored.filter((one) => one.ref === 2).length).toBeGreaterThan(2);
    expect(stored.filter((one) => one.ref === 3)).toHaveLength(1);
    const seen = embedder.texts.length;
    await memoir.work();
    expect(embedder.texts).toHaveLength(seen);
    await alice.observe([{ text: "one more" }]);
    await memoir.work();
    expect(embedder.texts.slice(seen)).toEqual(["one more"]);
  });

  it("C3: an event whose model cannot be had is no hole: the others have theirs, and it has its own when it can", async () => {
    const embedder = testEmbedder();
    const plain = embedder.embedDocuments;
    let chinese = false;
    embedder.embedDocuments = async (texts, options) => {
      if (!chinese && texts.some((text) => /\p{sc=Han}/u.test(text))) throw new Error("no Chinese model");
      return plain(texts, options);
    };
    // Nothing else may be at it: on a busy machine a try of the background would count as another.
    const memoir = await db.open({ embedder, background: false });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.observe([{ text: "I moved to Berlin" }, { text: "我喜欢喝绿茶" }, { text: "I like tea" }]);
    await memoir.work();
    const refs = async (): Promise<number[]> => (await vectors()).map(({ ref }) => ref);
    expect(await refs()).toEqual([1, 3]);
    await alice.observe([{ text: "one more" }, { text: "我住在北京" }]);
    await memoir.work();
    expect(await refs()).toEqual([1, 3, 4]);
    const [{ gap } = { gap: null }] = await db.query<{ gap: number | null }>(
      "select embed_gap as gap from scope where tenant = $1",
      [db.tenant],
    );
    expect(gap).toBe(2);
    chinese = true;
    await memoir.work();
    expect(await refs()).toEqual([1, 2, 3, 4, 5]);
    const seen = embedder.texts.length;
    await memoir.work();
    expect(embedder.texts).toHaveLength(seen);
  });

  it("another embedder: recall goes on, and everything is embedded anew by it", async () => {
    const first = await opened(testEmbedder("test/one", 8));
    await first.alice.observe([{ text: "hello there" }]);
    const { memory } = await first.alice.remember("Alice lives in Berlin");
    await first.memoir.work();
    await first.memoir.close();
    const second = await opened(testEmbedder("test/two", 16));
    expect((await second.alice.recall("Berlin")).hits.map((hit) => hit.id)).toEqual([memory.id]);
    expect(new Set((await vectors()).map((one) => one.model))).toEqual(new Set(["test/one"]));
    await second.memoir.work();
    const stored = await vectors();
    expect(stored.map((one) => one.kind)).toEqual(["e", "e", "m"]);
    expect(stored.every((one) => one.model === "test/two" && floats(one.data).length === 16)).toBe(true);
  });

  it("C18: a hard forget takes the vectors of the memory and of its words", async () => {
    const { memoir, alice } = await opened(testEmbedder());
    const { memory } = await alice.remember("Alice hides the key under the stone");
    await memoir.work();
    expect(await vectors()).toHaveLength(2);
    await alice.forget({ id: memory.id }, { hard: true });
    expect(await vectors()).toEqual([]);
  });

  it("a model that is loaded in a moment is waited for: what is told and asked at once is found by its meaning", async () => {
    const loaded = Promise.withResolvers<void>();
    const embedder = testEmbedder();
    embedder.status = "loading";
    embedder.ready = () => loaded.promise;
    const { alice } = await opened(embedder);
    await alice.observe([{ text: "we painted the shed orange" }]);
    const flushed = alice.flush();
    embedder.status = "ready";
    loaded.resolve();
    await flushed;
    expect(await vectors()).toHaveLength(1);
    const next = Promise.withResolvers<void>();
    const other = { ...testEmbedder("test/one"), ready: () => next.promise };
    let status: "loading" | "ready" = "loading";
    other.state = () => ({ status, detail: "" });
    const asked = (await opened(other)).alice.recall("what colour is my shed?");
    status = "ready";
    next.resolve();
    expect(await asked).toMatchObject({ degraded: null, hits: [{ why: { via: "hybrid" } }] });
  });

  it("a memory that is written while the model loads has its vector at once", async () => {
    const loaded = Promise.withResolvers<void>();
    const embedder = testEmbedder();
    embedder.status = "loading";
    embedder.ready = () => loaded.promise;
    const { alice } = await opened(embedder);
    const remembered = alice.remember("爱丽丝喜欢喝绿茶");
    const looked = Promise.withResolvers<void>();
    const { state } = embedder;
    embedder.state = () => {
      looked.resolve();
      return state();
    };
    await looked.promise;
    embedder.status = "ready";
    loaded.resolve();
    await remembered;
    expect(await vectors()).toMatchObject([{ kind: "m", model: "test/one" }]);
  });

  it("until the model answers, recall is by words and says so", async () => {
    const embedder = testEmbedder();
    const { alice } = await opened(embedder);
    await alice.remember("Alice lives in Berlin");
    expect((await alice.recall("Berlin")).degraded).toBeNull();
    embedder.status = "loading";
    const loading = await alice.recall("Berlin");
    expect(loading.degraded).toMatchObject({ reason: "embedder-loading" });
    expect(loading.hits).toHaveLength(1);
    embedder.status = "failed";
    expect((await alice.recall("Berlin")).degraded).toMatchObject({ reason: "embedder-unavailable" });
  });
});
