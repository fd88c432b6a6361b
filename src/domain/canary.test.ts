import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInShare, versionFor } from "./canary.ts";
import { parseScope } from "./scope.ts";

const scopes = Array.from({ length: 5_000 }, (_, i) => parseScope(`user:${i}`, "t"));

describe("a canary by share of scopes", () => {
  it.each([0.05, 0.1, 0.5, 0.9])("R33: %d of the scopes go by the candidate, the others do not", (share) => {
    const state = { stable: 3, canary: { version: 4, share } };
    const versions = scopes.map((scope) => versionFor(scope, state));
    expect(new Set(versions)).toEqual(new Set([3, 4]));
    const part = versions.filter((version) => version === 4).length / scopes.length;
    expect(Math.abs(part - share)).toBeLessThan(0.03);
  });

  it("without a canary every scope goes by the version in force", () => {
    expect(versionFor(scopes[0]!, { stable: 7, canary: null })).toBe(7);
  });

  it("a scope that is in a share is in every larger one, and another candidate is tried in other scopes", () => {
    fc.assert(
      fc.property(fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (name, share) => {
        if (isInShare(name, share)) expect(isInShare(name, Math.min(1, share + 0.1))).toBe(true);
        expect(isInShare(name, 0)).toBe(false);
        expect(isInShare(name, 1)).toBe(true);
      }),
    );
    const own = (version: number): boolean[] =>
      scopes.map((scope) => versionFor(scope, { stable: 0, canary: { version, share: 0.5 } }) === version);
    const [a, b] = [own(4), own(5)];
    const both = a.filter((isIn, i) => isIn && b[i]).length / scopes.length;
    expect(Math.abs(both - 0.25)).toBeLessThan(0.03);
  });
});
