import { expect, it } from "vitest";
import { BoundedMap } from "./bounded-map.ts";

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
