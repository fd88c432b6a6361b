import { describe, expect, it } from "vitest";
import { resolveSettings } from "../settings.ts";
import { MODEL_ROLES } from "./models.ts";

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
