import { expect, it } from "vitest";
import type { RelationRow } from "../store/relations.ts";
import { Relations } from "./relations.ts";

const edge = (from_id: string, to_id: string, strength: number): RelationRow => ({
  ...{ from_id, to_id, strength, relation_type: "related_to", id: `${from_id}${to_id}`, created_at: 0 },
});

it("holds the edges from both ends, the strongest first, each pair once", () => {
  const relations = new Relations();
  expect(relations.isEmpty).toBe(true);
  for (const one of [edge("a", "b", 0.6), edge("a", "c", 0.9), edge("b", "c", 0.7), edge("a", "b", 0.8)])
    relations.add(one);
  expect(relations.of("a")).toEqual([
    { id: "c", strength: 0.9 },
    { id: "b", strength: 0.8 },
  ]);
  expect(relations.of("b").map(({ id }) => id)).toEqual(["a", "c"]);
  relations.drop("a");
  expect(relations.of("c")).toEqual([{ id: "b", strength: 0.7 }]);
  relations.drop("b");
  expect(relations.isEmpty).toBe(true);
  expect(relations.bytes).toBe(0);
});
