import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutSpan, ERASED } from "./erase.ts";

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
