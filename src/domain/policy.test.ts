import { describe, expect, it } from "vitest";
import { checkPolicyPatch } from "./check-policy.ts";
import { MemoirError } from "./errors.ts";
import { patchedPolicies, policiesOver, policyDifferences } from "./policy.ts";
import { resolveSettings } from "./settings.ts";

const opened = resolveSettings({});

describe("checkPolicyPatch", () => {
  it.each([
    [{}, {}],
    [{ writePolicy: { mode: "auto" } }, { writePolicy: { mode: "auto" } }],
    [{ readPolicy: { maxItems: null } }, { readPolicy: { maxItems: null } }],
  ])("R54: takes %j", (patch, expected) => {
    expect(checkPolicyPatch(patch, "set()")).toEqual(expected);
  });

  it.each<[unknown, RegExp]>([
    [{ writePolicy: { mode: "loud" } }, /^set\(\): writePolicy\.mode is "loud"; allowed: "shadow"/],
    [{ writePolicy: { modes: "auto" } }, /did you mean mode\?/],
    [{ audit: "off" }, /"audit" is no part of a policy; it holds writePolicy and readPolicy/],
    [{ constructor: {} }, /constructor is not a setting/],
    [42, /the root is a number/],
  ])("R54: refuses %j", (patch, message) => {
    try {
      checkPolicyPatch(patch, "set()");
      expect.unreachable();
    } catch (error) {
      expect(MemoirError.is(error) && error.code).toBe("invalid_settings");
      expect((error as Error).message).toMatch(message);
    }
  });
});

it("a patch lies on top, lists replace, and only policies are left", () => {
  const patched = patchedPolicies(opened, { writePolicy: { allowedTypes: ["profile"] } });
  expect(Object.keys(patched)).toEqual(["writePolicy", "readPolicy"]);
  expect(patched.writePolicy).toEqual({ ...opened.writePolicy, allowedTypes: ["profile"] });
  expect(patched.readPolicy).toEqual(opened.readPolicy);
});

describe("policiesOver", () => {
  it.each<[string, unknown, object]>([
    ["nothing", null, {}],
    ["a value", { writePolicy: { mode: "manual" } }, { mode: "manual" }],
    ["what this release does not know", { writePolicy: { mode: "auto", fromTomorrow: 1 } }, { mode: "auto" }],
    ["no section", { writePolicy: 7 }, {}],
  ])("a version that holds %s", (_what, stored, over) => {
    expect(policiesOver(opened, stored).writePolicy).toEqual({ ...opened.writePolicy, ...over });
    expect(policiesOver(opened, stored).readPolicy).toEqual(opened.readPolicy);
  });
});

it("R37: differences are told setting by setting", () => {
  const to = patchedPolicies(opened, {
    writePolicy: { mode: "auto", allowedTypes: [] },
    readPolicy: { maxItems: null },
  });
  expect(policyDifferences(opened, opened)).toEqual([]);
  expect(policyDifferences(opened, to)).toEqual([
    { path: "writePolicy.mode", from: "shadow", to: "auto" },
    { path: "writePolicy.allowedTypes", from: opened.writePolicy.allowedTypes, to: [] },
    { path: "readPolicy.maxItems", from: 15, to: null },
  ]);
});
