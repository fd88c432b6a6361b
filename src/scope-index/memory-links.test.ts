import fc from "fast-check";
import { expect, it } from "vitest";
import type { RelationRow } from "../store/tables/relations.ts";
import { OneOrMore, Relations } from "./memory-links.ts";

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

it("holds what a map of lists holds, whatever is added and set", () => {
  const step = fc.record({
    key: fc.nat(3),
    values: fc.array(fc.nat(9), { maxLength: 3 }),
    adds: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      const held = new OneOrMore<number, number>();
      const plain = new Map<number, number[]>();
      for (const { key, values, adds } of steps) {
        plain.set(key, adds ? [...(plain.get(key) ?? []), ...values] : values);
        if (adds) for (const value of values) held.add(key, value);
        else held.set(key, values);
      }
      for (const key of [0, 1, 2, 3]) expect(held.of(key)).toEqual(plain.get(key) ?? []);
    }),
  );
});
