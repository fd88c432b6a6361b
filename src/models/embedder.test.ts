import { describe, expect, it, vi } from "vitest";
import { cosine, type Embedder, type Embedding, QueryCache, soonReady, toUnit } from "./embedder.ts";

it("a model that never comes is waited for once, and the wait keeps the process alive", async () => {
  vi.useFakeTimers();
  try {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const embedder: Embedder = {
      models: [],
      state: () => ({ status: "loading", detail: "" }),
      ready: () => new Promise(() => undefined),
      embedDocuments: async () => [],
      embedQuery: async () => [],
      close: async () => undefined,
    };
    const wait = soonReady(embedder);
    expect(timers).toHaveBeenCalledTimes(1);
    expect((timers.mock.results[0]!.value as NodeJS.Timeout).hasRef()).toBe(true);
    await vi.advanceTimersByTimeAsync(3_000);
    await wait;
    expect(soonReady(embedder)).toBe(wait);
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});

describe("toUnit", () => {
  it.each([
    [
      [3, 4],
      [0.6, 0.8],
    ],
    [[-2], [-1]],
    [Float32Array.of(0, 5), [0, 1]],
    [
      [1e-8, 0],
      [1, 0],
    ],
  ])("%j", (values, unit) => {
    const vector = toUnit(values, "m");
    for (const [i, value] of unit.entries()) expect(vector[i]).toBeCloseTo(value, 6);
    expect(cosine(vector, vector)).toBeCloseTo(1, 6);
  });

  it.each([[[]], [[0, 0]], [[1, Number.NaN]], [[Number.POSITIVE_INFINITY, 1]]])("refuses %j", (values) => {
    expect(() => toUnit(values, "m")).toThrow(
      expect.objectContaining({ code: "model_bad_output", message: expect.stringContaining("m") }),
    );
  });
});

const embedding = (model: string, n: number): Embedding => ({ model, vector: Float32Array.of(n) });

describe("QueryCache", () => {
  it("keeps the questions of models apart, with what they ask for", () => {
    const cache = new QueryCache();
    const asks = { memory: 1, overview: -2, own: 3, part: [0, 3] } as const;
    const asking = { ...embedding("b", 2), asks };
    cache.set("tea", embedding("a", 1));
    cache.set("tea", asking);
    expect([cache.get("a", "tea"), cache.get("b", "tea"), cache.get("a", "coffee")]).toEqual([
      embedding("a", 1),
      asking,
      undefined,
    ]);
  });

  it("drops the one that was not asked for the longest", () => {
    const cache = new QueryCache(2);
    cache.set("1", embedding("m", 1));
    cache.set("2", embedding("m", 2));
    cache.get("m", "1");
    cache.set("3", embedding("m", 3));
    expect(["1", "2", "3"].map((text) => cache.get("m", text)?.vector[0])).toEqual([1, undefined, 3]);
  });

  it("is not changed by what callers do with their vectors", () => {
    const cache = new QueryCache();
    const given = embedding("m", 1);
    cache.set("t", given);
    given.vector[0] = 9;
    cache.get("m", "t")!.vector.fill(9);
    expect(cache.get("m", "t")).toEqual(embedding("m", 1));
    cache.clear();
    expect(cache.get("m", "t")).toBeUndefined();
  });
});
