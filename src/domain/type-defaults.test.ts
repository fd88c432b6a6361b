import { describe, expect, it } from "vitest";
import { MEMORY_TYPES } from "./memory.ts";
import { TYPE_DEFAULTS } from "./type-defaults.ts";

describe("TYPE_DEFAULTS", () => {
  it.each([
    ["profile", "high", null],
    ["preference", "medium", 90],
    ["task_state", "low", 7],
    ["constraint", "high", null],
    ["episode", "medium", 30],
  ] as const)("R12, R65: %s is %s and lives %s days", (type, stability, ttlDays) => {
    expect(TYPE_DEFAULTS[type]).toEqual({ stability, ttlDays });
  });

  it("R12: every type has defaults", () => {
    expect(Object.keys(TYPE_DEFAULTS).sort()).toEqual([...MEMORY_TYPES].sort());
  });
});
