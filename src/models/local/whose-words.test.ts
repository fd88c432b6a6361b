import { describe, expect, it } from "vitest";
import { handedOverBy, marksOf, TOKEN_FEATURES, tokenSpans } from "./whose-words.ts";

describe("where tokens stand", () => {
  it.each([
    ["Café au lait!", ["[CLS]", "cafe", "au", "lai", "##t", "!", "[SEP]"], ["Café", "au", "lai", "t", "!"]],
    ["我住在Berlin", ["[CLS]", "我", "住", "在", "ber", "##lin", "[SEP]"], ["我", "住", "在", "Ber", "lin"]],
    ["a 🙂 b", ["[CLS]", "a", "[UNK]", "b", "[SEP]"], ["a", "b"]],
  ])("%s", (text, tokens, expected) => {
    const spans = tokenSpans(tokens, text).filter((span) => span !== null);
    expect(spans.map(([start, end]) => text.slice(start, end))).toEqual(expected);
  });
});

it("marks what a tokenizer drops: lines, paragraphs, colons, quotation marks, capitals", () => {
  const text = 'hi:\n\nDear "Ann"';
  const spans = tokenSpans(["[CLS]", "hi", ":", "dear", '"', "ann", '"', "[SEP]"], text);
  const marks = marksOf(text, spans);
  const row = (token: number): number[] =>
    Array.from(marks.slice(token * TOKEN_FEATURES, token * TOKEN_FEATURES + 6));
  expect(row(1)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(row(3)).toEqual([1, 1, 1, 1, 0, 1]);
  expect(row(5)).toEqual([0, 0, 1, 1, 1, 1]);
  expect(marks[9]).toBe(1);
});

describe("sentences are judged as a whole", () => {
  const text = "look at this: I live in Rome. Call me Bo. ok?";
  const words = text.match(/[\w]+/g)!;
  const spans = tokenSpans(
    words.map((word) => word.toLowerCase()),
    text,
  );
  const judged = (...odds: number[]): string[] =>
    handedOverBy(
      text,
      spans,
      words.map((_, i) => odds[i < 3 ? 0 : i < 7 ? 1 : i < 10 ? 2 : 3]!),
    ).map(([start, end]) => text.slice(start, end).trim());

  it("nothing is handed over while no sentence is above the bound", () => {
    expect(judged(-1, -1, -0.1, -1)).toEqual([]);
  });
  it("once one is, doubtful ones go with it and sure ones stay", () => {
    expect(judged(-5, 2, -1, -5)).toEqual(["I live in Rome. Call me Bo."]);
    expect(judged(-5, 2, -4, -5)).toEqual(["I live in Rome."]);
  });
  it("what was not read is as the rest is", () => {
    const long = `${text} ${"more ".repeat(20)}`;
    expect(
      handedOverBy(
        long,
        spans,
        words.map(() => 3),
      ).at(-1)![1],
    ).toBe(long.length);
  });
});
