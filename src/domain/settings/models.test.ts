import { describe, expect, it } from "vitest";
import { resolveSettings } from "../settings.ts";
import { costOf, MODEL_ROLES } from "./models.ts";

describe("the models section", () => {
  it("R102, R103, R329: has no model, a timeout, few retries, a limit, no budget and a breaker", () => {
    expect(resolveSettings({}).models).toEqual({
      roles: Object.fromEntries(MODEL_ROLES.map((role) => [role, ""])),
      timeoutMs: 30_000,
      retries: 2,
      maxOutputTokens: 4_096,
      dailyTokenBudget: null,
      prices: {},
      breaker: { failures: 5, coolDownMs: 30_000 },
    });
  });

  it("names a model for one role and leaves the others", () => {
    const { roles } = resolveSettings({ models: { roles: { summary: "openai/gpt-5" } } }).models;
    expect(roles).toMatchObject({ summary: "openai/gpt-5", extract: "" });
  });

  it.each([
    { timeoutMs: 0 },
    { retries: -1 },
    { maxOutputTokens: 0.5 },
    { dailyTokenBudget: 0 },
    { prices: { "openai/gpt-5-mini": { input: -1, output: 2 } } },
    { prices: { "openai/gpt-5-mini": { input: 1 } } },
    { breaker: { failures: 0 } },
    { roles: { extracting: "x" } },
  ])("refuses %j", (models) => {
    expect(() => resolveSettings({ models: models as object })).toThrow("settings: models.");
  });
});

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
