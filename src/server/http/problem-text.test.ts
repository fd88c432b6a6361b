import { expect, it } from "vitest";
import { z } from "zod";
import { problemText } from "./read-input.ts";

it.each<[name: string, schema: z.ZodType, value: unknown, says: string]>([
  ["nothing", z.string(), undefined, "is missing; it must be a string."],
  ["another kind", z.string(), 5, "must be a string, got 5."],
  ["a fraction", z.int(), 1.5, "must be a whole number, got 1.5."],
  ["a list for an object", z.object({}), [], "must be an object, got []."],
  ["too long", z.string().max(3), "abcd", "must have at most 3 characters."],
  ["empty", z.string().min(1), "", "must not be empty."],
  ["too many", z.array(z.string()).max(1), ["a", "b"], "must have at most 1 items."],
  ["too much", z.number().max(5), 6, "must be at most 5."],
  ["too little", z.number().min(1), 0, "must be at least 1."],
  ["no option", z.enum(["x", "y", "z"]), "q", 'must be "x", "y" or "z", got "q".'],
  ["no time", z.iso.datetime(), "soon", 'must be a time like "2026-03-01T12:00:00Z", got "soon".'],
  ["an unknown field", z.strictObject({}), { limt: 1 }, 'has an unknown field: "limt".'],
  [
    "a field that is nearly known",
    z.strictObject({ limit: z.int().optional() }),
    { limt: 1 },
    'has an unknown field: "limt". Did you mean limit?',
  ],
  [
    "a field that is like no other",
    z.strictObject({ scope: z.string().optional(), limit: z.int().optional() }),
    { colour: 1 },
    'has an unknown field: "colour". There are scope, limit.',
  ],
  ["neither", z.union([z.string(), z.array(z.string())]), 7, "must be a string or a list, got 7."],
  ["its own message", z.string().regex(/^a/, "must begin with a."), "b", "must begin with a."],
])("says what is wrong with %s", (_name, schema, value, says) => {
  const result = schema.safeParse(value, { error: problemText });
  expect(result.error?.issues.map(({ message }) => message)).toEqual([says]);
});
