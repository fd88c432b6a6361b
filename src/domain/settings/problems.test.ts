import { expect, it } from "vitest";
import { badKind, badValue, pathText, unknownKey } from "./problems.ts";

it.each([
  [["writePolicy", "mode"], "writePolicy.mode"],
  [["writePolicy", "allowedTypes", 0], "writePolicy.allowedTypes[0]"],
  [["identity", "aliases", "discord:42"], 'identity.aliases["discord:42"]'],
  [[], ""],
])("the path %j is written %s", (path, text) => {
  expect(pathText(path)).toBe(text);
});

it("suggests the nearest key, or names all", () => {
  expect(unknownKey("a.mod", "mod", ["mode"])).toBe("a.mod is not a setting; did you mean mode?");
  expect(unknownKey("zebra", "zebra", ["mode", "enable"])).toBe(
    "zebra is not a setting; known here: mode, enable.",
  );
});

it.each([
  [Number.POSITIVE_INFINITY, "x is Infinity; allowed: 1, 2."],
  ["y", 'x is "y"; allowed: 1, 2.'],
])("shows the bad value %j", (value, line) => {
  expect(badValue("x", value, ["1", "2"])).toBe(line);
});

it.each([
  [null, "null"],
  ["", "empty"],
  ["secret", "a string"],
  [["secret"], "a list"],
  [{ key: "secret" }, "a section"],
  [5, "a number"],
])("tells only the kind of %j", (value, kind) => {
  expect(badKind("x", value, ["y"])).toBe(`x is ${kind}; allowed: y.`);
});
