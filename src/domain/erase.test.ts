import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutSpan, ERASED, findWords } from "./erase.ts";

describe("cutSpan (C18)", () => {
  const text = "I live in Berlin and I like tea";

  it("replaces the words and leaves the rest", () => {
    expect(cutSpan(text, [0, 16]).text).toBe("[erased] and I like tea");
    expect(cutSpan("我住在柏林，喜欢喝茶", [0, 5]).text).toBe("[erased]，喜欢喝茶");
  });

  it.each<[string, [number, number], [number, number], string]>([
    ["behind", [0, 16], [21, 31], "I like tea"],
    ["before", [21, 31], [0, 16], "I live in Berlin"],
  ])("a span that lies %s still says the same", (_where, cut, other, words) => {
    const { text: left, move } = cutSpan(text, cut);
    const [start, end] = move(other);
    expect(left.slice(start, end)).toBe(words);
  });

  it("never leaves a span outside of the text, whatever overlaps", () => {
    const span = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), span, span, (words, cut, other) => {
        const result = cutSpan(words, cut);
        const [start, end] = result.move([
          Math.min(other[0], words.length),
          Math.min(other[1], words.length),
        ]);
        expect(result.text).toContain(ERASED);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(result.text.length);
      }),
    );
  });
});

describe("findWords", () => {
  it.each<[string, string, [number, number][]]>([
    [
      "I live in Berlin. berlin!",
      "Berlin",
      [
        [10, 16],
        [18, 24],
      ],
    ],
    ["Also call me Al", "Al", [[13, 15]]],
    [
      "她叫小明，小明住北京",
      "小明",
      [
        [2, 4],
        [5, 7],
      ],
    ],
    ["name:小明x", "小明", [[5, 7]]],
    [
      "they/them (they/them)",
      "they/them",
      [
        [0, 9],
        [11, 20],
      ],
    ],
    ["C++ and C", "C++", [[0, 3]]],
    ["nothing here", "Berlin", []],
    ["anything", "  ", []],
  ])("C18: %j: where %j stands", (text, words, expected) => {
    expect(findWords(text, words)).toEqual(expected);
  });

  it("finds every text in itself, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }).filter((s) => s.trim() !== ""),
        (text) => {
          const [first] = findWords(text, text);
          expect(first).toBeDefined();
          expect(text.slice(...(first as [number, number]))).toBe(text.trim());
        },
      ),
    );
  });
});
