import { expect, it } from "vitest";
import { once } from "./once.ts";

it("works out each text once, and keeps the last few", () => {
  const asked: string[] = [];
  const length = once((text) => asked.push(text) && text.length, 2);
  expect(["a", "bb", "a", "bb"].map(length)).toEqual([1, 2, 1, 2]);
  expect(asked).toEqual(["a", "bb"]);
  expect(["中文", "a"].map(length)).toEqual([2, 1]);
  expect(asked).toEqual(["a", "bb", "中文", "a"]);
});
