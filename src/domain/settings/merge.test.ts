import { expect, it } from "vitest";
import { merge } from "./merge.ts";

it.each([
  [{ a: 1, b: 2 }, { b: 3 }, { a: 1, b: 3 }],
  [{ a: { x: 1 } }, { a: { y: 2 } }, { a: { x: 1, y: 2 } }],
  [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
  [{ a: 1 }, { a: undefined }, { a: 1 }],
  [{ a: 1 }, { a: null }, { a: null }],
  [{ a: { x: 1 } }, { a: 5 }, { a: 5 }],
  [{ a: 5 }, { a: { x: 1, y: undefined } }, { a: { x: 1 } }],
])("%j under %j is %j", (base, over, expected) => {
  expect(merge(base, over)).toStrictEqual(expected);
});

it("keeps __proto__ a plain key", () => {
  const merged = merge({}, JSON.parse('{"__proto__":{"polluted":true}}')) as object;
  expect(Object.keys(merged)).toEqual(["__proto__"]);
  expect("polluted" in merged).toBe(false);
});
