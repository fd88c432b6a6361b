import { describe, expect, it } from "vitest";
import { accessOf, allowedCategories, checkAllowed, checkUnbound, mayTouch } from "./allowlist.ts";
import { MemoirError } from "./errors.ts";

const lists = {
  planner: ["goals", "tasks", "projects", "procedural"],
  stylist: ["preferences", "tone", "爱好"],
};

const code = (call: () => unknown): unknown => {
  try {
    call();
  } catch (error) {
    return MemoirError.is(error) && error.code;
  }
  return null;
};

describe("accessOf", () => {
  it.each<[string, object, string | null, string[] | null, string[] | null]>([
    ["no list at all", {}, "planner", null, null],
    ["no list, but a bound handle", {}, "planner", ["tasks"], ["tasks"]],
    ["the application itself", lists, null, null, null],
    ["a bound handle without an agent", lists, null, ["tone"], ["tone"]],
    ["an agent", lists, "stylist", null, ["preferences", "tone", "爱好"]],
    ["an agent on a bound handle", lists, "planner", ["tasks", "tone"], ["tasks"]],
    ["an agent on a handle bound to nothing", lists, "planner", [], []],
    ["an agent nobody lists", lists, "nobody", null, []],
    ["an agent nobody lists, on a bound handle", lists, "nobody", ["tasks"], []],
    ["constructor", lists, "constructor", null, []],
    ["__proto__", lists, "__proto__", null, []],
  ])("R259, R261, C22: %s", (_, allowlists, agent, bound, categories) => {
    expect(accessOf(allowlists as never, agent, bound)).toEqual({ agent, categories });
  });
});

describe("allowedCategories", () => {
  it.each<[string | null, string[] | undefined, string[] | null]>([
    ["planner", ["tasks"], ["tasks"]],
    ["planner", ["tasks", "procedural"], ["tasks", "procedural"]],
    ["planner", undefined, ["goals", "tasks", "projects", "procedural"]],
    ["nobody", undefined, []],
    [null, undefined, null],
    [null, ["tone"], ["tone"]],
  ])("R261, C23: %s asking for %j reads %j", (agent, requested, allowed) => {
    expect(allowedCategories(accessOf(lists, agent, null), requested)).toEqual(allowed);
  });

  it.each<[string, string[]]>([
    ["stylist", ["tasks"]],
    ["stylist", ["tone", "tasks"]],
    ["stylist", ["Tone"]],
    ["nobody", ["tone"]],
    ["__proto__", ["tone"]],
  ])("R261: %s asking for %j is rejected", (agent, requested) => {
    expect(code(() => allowedCategories(accessOf(lists, agent, null), requested))).toBe("not_allowed");
  });

  it("C23: an empty list is an error, for every agent", () => {
    for (const agent of ["planner", null]) {
      expect(() => allowedCategories(accessOf(lists, agent, null), [])).toThrow(/leave it out/);
    }
  });
});

describe("what may be touched", () => {
  it.each<[string[] | null | undefined, boolean]>([
    [null, true],
    [undefined, true],
    [[], false],
    [["tone"], false],
    [["tasks"], true],
  ])("a handle bound to %j touching tasks: %j", (categories, may) => {
    const access = { agent: null, categories: categories ?? null };
    expect(mayTouch(categories, "tasks")).toBe(may);
    expect(code(() => checkAllowed(access, "tasks"))).toBe(may ? null : "not_allowed");
  });

  it("what belongs to no category is for who may see all", () => {
    expect(code(() => checkUnbound({ agent: "a", categories: null }, "events"))).toBeNull();
    expect(() => checkUnbound({ agent: "a", categories: ["x"] }, "events")).toThrow(
      'Agent "a" may touch only memories of its categories; events belong to none.',
    );
    expect(() => checkAllowed({ agent: null, categories: [] }, "x")).toThrow(
      'This handle may not touch the category "x"; allowed: none.',
    );
  });
});
