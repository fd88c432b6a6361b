import { expect, it } from "vitest";
import { BoundedMap, once } from "./bounded-map.ts";

it("keeps what was set or used last", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2);
  expect(map.use("a")).toBe(1);
  map.set("c", 3);
  expect([...map]).toEqual([
    ["a", 1],
    ["c", 3],
  ]);
  map.set("a", 4);
  expect([...map.keys()]).toEqual(["c", "a"]);
  expect(map.use("z")).toBeUndefined();
});

it("works out each text once, and keeps the last few", () => {
  const asked: string[] = [];
  const length = once((text) => asked.push(text) && text.length, 2);
  expect(["a", "bb", "a", "bb"].map(length)).toEqual([1, 2, 1, 2]);
  expect(asked).toEqual(["a", "bb"]);
  expect(["中文", "a"].map(length)).toEqual([2, 1]);
  expect(asked).toEqual(["a", "bb", "中文", "a"]);
});
