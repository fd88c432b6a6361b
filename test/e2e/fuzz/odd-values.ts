import fc from "fast-check";

const LONG = 20_000;

/** Texts that break what was written with plain ones in mind. */
export const ODD_TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\uD800",
  "cut \uDC00 in two",
  "\u202Eright to left\u202C",
  "👩‍👩‍👧‍👦🏴‍☠️",
  "e\u0301\u0300\u0316",
  "\uFEFF",
  "\r\nX-Injected: 1",
  "' or 1=1 --",
  '"; drop table memory; --',
  "%",
  "_",
  "*",
  "../../etc/passwd",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "__proto__",
  "constructor",
  "坚果过敏",
  "NEAR(a b)",
  'nuts" AND "',
  "nuts* OR *",
  "-nuts",
  "x".repeat(LONG),
  "坚".repeat(LONG),
];

const ODD_NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  1e-300,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  8.64e15,
  8.64e15 + 1,
];

/** A value of any kind, most of them of the wrong one. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.constantFrom(...ODD_NUMBERS),
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { a: { b: { c: {} } } }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** As they stand in an address: cut off, twice encoded, no UTF-8, a slash that is none. */
export const ODD_ENCODINGS = [
  "%",
  "%Z1",
  "%00",
  "%C0%80",
  "%ED%A0%80",
  "%FF",
  "%2F",
  "%2e%2e%2f",
  "%2525",
  "%F0%9F%A6",
  "+",
  "a%20b",
  "%EF%BB%BF",
  "..;",
  "~",
];

function nested(depth: number, open: string, close: string): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

/** Bodies that are no JSON, hardly any, or far too much of it. */
export const ODD_BODIES = [
  "",
  " ",
  "{",
  "}",
  "nuts",
  "null",
  "[]",
  "0",
  '"text"',
  "{'scope': 'user:alice'}",
  '{"scope":"user:alice",}',
  '\uFEFF{"scope":"user:alice"}',
  '{"scope":"user:alice","scope":"user:bob"}',
  '{"__proto__":{"scope":"user:bob"},"constructor":{"prototype":{}}}',
  '{"scope":NaN}',
  '{"scope":1e999}',
  '{"text":"\\ud800"}',
  "scope=user:alice&text=nuts",
  nested(100, "[", "]"),
  nested(20_000, "[", "]"),
  nested(50_000, '{"a":', "}"),
  `{"scope":"user:alice","text":"${"x".repeat(1_100_000)}"}`,
];

/** Arbitrarily nested values: put where a body may hold the caller's own values. */
export const DEEP = [nested(50, '{"a":', "}"), nested(3_000, '{"a":', "}"), nested(30_000, "[", "]")];

export const ODD_TYPES = [
  "",
  "text/plain",
  "application/xml",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/json; charset=utf-16",
  "application/problem+json",
  "application/jsonx",
  "*/*",
  ";",
];
