import fc from "fast-check";
import { expect, test } from "vitest";
import { sentences } from "./sentences.ts";

test.each([
  ["I live in Oslo. I'm 34!", ["I live in Oslo", "I'm 34"]],
  ["I work at St. Mary's, e.g. at night.", ["I work at St. Mary's, e.g. at night"]],
  ["it cost 3.50 euros", ["it cost 3.50 euros"]],
  ["- tea\n- coffee", ["tea", "coffee"]],
  ["我住在上海。你呢？", ["我住在上海", "你呢"]],
  ["my password is [secret]. (It was short.)", ["my password is [secret]", "It was short"]],
  ["我住在上海（浦东）。", ["我住在上海（浦东）"]],
  ["great — I moved", ["great", "I moved"]],
])("%j", (text, expected) => {
  expect(sentences(text).map((one) => one.text)).toEqual(expected);
});

test("a question mark is kept in mind", () => {
  expect(sentences("Is it? Yes.").map((one) => one.asks)).toEqual([true, false]);
  expect(sentences("是吗？是的。").map((one) => one.asks)).toEqual([true, false]);
});

test("each stands where it says", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) =>
      sentences(text).every(({ text: piece, start }) => text.slice(start, start + piece.length) === piece),
    ),
  );
});

test("what stands for words that were cut out keeps its brackets", () => {
  expect(
    sentences("[private] is my street. 我住在[private]。[secret] (yes)").map(({ text }) => text),
  ).toEqual(["[private] is my street", "我住在[private]", "[secret] (yes)"]);
});
