import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coerceNumber, itemsOf, type JsonFound, jsonValues } from "./json.ts";
import { MAX_DEPTH } from "./lenient-json.ts";

/** The first list among the values of an answer. */
function readItems(text: string): unknown[] | undefined {
  for (const { value } of jsonValues(text)) {
    const items = itemsOf(value);
    if (items !== undefined) return items;
  }
  return undefined;
}

/** The likeliest value of an answer. */
function readJson(text: string): JsonFound | undefined {
  return jsonValues(text).next().value ?? undefined;
}

describe("R299: readJson", () => {
  const facts = { facts: [{ text: "Alice likes tea", confidence: 0.9 }] };
  const json = JSON.stringify(facts);

  it.each<[name: string, text: string, value: unknown]>([
    ["the whole text", json, facts],
    ["white space around it", `\n  ${json}\n`, facts],
    ["a scalar", "42", 42],
    ["a byte order mark", `\uFEFF${json}`, facts],
    ["a code fence", `\`\`\`json\n${json}\n\`\`\``, facts],
    ["a fence without a language", `\`\`\`\n${json}\n\`\`\``, facts],
    ["a fence on one line", `\`\`\`${json}\`\`\``, facts],
    ["a fence inside prose", `Sure!\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`, facts],
    [
      "the second fence, when the first holds code",
      `\`\`\`js\nlet x\n\`\`\` then \`\`\`json\n${json}\n\`\`\``,
      facts,
    ],
    ["a fence that was never closed", `\`\`\`json\n${json}`, facts],
    ["prose on both sides", `Here you are: ${json} Let me know.`, facts],
    ["a bracket in the prose before", `I filled {the form} for you: ${json}`, facts],
    ["braces inside strings", `x {"a":"}]{","b":["\\"}"]} y`, { a: "}]{", b: ['"}'] }],
    ["the first of two", "[1] and [2]", [1]],
    ["a trailing comma", `{"a":[1,2,],}`, { a: [1, 2] }],
    ["comments", `{"a":1, // one\n/* two */"b":2}`, { a: 1, b: 2 }],
    ["a raw line break in a string", '{"a":"one\ntwo"}', { a: "one\ntwo" }],
    ["single quotes", "{'a': 'it\\'s', 'b': True, 'c': None}", { a: "it's", b: true, c: null }],
    ["bare keys", `{text: "x", sub_key: {is-it: false}}`, { text: "x", sub_key: { "is-it": false } }],
    ["escapes", `see {"a":"\\u4f60\\n\\t\\/\\\\\\q"}`, { a: "你\n\t/\\q" }],
    ["odd numbers", "x [+1, .5, 2., -3e2, 1E+2]", [1, 0.5, 2, -300, 100]],
    ["Chinese prose", `好的，结果如下：${json}。`, facts],
    ["a thought before", `<think>maybe {"facts":[]}?</think>\n${json}`, facts],
    ["a thought whose opening tag is missing", `maybe {"facts":[]}?</think>${json}`, facts],
    ["a thought between", `${json}<Thinking>{"facts":[]}</Thinking>`, facts],
    ["a tag inside a string", `{"a":"<think>b</think>"}`, { a: "<think>b</think>" }],
  ])("reads %s", (_name, text, value) => {
    expect(readJson(text)).toEqual({ value, complete: true });
  });

  it.each([
    "",
    " ",
    "no json here",
    "{the form}",
    "]}",
    "[}",
    '{"a" => 1}',
    '{"a":"say "hi""}',
    '{"a":"\\uZZZZ"}',
    "<think>still thinking {} [1]",
    `{"a": undefinedd, }`,
  ])("finds nothing in %j", (text) => {
    expect(readJson(text)).toBeUndefined();
  });

  it.each<[text: string, value: unknown]>([
    ['{"facts":[{"a":1},{"a":2},{"a":', { facts: [{ a: 1 }, { a: 2 }] }],
    ['{"facts":[{"a":1},{"a":2', { facts: [{ a: 1 }] }],
    ['{"facts":[{"a":1},', { facts: [{ a: 1 }] }],
    ['{"facts":["one","tw', { facts: ["one"] }],
    ['{"a":"whole","b":"hal', { a: "whole" }],
    ['{"a":1,"b":0.9', { a: 1 }],
    ['{"a":1,"b":"[0]","c":1.5e', { a: 1, b: "[0]" }],
    ['{"a":1,"b":"[0]","c":1.5e-', { a: 1, b: "[0]" }],
    ['{"a":1,"b":tru', { a: 1 }],
    ['{"a":{"b":1,"c', { a: { b: 1 } }],
    ['{"a":1, "b"', { a: 1 }],
    ['{"a":1, /* and', { a: 1 }],
    ['{"a":"\\u4f', {}],
    ["[1,2", [1]],
    ["```json\n[1,2", [1]],
    ["{", {}],
    ["[", []],
  ])("keeps of %j what was whole", (text, value) => {
    expect(readJson(text)).toEqual({ value, complete: false });
  });

  it("keeps a key named __proto__ a key", () => {
    const found = readJson('x {"__proto__": {"polluted": true},}')?.value as object;
    expect(Object.keys(found)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  });

  it("offers every value, so that a schema can choose", () => {
    expect([...jsonValues('See [1]: {"a":1} and {"b":2}, or {"c":')].map(({ value }) => value)).toEqual([
      [1],
      { a: 1 },
      { b: 2 },
      {},
    ]);
  });

  it("stops at a depth that a recursive reader survives", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(readJson(nested(MAX_DEPTH))?.complete).toBe(true);
    expect(JSON.stringify(readJson(nested(100_000))?.value ?? null).length).toBeLessThan(3 * MAX_DEPTH);
  });
});

describe("R299: lists", () => {
  it.each<[text: string, items: unknown[] | undefined]>([
    ["[1,2]", [1, 2]],
    ['{"candidates":[1]}', [1]],
    ['{"facts":[]}', []],
    ['{"note":"x","items":[{"a":1}]}', [{ a: 1 }]],
    ['Found {"none":true}, and so: [3]', [3]],
    ['{"facts":"none"}', undefined],
    ["null", undefined],
    ["nothing", undefined],
  ])("%j holds %j", (text, items) => {
    expect(readItems(text)).toEqual(items);
  });

  it("does not take an inherited list", () => {
    expect(itemsOf(Object.create({ items: [1] }))).toBeUndefined();
  });
});

describe("R299: coerceNumber", () => {
  it.each<[value: unknown, number: number | undefined]>([
    [0.8, 0.8],
    ["0.8", 0.8],
    [" .8 ", 0.8],
    ["80%", 0.8],
    ["80 %", 0.8],
    ["-1e3", -1000],
    [Number.NaN, undefined],
    ["", undefined],
    ["high", undefined],
    ["0x10", undefined],
    ["1 2", undefined],
    [true, undefined],
    [null, undefined],
    [[1], undefined],
    ["9".repeat(100_000), undefined],
  ])("case %#", (value, number) => {
    expect(coerceNumber(value)).toBe(number);
  });
});

describe("whatever the text", () => {
  const noise = fc.string({
    unit: fc.constantFrom(..."{}[]\",:'\\/*<>`\n 01eE.-tfn", "<think>", "</think>", "```", "null", "你"),
    maxLength: 400,
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(noise, fc.string({ unit: "binary" })), (text) => {
        readItems(text);
        for (const { value } of jsonValues(text)) JSON.stringify(value);
      }),
      { numRuns: 3_000 },
    );
  });

  it("reads back any JSON from any wrapping", () => {
    const wrap = fc.constantFrom<(json: string) => string>(
      (json) => json,
      (json) => `\`\`\`json\n${json}\n\`\`\``,
      (json) => `Here it is: ${json} – that is all.`,
      (json) => `<think>hm {"x":1}</think>${json}`,
    );
    const container = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.array(fc.jsonValue(), { minLength: 1 }),
    );
    fc.assert(
      fc.property(container, wrap, (value, wrapped) => {
        const json = JSON.stringify(value);
        fc.pre(!json.includes("```") && !/think>/i.test(json));
        expect(JSON.stringify(readJson(wrapped(json))?.value)).toBe(json);
      }),
      { numRuns: 1_000 },
    );
  });

  it("never makes a cut text say what the whole did not", () => {
    const item = fc.record({ text: fc.string(), score: fc.double({ noNaN: true, noDefaultInfinity: true }) });
    fc.assert(
      fc.property(fc.array(item), fc.nat(), (items, at) => {
        const json = JSON.stringify({ items });
        const cut = json.slice(0, 1 + (at % json.length));
        const read = readItems(cut) ?? [];
        expect(read).toEqual(JSON.parse(json).items.slice(0, read.length));
      }),
      { numRuns: 1_000 },
    );
  });

  const MEGABYTE = 1_000_000;
  const fill = (unit: string): string => unit.repeat(Math.ceil(MEGABYTE / unit.length));
  it.each([
    "{",
    "[",
    '{"',
    '{"a":',
    "[1,",
    "[/*",
    "[//\n",
    "['",
    '[{"a":"',
    "```",
    "```[",
    "<think>",
    "</think>{",
    "{}",
    "[]{",
    "[1 ",
    "\\",
    " ",
    "[[[[]]]",
    "/*",
    "1",
  ])("takes no more than a moment for a megabyte of %j", (unit) => {
    const text = fill(unit);
    const started = process.threadCpuUsage();
    for (const tail of ["", "!"]) [...jsonValues(`x${text}${tail}`)];
    const { user, system } = process.threadCpuUsage(started);
    // Quadratic time would be minutes; a busy machine may need its time for twice a megabyte.
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });
});
