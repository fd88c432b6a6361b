import fc from "fast-check";
import { expect, it } from "vitest";
import { OneOrMore } from "./one-or-more.ts";

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
