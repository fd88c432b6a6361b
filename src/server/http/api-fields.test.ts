import { describe, expect, it } from "vitest";
import { fieldsOf, type PageSchema } from "./pages.ts";

const NAMED: Record<string, PageSchema> = {
  Message: {
    type: "object",
    properties: { text: { type: "string", description: "Words." } },
    required: ["text"],
  },
};

describe("the fields of a body", () => {
  it.each<[string, PageSchema, string[]]>([
    ["nothing", { type: "object" }, []],
    [
      "plain ones",
      { properties: { a: { type: "string" }, b: { type: ["integer", "null"] } }, required: ["a"] },
      ["a: string!", "b: integer | null"],
    ],
    ["one of some words", { properties: { a: { enum: ["x", "y"] } } }, ['a: "x" | "y"']],
    [
      "lists, by name",
      { properties: { m: { type: "array", items: { $ref: "#/components/schemas/Message" } } } },
      ["m: list of object", "m[].text: string!"],
    ],
    [
      "inside others",
      { properties: { a: { type: "object", properties: { b: { type: "boolean" } } } } },
      ["a: object", "a.b: boolean"],
    ],
    [
      "one of several bodies",
      {
        anyOf: [
          { properties: { id: { type: "string" } } },
          { properties: { id: { type: "string" }, key: { type: "string" } } },
        ],
      },
      ["id: string", "key: string"],
    ],
    [
      "of either type",
      { properties: { at: { anyOf: [{ type: "string" }, { type: "number" }] } } },
      ["at: string | number"],
    ],
  ])("%s", (_, schema, expected) => {
    const lines = fieldsOf(schema, NAMED).map(
      ({ path, type, required }) => `${path}: ${type}${required ? "!" : ""}`,
    );
    expect(lines).toEqual(expected);
  });

  it("a schema that holds itself ends", () => {
    const named: Record<string, PageSchema> = {
      Tree: { properties: { child: { $ref: "#/components/schemas/Tree" } } },
    };
    expect(fieldsOf({ $ref: "#/components/schemas/Tree" }, named)).toHaveLength(3);
  });
});
