import { describe, expect, it } from "vitest";
import { allowedCategories } from "./allowlist.ts";
import { MemoirError } from "./errors.ts";

const lists = {
  planner: ["goals", "tasks", "projects", "procedural"],
  stylist: ["preferences", "tone", "style"],
};

describe("allowedCategories", () => {
  it.each<[string | null, string[] | undefined, string[] | null]>([
    ["planner", ["tasks"], ["tasks"]],
    ["planner", ["tasks", "procedural"], ["tasks", "procedural"]],
    ["planner", undefined, ["goals", "tasks", "projects"]],
    ["nobody", undefined, []],
    [null, undefined, null],
    [null, ["tone"], ["tone"]],
  ])("R261, C23: %s asking for %j reads %j", (agent, requested, allowed) => {
    expect(allowedCategories(lists, agent, requested)).toEqual(allowed);
  });

  it("without any list there is nothing to enforce", () => {
    expect(allowedCategories({}, "planner", undefined)).toBeNull();
    expect(allowedCategories({}, "planner", ["x"])).toEqual(["x"]);
  });

  it.each<[string, string[]]>([
    ["stylist", ["tasks"]],
    ["stylist", ["tone", "tasks"]],
    ["nobody", ["tone"]],
    ["constructor", ["tone"]],
    ["__proto__", ["tone"]],
  ])("R261: %s asking for %j is rejected", (agent, requested) => {
    try {
      allowedCategories(lists, agent, requested);
      expect.unreachable();
    } catch (error) {
      expect(MemoirError.is(error) && error.code).toBe("not_allowed");
    }
  });

  it("C23: an empty list is an error, for every agent", () => {
    expect(() => allowedCategories(lists, "planner", [])).toThrow(/leave it out/);
    expect(() => allowedCategories({}, null, [])).toThrow(/leave it out/);
  });
});
