import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "./budget.ts";
import { passages } from "./passages.ts";

describe("passages", () => {
  it("a short text is itself", () => {
    expect(passages("Alice lives in Berlin. She likes tea.")).toEqual([
      "Alice lives in Berlin. She likes tea.",
    ]);
    expect(passages("爱丽丝住在柏林。")).toEqual(["爱丽丝住在柏林。"]);
  });

  it("a long one is cut between sentences", () => {
    const text = Array.from(
      { length: 60 },
      (_, i) => `Sentence number ${i} talks about gardens and trains. `,
    ).join("");
    const parts = passages(text);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      expect(part.trim()).toMatch(/^Sentence number .*\.$/);
      expect(estimateTokens(part)).toBeLessThanOrEqual(200);
    }
    expect(parts.join("")).toBe(text);
  });

  it("Chinese alike, and a text without any stop", () => {
    const chinese = Array.from({ length: 40 }, (_, i) => `第${i}句话讲的是花园和火车的故事。`).join("");
    expect(passages(chinese).length).toBeGreaterThan(2);
    expect(passages(chinese).every((part) => part.endsWith("。"))).toBe(true);
    expect(passages("字".repeat(1_000)).every((part) => estimateTokens(part) <= 240)).toBe(true);
  });

  it("says all of the text, in order, in passages that fit; hostile text too", () => {
    const bit = fc.constantFrom("word ", "。", "你好", "😀", ".", "\n", "longlonglonglonglong", " ");
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 1_500 }), (bits) => {
        const text = bits.join("");
        const parts = passages(text);
        expect(text.startsWith(parts.join("").trimEnd())).toBe(true);
        for (const part of parts) {
          expect(part.isWellFormed()).toBe(true);
          if (parts.length > 1) expect(estimateTokens(part)).toBeLessThanOrEqual(260);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("a text of a megabyte gives 64, soon", () => {
    expect(passages("word ".repeat(200_000))).toHaveLength(64);
  });
});
