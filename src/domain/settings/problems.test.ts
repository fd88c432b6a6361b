import { expect, it } from "vitest";
import { z } from "zod";
import { alternatives, badKind, badValue, mergeSettings, pathText, unknownKey } from "./problems.ts";

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

it.each([
  ["true | false", z.boolean()],
  ['"a" | "b"', z.enum(["a", "b"])],
  ["a string", z.string()],
  ["a non-empty string", z.string().min(1)],
  ["a number", z.number()],
  ["a number of at most 3", z.number().max(3)],
  ["a number from 0 to 1", z.number().min(0).max(1)],
  ["a number | null", z.number().nullable()],
  ["a whole number", z.int()],
  ["a whole number of at least 1", z.int().min(1)],
  ["-1 | a whole number of at least 1", z.union([z.literal(-1), z.int().min(1)])],
  ['a list of "a", "b"', z.array(z.enum(["a", "b"]))],
  ["a map of names to true, false", z.record(z.string(), z.boolean())],
  ["a section with a, b", z.strictObject({ a: z.string(), b: z.string() })],
])("says %s", (expected, schema) => {
  expect(alternatives(z.toJSONSchema(schema)).join(" | ")).toBe(expected);
});

it.each([
  [{ a: 1, b: 2 }, { b: 3 }, { a: 1, b: 3 }],
  [{ a: { x: 1 } }, { a: { y: 2 } }, { a: { x: 1, y: 2 } }],
  [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
  [{ a: 1 }, { a: undefined }, { a: 1 }],
  [{ a: 1 }, { a: null }, { a: null }],
  [{ a: { x: 1 } }, { a: 5 }, { a: 5 }],
  [{ a: 5 }, { a: { x: 1, y: undefined } }, { a: { x: 1 } }],
])("%j under %j is %j", (base, over, expected) => {
  expect(mergeSettings(base, over)).toStrictEqual(expected);
});

it("keeps __proto__ a plain key", () => {
  const merged = mergeSettings({}, JSON.parse('{"__proto__":{"polluted":true}}')) as object;
  expect(Object.keys(merged)).toEqual(["__proto__"]);
  expect("polluted" in merged).toBe(false);
});
