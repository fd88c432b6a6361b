import { describe, expect, it } from "vitest";
import { createCache, createFlights } from "./cache.ts";

describe("caches (R105, R106, R109, R110)", () => {
  it("hold so many values, and throw out the least used", () => {
    const cache = createCache<number>({ layer: "test", max: 2, now: () => 0 });
    cache.set("a", 1);
    cache.set("b", 2);
    expect(cache.get("a")).toBe(1);
    cache.set("c", 3);
    expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([1, undefined, 3]);
    cache.deleteAll("a");
    expect(cache.get("a")).toBeUndefined();
  });

  it("let a value live for its time, to the millisecond", () => {
    let now = 0;
    const cache = createCache<number>({ layer: "test", max: 2, ttlMs: 3_600_000, now: () => now });
    cache.set("a", 1);
    now = 3_599_999;
    expect(cache.get("a")).toBe(1);
    now = 3_600_000;
    expect(cache.get("a")).toBeUndefined();
  });
});

describe("flights (R312)", () => {
  it("share one piece of work, and fail together; the next one tries again", async () => {
    const once = createFlights();
    let runs = 0;
    const work = async (): Promise<number> => {
      runs += 1;
      if (runs === 1) throw new Error("no");
      return runs;
    };
    const results = await Promise.allSettled([
      once("k", work),
      once("k", work),
      once("other", async () => 7),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(await once("k", work)).toBe(2);
  });
});
