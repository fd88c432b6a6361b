import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { bend, strictSchema, toJsonSchema, UNBENDABLE } from "./schema.ts";

const Candidate = z.object({
  text: z.string(),
  type: z.enum(["profile", "task_state"]),
  confidence: z.number().min(0).max(1),
  tags: z.array(z.string()).optional(),
  matches: z.enum(["m1", "m2"]).nullable().default(null),
});
const Candidates = z.object({ candidates: z.array(Candidate).max(2) });

const bent = (schema: z.ZodType, value: unknown): unknown => bend(value, toJsonSchema(schema));

describe("R299: bend", () => {
  it.each<[name: string, schema: z.ZodType, value: unknown, expected: unknown]>([
    ["a number out of a text", z.number(), "0.8", 0.8],
    ["a share within its range", z.number().min(0).max(1), 1.7, 1],
    ["a negative share", z.number().min(0).max(1), "-3", 0],
    ["a percentage", z.number().min(0).max(1), "90%", 0.9],
    ["a whole number", z.int().min(1).max(5), 3.6, 4],
    ["an infinite number, where there is a limit", z.number().max(1), Infinity, 1],
    ["a text out of a number", z.string(), 42, "42"],
    ["a boolean out of a text", z.boolean(), "true", true],
    ["another boolean", z.boolean(), "false", false],
    ["an enum in other letters", z.enum(["task_state", "profile"]), "Task State", "task_state"],
    ["null where it is allowed and the value is not", z.enum(["m1"]).nullable(), "m7", null],
    ["a nullable number", z.number().nullable(), "2", 2],
    ["what is of the right type already", z.union([z.string(), z.number()]), 5, 5],
    ["a list under another name", z.array(z.number()), { facts: [1, 2] }, [1, 2]],
    ["one item where a list was asked for", z.array(z.object({ a: z.string() })), { a: "x" }, [{ a: "x" }]],
    ["a bare list", z.object({ memories: z.array(z.number()) }), [1], { memories: [1] }],
    [
      "a list under a better liked name",
      z.object({ memories: z.array(z.number()) }),
      { items: ["1"] },
      { memories: [1] },
    ],
    ["a key in other letters", z.object({ is_same: z.boolean() }), { isSame: "true" }, { is_same: true }],
    ["a map", z.record(z.string(), z.number()), { a: "1", b: "x" }, { a: 1 }],
    ["anything", z.unknown(), { a: 1 }, { a: 1 }],
    ["a constant", z.literal("yes"), "yes", "yes"],
  ])("takes %s", (_name, schema, value, expected) => {
    const result = bent(schema, value);
    expect(result).toEqual(expected);
    expect(schema.safeParse(result).success).toBe(true);
  });

  it.each<[name: string, schema: z.ZodType, value: unknown]>([
    ["a word for a number", z.number(), "high"],
    ["an object for a text", z.string(), { is: "x" }],
    ["an infinite number without a limit", z.number(), Infinity],
    ["a word for a boolean", z.boolean(), "maybe"],
    ["an unknown enum", z.enum(["a"]), "b"],
    ["a text for a list", z.array(z.string()), "x"],
    ["a list of which nothing makes sense", z.array(z.number()), ["x", "y"]],
    ["a missing key", z.object({ a: z.string() }), { b: 1 }],
    ["a text for an object", z.object({ a: z.string().optional() }), "x"],
    ["a text for a map", z.record(z.string(), z.string()), "x"],
    ["another constant", z.literal("yes"), "no"],
    ["something for nothing", z.null(), 0],
  ])("does not take %s", (_name, schema, value) => {
    expect(bent(schema, value)).toBe(UNBENDABLE);
  });

  it("drops what cannot be meant, caps the list, forgets an invented id, and keeps the rest", () => {
    const good = { text: "a", type: "PROFILE", confidence: "0.9", tags: "none", matches: "m9", extra: 1 };
    const value = [{ ...good, type: "weather" }, good, "prose", { ...good, matches: "m2" }, good];
    expect(bent(Candidates, { facts: value })).toEqual({
      candidates: [
        { text: "a", type: "profile", confidence: 0.9, matches: null },
        { text: "a", type: "profile", confidence: 0.9, matches: "m2" },
      ],
    });
  });

  it("follows a schema that contains itself", () => {
    const Tree: z.ZodType = z.object({ n: z.number(), children: z.array(z.lazy(() => Tree)) });
    expect(bent(Tree, { n: "1", children: [{ n: "2", children: [] }] })).toEqual({
      n: 1,
      children: [{ n: 2, children: [] }],
    });
  });

  it("never throws, and never changes what the schema accepts", () => {
    const json = toJsonSchema(Candidates);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        bend(value, json);
        bend({ candidates: value }, json);
        bend({ candidates: [value] }, json);
      }),
      { numRuns: 500 },
    );
    const valid = {
      candidates: [{ text: "a", type: "profile", confidence: 0.5, tags: ["x"], matches: "m1" }],
    };
    expect(bend(valid, json)).toEqual(valid);
  });
});

describe("strictSchema", () => {
  it("requires every key and allows no other, at every depth", () => {
    const strict = strictSchema(toJsonSchema(Candidates));
    expect(strict).toMatchObject({
      required: ["candidates"],
      additionalProperties: false,
      properties: {
        candidates: {
          items: {
            required: ["text", "type", "confidence", "tags", "matches"],
            additionalProperties: false,
          },
        },
      },
    });
    expect(JSON.stringify(strict)).not.toContain("default");
  });
});
