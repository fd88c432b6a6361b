import { describe, expect, it } from "vitest";
import { MemoirStore, type MemoirStoreOptions } from "../../src/adapters/langgraph/index.ts";
import type { MemoirEngine } from "../../src/index.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { topicEmbedder } from "../support/embedder.ts";
import { refused } from "./support/expect.ts";
import { placesOf } from "./support/places.ts";

const TOPICS = [
  ["food", "pizza", "noodles", "eat"],
  ["travel", "train", "berlin", "trip"],
  ["music", "guitar", "songs"],
];

describe.each(databases)("LangGraph's store on $name", (kind) => {
  const db = useDatabase(kind);
  const storeOn = (memoir: MemoirEngine, options: MemoirStoreOptions = {}): MemoirStore =>
    new MemoirStore(memoir, { tenant: db.tenant, ...options });
  const keys = (items: readonly { key: string }[]): string[] => items.map(({ key }) => key);

  it("puts, gets, replaces and deletes", async () => {
    const store = storeOn(db.memoir);
    const value = { name: "Alice", tags: ["a", "b"], nested: { n: 1.5, no: null, 汉: "字 \u0000" } };
    await store.put(["users", "alice"], "profile", value);
    const at = new Date(db.clock.now);
    expect(await store.get(["users", "alice"], "profile")).toEqual({
      namespace: ["users", "alice"],
      key: "profile",
      value,
      createdAt: at,
      updatedAt: at,
    });
    db.clock.advance(1_000);
    await store.put(["users", "alice"], "profile", { name: "Alicia" });
    expect(await store.get(["users", "alice"], "profile")).toMatchObject({
      value: { name: "Alicia" },
      createdAt: at,
      updatedAt: new Date(db.clock.now),
    });
    expect(await store.get(["users"], "profile")).toBeNull();
    expect(await store.get(["users", "alice"], "other")).toBeNull();
    await store.delete(["users", "alice"], "profile");
    expect(await store.get(["users", "alice"], "profile")).toBeNull();
    await store.delete(["users", "alice"], "profile");
    expect(await placesOf(db, "Alicia")).toEqual([]);
  });

  it("a namespace is compared label by label", async () => {
    const store = storeOn(db.memoir);
    await store.put(["acme"], "a", { n: 1 });
    await store.put(["acme", "x"], "b", { n: 2 });
    await store.put(["acme-corp"], "c", { n: 3 });
    await store.put(["acm"], "d", { n: 4 });
    expect(keys(await store.search(["acme"])).sort()).toEqual(["a", "b"]);
    expect(keys(await store.search([])).sort()).toEqual(["a", "b", "c", "d"]);
    expect(keys(await store.search(["acme", "y"]))).toEqual([]);
  });

  it("searches without a query: the last changed first, by filter, limit and offset", async () => {
    const store = storeOn(db.memoir);
    for (let n = 0; n < 12; n += 1) {
      await store.put(["n"], `k${n}`, {
        n,
        color: n % 2 === 0 ? "red" : "blue",
        at: `2026-03-${10 + n}`,
        o: { n },
      });
      db.clock.advance(1);
    }
    const all = keys(await store.search(["n"]));
    expect(all).toEqual(["k11", "k10", "k9", "k8", "k7", "k6", "k5", "k4", "k3", "k2"]);
    expect(keys(await store.search(["n"], { limit: 2, offset: 3 }))).toEqual(["k8", "k7"]);
    const found = async (filter: Record<string, unknown>): Promise<string[]> =>
      keys(await store.search(["n"], { filter, limit: 100 }));
    expect(await found({ color: "red", n: { $gte: 8 } })).toEqual(["k10", "k8"]);
    expect(await found({ n: { $gt: 1, $lt: 4 } })).toEqual(["k3", "k2"]);
    expect(await found({ n: { $in: [1, 5, 99] } })).toEqual(["k5", "k1"]);
    expect(await found({ n: { $lte: 1 }, color: { $ne: "red" } })).toEqual(["k1"]);
    expect(await found({ n: { $nin: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] } })).toEqual(["k11", "k10"]);
    expect(await found({ at: { $gte: "2026-03-21" } })).toEqual(["k11"]);
    expect(await found({ o: { n: 7 } })).toEqual(["k7"]);
    expect(await found({ n: { $eq: 3 } })).toEqual(["k3"]);
    expect(await found({ toString: undefined })).toHaveLength(12);
    expect(keys(await store.search(["n"], { filter: { color: "red" }, limit: 2, offset: 1 }))).toEqual([
      "k8",
      "k6",
    ]);
  });

  it("finds by meaning, in the namespace and filter alone", async () => {
    const memoir = await db.open({ embedder: topicEmbedder(TOPICS) });
    const store = storeOn(memoir);
    await store.put(["u", "alice"], "dinner", { text: "She loves noodles", kind: "like" });
    await store.put(["u", "alice"], "trips", { text: "Took the night train to Berlin", kind: "event" });
    await store.put(["u", "alice"], "band", { text: "Plays the guitar", kind: "like" });
    await store.put(["u", "bob"], "dinner", { text: "Bob lives on pizza", kind: "like" });
    const found = await store.search(["u", "alice"], { query: "what to eat", limit: 1 });
    expect(found).toMatchObject([{ key: "dinner", namespace: ["u", "alice"], value: { kind: "like" } }]);
    expect(found[0]!.score).toBeGreaterThan(0);
    const [first, second] = await store.search(["u"], { query: "food", limit: 2 });
    expect([first!.namespace[1], second!.namespace[1]].sort()).toEqual(["alice", "bob"]);
    const events = await store.search(["u"], { query: "music", filter: { kind: "event" } });
    expect(keys(events)).toEqual(["trips"]);
    // All of them, the best first; pages do not overlap.
    const all = await store.search(["u"], { query: "a trip" });
    expect(all).toHaveLength(4);
    expect(all[0]!.key).toBe("trips");
    const pages = [0, 1, 2, 3].map((offset) => store.search(["u"], { query: "a trip", limit: 1, offset }));
    expect((await Promise.all(pages)).flat()).toEqual(all);
  });

  it("documents written without an embedder are embedded by the first search", async () => {
    await storeOn(db.memoir).put(["n"], "dinner", { text: "noodles" });
    await storeOn(db.memoir).put(["n"], "band", { text: "guitar" });
    const embedder = topicEmbedder(TOPICS);
    const store = storeOn(await db.open({ embedder }));
    expect((await store.search(["n"], { query: "what to eat", limit: 1 }))[0]?.key).toBe("dinner");
    const embedded = embedder.texts.length;
    await store.search(["n"], { query: "what to eat", limit: 1 });
    // Only the question, if that.
    expect(embedder.texts.length).toBeLessThanOrEqual(embedded + 1);
    // Without one, words find.
    const words = await storeOn(db.memoir).search(["n"], { query: "my guitar", limit: 1 });
    expect(keys(words)).toEqual(["band"]);
  });

  it("an embedder that fails costs the meaning, not the answer", async () => {
    const embedder = topicEmbedder(TOPICS);
    embedder.failing = true;
    const store = storeOn(await db.open({ embedder }));
    await store.put(["n"], "dinner", { text: "noodles" });
    expect(keys(await store.search(["n"], { query: "noodles" }))).toEqual(["dinner"]);
  });

  it("embeds the fields that `index` names, and none with false", async () => {
    const memoir = await db.open({ embedder: topicEmbedder(TOPICS) });
    const store = storeOn(memoir, { index: ["title"] });
    await store.put(["n"], "title", { title: "noodles", body: "guitar" });
    await store.put(["n"], "body", { title: "guitar", chapters: [{ text: "noodles" }, { text: "pizza" }] }, [
      "chapters[*].text",
    ]);
    await store.put(["n"], "hidden", { title: "noodles pizza eat" }, false);
    const eat = await store.search(["n"], { query: "food" });
    expect(keys(eat.slice(0, 2)).sort()).toEqual(["body", "title"]);
    expect(eat[2]).toMatchObject({ key: "hidden" });
    expect(eat[2]).not.toHaveProperty("score");
    const music = await store.search(["n"], { query: "songs", limit: 3 });
    expect(music[0]?.score ?? 0).toBeLessThan(eat[0]!.score!);
  });

  it("lists namespaces by prefix, suffix, wildcard and depth", async () => {
    const store = storeOn(db.memoir);
    for (const namespace of [["a", "b", "c"], ["a", "b", "d"], ["a", "x", "c"], ["b", "c"], ["ab"]])
      await store.put(namespace, "k", { n: 1 });
    expect(await store.listNamespaces()).toEqual([
      ["a", "b", "c"],
      ["a", "b", "d"],
      ["a", "x", "c"],
      ["ab"],
      ["b", "c"],
    ]);
    expect(await store.listNamespaces({ prefix: ["a", "b"] })).toEqual([
      ["a", "b", "c"],
      ["a", "b", "d"],
    ]);
    expect(await store.listNamespaces({ suffix: ["c"] })).toEqual([
      ["a", "b", "c"],
      ["a", "x", "c"],
      ["b", "c"],
    ]);
    expect(await store.listNamespaces({ prefix: ["a", "*", "c"] })).toEqual([
      ["a", "b", "c"],
      ["a", "x", "c"],
    ]);
    expect(await store.listNamespaces({ maxDepth: 1 })).toEqual([["a"], ["ab"], ["b"]]);
    expect(await store.listNamespaces({ maxDepth: 2, limit: 2, offset: 1 })).toEqual([["a", "x"], ["ab"]]);
  });

  it("a batch reads what was before it, and writes all or nothing", async () => {
    const store = storeOn(db.memoir);
    await store.put(["n"], "a", { v: 1 });
    const [before, , list] = await store.batch([
      { namespace: ["n"], key: "a" },
      { namespace: ["n"], key: "a", value: { v: 2 } },
      { namespacePrefix: ["n"] },
      { namespace: ["n"], key: "b", value: { v: 1 } },
      { namespace: ["n"], key: "b", value: { v: 2 } },
    ]);
    expect(before).toMatchObject({ value: { v: 1 } });
    expect(list).toHaveLength(1);
    expect((await store.get(["n"], "a"))?.value).toEqual({ v: 2 });
    expect((await store.get(["n"], "b"))?.value).toEqual({ v: 2 });
    const bad = [
      { namespace: ["n"], key: "c", value: { v: 1 } },
      { namespace: ["n"], key: "d", value: 7 as never },
    ];
    await refused(store.batch(bad), "invalid_argument");
    expect(await store.get(["n"], "c")).toBeNull();
  });

  it("tenants and scopes do not see each other's documents", async () => {
    const [own, bobs] = [storeOn(db.memoir), storeOn(db.memoir, { scope: "user:bob" })];
    const other = new MemoirStore(db.memoir, { tenant: `${db.tenant}-corp` });
    await own.put(["n"], "k", { of: "own" });
    await bobs.put(["n"], "k", { of: "bob" });
    await other.put(["n"], "k", { of: "other" });
    await other.delete(["n"], "k");
    expect((await own.get(["n"], "k"))?.value).toEqual({ of: "own" });
    expect((await bobs.search([])).map(({ value }) => value)).toEqual([{ of: "bob" }]);
    expect(await other.listNamespaces()).toEqual([]);
  });

  it("survives a restart, and read-only holds", async () => {
    await storeOn(db.memoir).put(["n"], "k", { text: "guitar" });
    const memoir = await db.open({ embedder: topicEmbedder(TOPICS) });
    const store = storeOn(memoir);
    await memoir.operator(db.tenant).readOnly(true);
    await refused(store.put(["n"], "k", { text: "no" }), "read_only");
    // A search is a read: it finds by meaning although it may keep no vectors.
    expect(keys(await store.search(["n"], { query: "music" }))).toEqual(["k"]);
    await memoir.operator(db.tenant).readOnly(false);
  });

  it("bad input is refused with what was wrong", async () => {
    const store = storeOn(db.memoir);
    const batch = (value: unknown, namespace: unknown = ["n"], key: unknown = "k"): Promise<unknown> =>
      store.batch([{ namespace, key, value } as never]);
    for (const value of ["text", [1], 7, undefined]) await refused(batch(value), "invalid_argument");
    for (const namespace of [[], [""], ["a.b"], [7], "n"])
      await refused(batch({}, namespace), "invalid_argument");
    for (const key of ["", 7, null]) await refused(batch({}, ["n"], key), "invalid_argument");
    await refused(batch({ text: "x".repeat(1_048_577) }), "too_large");
    await refused(store.search(["n"], { limit: -1 }), "invalid_argument");
    await refused(store.search(["n"], { filter: { n: { $near: 1 } } }), "invalid_argument");
    await refused(store.search(["n"], { filter: { n: { $in: 1 } } }), "invalid_argument");
    await expect(store.put([], "k", {})).rejects.toThrow("Namespace cannot be empty");
    expect(() => storeOn(db.memoir, { scope: "alice" })).toThrow("Unknown scope kind");
  });
});
