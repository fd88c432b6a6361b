import { expect, it } from "vitest";
import { z } from "zod";
import { alternatives } from "./allowed.ts";

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
