import { describe, expect, it } from "vitest";
import { type Neighbour, orderedPair, strongest } from "./relation.ts";

const near = (id: string, similarity: number | null, overlap = 0): Neighbour => ({ id, similarity, overlap });

describe("strongest (R244, C24)", () => {
  it.each<[string, Neighbour[], string[]]>([
    ["the nearest first", [near("a", 0.7), near("b", 0.9)], ["b", "a"]],
    ["from the least similarity on", [near("a", 0.6), near("b", 0.59)], ["a"]],
    ["by shared words where there are no vectors", [near("a", null, 0.36), near("b", null, 0.34)], ["a"]],
    ["no more than asked for", [near("a", 0.9), near("b", 0.8), near("c", 0.7)], ["a", "b"]],
    ["words do not count where there are vectors", [near("a", 0.1, 1)], []],
  ])("%s", (_name, neighbours, ids) => {
    expect(strongest(neighbours, { minStrength: 0.6, most: 2 }).map(({ id }) => id)).toEqual(ids);
  });
});

it("R319: a pair has one order", () => {
  expect(orderedPair("b", "a")).toEqual(orderedPair("a", "b"));
});
