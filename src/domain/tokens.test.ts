import { expect, it } from "vitest";
import { estimateTokens } from "./tokens.ts";

it.each([
  ["", 0],
  ["a", 1],
  ["abcd", 1],
  ["abcde", 2],
  ["你好", 2],
  ["你好 Alice", 4],
  ["café", 1],
])("C20: %j is about %i tokens", (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});
