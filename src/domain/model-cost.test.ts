import { expect, it } from "vitest";
import { costOf } from "./model-cost.ts";

const prices = { "openai/small": { input: 0.25, output: 2 }, "ollama/free": { input: 0, output: 0 } };

it.each([
  ["openai/small", 1_000_000, 0, 0.25],
  ["openai/small", 0, 500_000, 1],
  ["openai/small", 2_000_000, 1_000_000, 2.5],
  ["ollama/free", 5, 5, 0],
  ["openai/other", 5, 5, null],
  ["constructor", 5, 5, null],
])("%s with %i in and %i out costs %s", (model, input_tokens, output_tokens, cost) => {
  expect(costOf({ model, input_tokens, output_tokens }, prices)).toBe(cost);
});
