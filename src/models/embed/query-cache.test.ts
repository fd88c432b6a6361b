import { describe, expect, it } from "vitest";
import { QueryCache } from "./query-cache.ts";

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
