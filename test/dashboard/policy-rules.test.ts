import { describe, expect, it } from "vitest";
import { policyRules as english } from "../../dashboard/src/i18n/policy-en.ts";
import { policyRules as chinese } from "../../dashboard/src/i18n/policy-zh.ts";
import {
  faultOf,
  patchOf,
  RULES,
  readPatch,
  valueAt,
  withValue,
} from "../../dashboard/src/views/operations/policy/rules.ts";
import { checkPolicyPatch } from "../../src/domain/check-policy.ts";
import { policiesOf } from "../../src/domain/policy.ts";
import { resolveSettings } from "../../src/domain/settings.ts";

const ACTIVE = policiesOf(resolveSettings({}));
const rules = RULES.flatMap((group) => group.rules);

/** Whether the engine takes a value for a rule. */
function isTaken(path: string, value: unknown): boolean {
  const [section, key] = path.split(".") as [string, string];
  try {
    checkPolicyPatch({ [section]: { [key]: value } }, "test");
    return true;
  } catch {
    return false;
  }
}

describe("the form of a policy", () => {
  it("has every rule once, with a name and a meaning in both languages", () => {
    const known = [
      ...Object.keys(ACTIVE.writePolicy).map((key) => `writePolicy.${key}`),
      ...Object.keys(ACTIVE.readPolicy).map((key) => `readPolicy.${key}`),
    ];
    expect(rules.map(({ path }) => path).sort()).toEqual(known.sort());
    for (const { path, form } of rules) {
      const keys = [`policy.${path}`, `policy.${path}.hint`].concat(
        form.kind === "choice" ? form.of.map((one) => `policy.${path}.${one}`) : [],
      );
      for (const key of keys) {
        expect([key, (english as Record<string, string>)[key]]).toEqual([key, expect.any(String)]);
        expect([key, (chinese as Record<string, string>)[key]]).toEqual([key, expect.any(String)]);
      }
    }
  });

  it.each([
    true,
    null,
    -1,
    0,
    0.5,
    1,
    1.5,
    2,
    7,
    Number.NaN,
    "auto",
    "",
    "cosine",
    [],
    ["profile"],
    ["x"],
    [""],
  ])("takes %j for a rule exactly where the engine does", (value) => {
    for (const { path, form } of rules)
      expect([path, faultOf(form, value) === null]).toEqual([path, isTaken(path, value)]);
  });

  it("form and JSON are in step", () => {
    const draft = withValue(withValue(ACTIVE, "writePolicy.minConfidence", 0.7), "readPolicy.maxItems", null);
    const patch = patchOf(ACTIVE, draft);
    expect(patch).toEqual({ writePolicy: { minConfidence: 0.7 }, readPolicy: { maxItems: null } });
    expect(readPatch(ACTIVE, JSON.stringify(patch))).toEqual({ draft, faults: {} });
    expect(readPatch(ACTIVE, "")).toEqual({ draft: ACTIVE, faults: {} });
    expect(valueAt(draft, "writePolicy.minConfidence")).toBe(0.7);
  });

  it.each<[string, object]>([
    ["{", { problem: "json" }],
    ["[1]", { problem: "object" }],
    ['{ "writePolicy": 1 }', { problem: "object" }],
    ['{ "render": {} }', { problem: "unknown", name: "render" }],
    ['{ "writePolicy": { "mod": "auto" } }', { problem: "unknown", name: "writePolicy.mod" }],
    [
      '{ "writePolicy": { "minConfidence": 2, "minEvidenceCount": 1.5 } }',
      {
        faults: {
          "writePolicy.minConfidence": { fault: "most", n: 1 },
          "writePolicy.minEvidenceCount": { fault: "whole" },
        },
      },
    ],
  ])("says of %s what is wrong", (text, wanted) => {
    expect(readPatch(ACTIVE, text)).toMatchObject(wanted);
  });
});
