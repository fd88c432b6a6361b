import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findWords } from "./find-words.ts";

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
