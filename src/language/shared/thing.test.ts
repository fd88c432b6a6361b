import { expect, test } from "vitest";
import { thing } from "./thing.ts";

test.each([
  ["Peanuts", "peanut"],
  ["the peanut", "peanut"],
  ["a bit of Arabic", "arab"],
  ["very spicy food", "spici food"],
  ["一只猫", "猫"],
  ["“三体”", "三体"],
  ["C++", "c"],
])("C10: different forms of one thing agree: %s", (words, expected) => {
  expect(thing(words)).toBe(expected);
});
