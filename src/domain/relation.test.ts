import { describe, expect, it } from "vitest";
import type { MEMORY_FIELDS } from "./memory.ts";
import type { RowOf } from "./memory-field.ts";
import {
  mergedColumns,
  type Neighbour,
  nearestNeighbours,
  orderedPair,
  withBetterWords,
} from "./relation.ts";

const near = (id: string, similarity: number | null, overlap = 0): Neighbour => ({ id, similarity, overlap });

describe("strongest (R244, C24)", () => {
  it.each<[string, Neighbour[], string[]]>([
    ["the nearest first", [near("a", 0.7), near("b", 0.9)], ["b", "a"]],
    ["from the least similarity on", [near("a", 0.6), near("b", 0.59)], ["a"]],
    ["by shared words where there are no vectors", [near("a", null, 0.36), near("b", null, 0.34)], ["a"]],
    ["no more than asked for", [near("a", 0.9), near("b", 0.8), near("c", 0.7)], ["a", "b"]],
    ["words do not count where there are vectors", [near("a", 0.1, 1)], []],
  ])("%s", (_name, neighbours, ids) => {
    expect(nearestNeighbours(neighbours, { minStrength: 0.6, most: 2 }).map(({ id }) => id)).toEqual(ids);
  });
});

it("R319: a pair has one order", () => {
  expect(orderedPair("b", "a")).toEqual(orderedPair("a", "b"));
});

type Row = RowOf<typeof MEMORY_FIELDS>;

const row = (more: Partial<Row>): Row =>
  ({
    ...{ id: "a", rank: 9, created_at: 10, strength: 0.5, strength_at: 0, confidence: 0.5, importance: 0.4 },
    ...{ pinned: 0, tags: '["x"]', slot: null, trust: 0.5, confirmed_at: 10, last_activated: 10 },
    ...{ activation_count: 1, last_accessed: null, access_count: 2, ttl_days: 30, expires_at: null },
    ...more,
  }) as Row;

it("R320: keeps the older date, the higher importance and every use of both", () => {
  const gone = row({
    ...{ id: "b", created_at: 5, importance: 0.8, pinned: 1, tags: '["y"]', slot: "home", confirmed_at: 20 },
    ...{ last_accessed: 7, access_count: 3, ttl_days: null, strength: 0.9 },
  });
  expect(mergedColumns(row({}), gone, 0)).toMatchObject({
    ...{ created_at: 5, importance: 0.8, pinned: 1, tags: '["x","y"]', slot: "home", confirmed_at: 20 },
    ...{ last_accessed: 7, access_count: 5, activation_count: 2, ttl_days: null, strength: 0.9 },
  });
});

it.each<[string, Partial<Row>, Partial<Row>, "a" | "b" | null, string]>([
  ["the one that says more", { rank: 11 }, {}, "b", "b"],
  ["then the better source", { rank: 9 }, { rank: 11 }, null, "b"],
  ["then the older", { created_at: 20 }, { created_at: 10 }, null, "b"],
  ["else always the same one", {}, {}, null, "a"],
])("the words that stand are those of %s", (_name, a, b, richer, kept) => {
  expect(withBetterWords(row({ id: "a", ...a }), row({ id: "b", ...b }), richer).keep.id).toBe(kept);
});
