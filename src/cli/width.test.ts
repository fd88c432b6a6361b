import { describe, expect, it } from "vitest";
import { cutToWidth, harmless, oneLine, pad, width, wrap } from "./width.ts";

it.each([
  ["", 0],
  ["tea", 3],
  ["茶", 2],
  ["Mia 每周六", 10],
  ["，。「」", 8],
  ["한국어", 6],
  ["ﾃｽﾄ", 3], // half-width kana
  ["Ａ１", 4], // full-width Latin
  ["é", 1], // with a combining accent
  ["👍🏽", 2],
  ["👩‍👩‍👧", 2],
  ["❤️", 2],
  ["“·…”", 4],
])("%s takes %i columns", (text, columns) => {
  expect(width(text)).toBe(columns);
});

it("pads by columns", () => {
  expect(pad("茶", 4)).toBe("茶  ");
  expect(pad("tea", 2)).toBe("tea");
});

it.each([
  ["tea", 3, "tea"],
  ["tea time", 6, "tea t…"],
  ["tea time", 5, "tea…"],
  ["每周六早上", 10, "每周六早上"],
  ["每周六早上", 9, "每周六早…"],
  ["每周六早上", 8, "每周六…"],
])("cuts %s to %i columns", (text, columns, expected) => {
  expect(cutToWidth(text, columns)).toBe(expected);
});

describe("wrap", () => {
  it.each([
    ["short", 10, ["short"]],
    ["one two three", 8, ["one two", "three"]],
    ["one\ntwo", 8, ["one", "two"]],
    ["每周六早上练习", 6, ["每周六", "早上练", "习"]],
    ["a 每周六", 4, ["a 每", "周六"]],
    ["abcdefgh", 3, ["abc", "def", "gh"]],
    ["anything", Number.POSITIVE_INFINITY, ["anything"]],
  ])("%j in %d columns", (text, columns, expected) => {
    expect(wrap(text, columns)).toEqual(expected);
  });
});

describe("stored text cannot move the cursor", () => {
  it.each([
    ["\u001b[31mred", "␛[31mred"],
    ["bell\u0007", "bell␇"],
    ["back\rward", "back␍ward"],
    ["\u009b2J", "\ufffd2J"],
    ["abc\u202edcba", "abcdcba"],
    ["a\r\nb\tc", "a\nb c"],
  ])("%j", (text, expected) => {
    expect(harmless(text)).toBe(expected);
  });

  it("is one line where one line is wanted", () => {
    expect(oneLine(" a\n\n b\u001b ")).toBe("a b␛");
  });
});
