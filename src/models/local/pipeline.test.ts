import { describe, expect, it } from "vitest";
import { cutIds, pool } from "./pipeline.ts";

describe("cutIds", () => {
  it.each([
    [[101, 5, 6, 102], 4, [101, 5, 6, 102]],
    [[101, 5, 6, 102], 3, [101, 5, 102]],
    [[101, 5, 6, 7, 8, 102], 4, [101, 5, 6, 102]],
    [[101, 102], 512, [101, 102]],
    [[], 4, []],
  ])("%j to %d tokens", (ids, maxTokens, cut) => {
    expect(cutIds(ids, maxTokens)).toEqual(cut);
  });
});

describe("pool", () => {
  const hidden = Float32Array.from([1, 2, 3, 4, 5, 6]);
  it.each([
    ["mean", 2, [9, 12]],
    ["mean", 3, [5, 7, 9]],
    ["cls", 2, [1, 2]],
  ] as const)("%s of %d numbers a token", (pooling, dims, vector) => {
    expect([...pool(hidden, { pooling, dims })]).toEqual(vector);
  });
});
