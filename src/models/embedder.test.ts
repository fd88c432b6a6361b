import { describe, expect, it, vi } from "vitest";
import { cosine, type Embedder, QueryCache, soonReady, toUnit } from "./embedder.ts";

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

const vector = (n: number): Float32Array => Float32Array.of(n);

describe("QueryCache", () => {
  it("keeps the vectors of models apart", () => {
    const cache = new QueryCache();
    cache.set("a", "tea", vector(1));
    cache.set("b", "tea", vector(2));
    expect([cache.get("a", "tea"), cache.get("b", "tea"), cache.get("a", "coffee")]).toEqual([
      vector(1),
      vector(2),
      undefined,
    ]);
  });

  it("drops the one that was not asked for the longest", () => {
    const cache = new QueryCache(2);
    cache.set("m", "1", vector(1));
    cache.set("m", "2", vector(2));
    cache.get("m", "1");
    cache.set("m", "3", vector(3));
    expect(["1", "2", "3"].map((text) => cache.get("m", text)?.[0])).toEqual([1, undefined, 3]);
  });

  it("is not changed by what callers do with their vectors", () => {
    const cache = new QueryCache();
    const given = vector(1);
    cache.set("m", "t", given);
    given[0] = 9;
    cache.get("m", "t")!.fill(9);
    expect(cache.get("m", "t")).toEqual(vector(1));
    cache.clear();
    expect(cache.get("m", "t")).toBeUndefined();
  });
});
