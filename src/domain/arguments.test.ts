import { expect, it } from "vitest";
import { nearest } from "./arguments.ts";

it.each([
  ["minConfidense", ["minEvidenceCount", "minConfidence"], "minConfidence"],
  ["min_confidence", ["minConfidence"], "minConfidence"],
  ["WRITE-POLICY", ["readPolicy", "writePolicy"], "writePolicy"],
  ["mode", ["mode"], "mode"],
  ["mod", ["mode"], "mode"],
  ["zebra", ["mode", "enable"], undefined],
  ["x", [], undefined],
  ["", ["ab"], undefined],
])("%j among %j means %j", (name, known, expected) => {
  expect(nearest(name, known)).toBe(expected);
});
