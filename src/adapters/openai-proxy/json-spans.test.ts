import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elements, members, valueAt } from "./json-spans.ts";

const slice = (text: string, { start, end }: { start: number; end: number }): string =>
  text.slice(start, end);

describe("places in a JSON text", () => {
  it.each([
    ['{"a":1,"b":[1,{"a":2}],"a":"x"}', { a: '"x"', b: '[1,{"a":2}]' }],
    [' { "a\\"b" : "c\\\\" , "\\u4f60":null } ', { 'a"b': '"c\\\\"', 你: "null" }],
    ['{"a":"}]\\"{[","b":-1.5e3}', { a: '"}]\\"{["', b: "-1.5e3" }],
    ["{}", {}],
  ])("members of %s", (text, expected) => {
    const found = [...members(text, valueAt(text, 0))].map(([name, span]) => [name, slice(text, span)]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it.each([
    ['[1, "a,]" ,[ ] , {"x":[]} ]', ["1", '"a,]"', "[ ]", '{"x":[]}']],
    ["[ ]", []],
    ["[true]", ["true"]],
  ])("elements of %s", (text, expected) => {
    expect(elements(text, valueAt(text, 0)).map((span) => slice(text, span))).toEqual(expected);
  });

  it("every value stands where it is said to stand", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 0, max: 3 }),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          const found = [...members(text, valueAt(text, 0))];
          const read = Object.fromEntries(found.map(([name, span]) => [name, JSON.parse(slice(text, span))]));
          expect(read).toEqual(JSON.parse(text));
          for (const [name, span] of found)
            if (Array.isArray(value[name]))
              expect(elements(text, span).map((one) => JSON.parse(slice(text, one)))).toEqual(
                JSON.parse(JSON.stringify(value[name])),
              );
        },
      ),
    );
  });

  it("however deep", () => {
    const text = `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)},"b":1}`;
    expect(slice(text, members(text, valueAt(text, 0)).get("b")!)).toBe("1");
  });
});
