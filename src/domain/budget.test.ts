import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Budget, estimateTokens, fitBudget } from "./budget.ts";

const item = (line: string, type: string | null = "profile") => ({ line, type });
const free: Budget = { maxItems: null, maxTokens: null, maxPerType: null };

describe("estimateTokens (C20)", () => {
  it.each([
    ["", 0],
    ["four", 1],
    ["five5", 2],
    ["你好世界", 4],
    ["你好 ok", 3],
    ["😀", 2],
    ["привет", 3],
    ["한국어", 3],
  ])("%j is about %d tokens", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});

describe("fitBudget", () => {
  it("R29, R32: cuts the lower-scored", () => {
    const lines = ["a", "b", "c", "d"].map((line) => item(line));
    expect(fitBudget(lines, { ...free, maxItems: 2 }, "")).toEqual(lines.slice(0, 2));
  });

  it("R29: at most so many of one type, and others take their place", () => {
    const lines = [item("1", "a"), item("2", "a"), item("3", "a"), item("4", "b")];
    expect(fitBudget(lines, { ...free, maxPerType: 2, maxItems: 3 }, "").map((one) => one.line)).toEqual([
      "1",
      "2",
      "4",
    ]);
  });

  it("C20: stops at the first that does not fit, or passes it over with fill", () => {
    const lines = [item("short"), item("x".repeat(400)), item("small")];
    const budget = { ...free, maxTokens: 20 };
    expect(fitBudget(lines, budget, "")).toHaveLength(1);
    expect(fitBudget(lines, { ...budget, fill: true }, "").map((one) => one.line)).toEqual([
      "short",
      "small",
    ]);
  });

  it("C20: the frame counts, and Chinese counts in full", () => {
    const lines = [item("十个字的一句话在这里啊")];
    expect(fitBudget(lines, { ...free, maxTokens: 12 }, "")).toHaveLength(1);
    expect(fitBudget(lines, { ...free, maxTokens: 12 }, "heading")).toHaveLength(0);
    expect(fitBudget([item("abc")], { ...free, maxChars: 3 }, "")).toHaveLength(0);
    expect(fitBudget([item("abc")], { ...free, maxChars: 4 }, "")).toHaveLength(1);
  });

  it("words that lines share are paid for once", () => {
    const shared = (by: string) => ({ ...item("abc"), shared: { by, words: "2026-03-02: " } });
    const lines = [shared("march"), shared("march"), shared("april")];
    expect(fitBudget(lines, { ...free, maxTokens: 5 }, "")).toHaveLength(2);
    expect(fitBudget(lines, { ...free, maxTokens: 9 }, "")).toHaveLength(3);
    expect(fitBudget(lines, { ...free, maxChars: 20 }, "")).toHaveLength(2);
    expect(fitBudget(lines, { ...free, maxChars: 36 }, "")).toHaveLength(3);
  });

  it("R3: never goes over, whatever is asked", () => {
    const line = fc.string({ unit: "grapheme", maxLength: 60 }).map((text) => item(text, null));
    fc.assert(
      fc.property(fc.array(line), fc.nat(100), fc.string(), fc.boolean(), (lines, maxTokens, frame, fill) => {
        const chosen = fitBudget(lines, { ...free, maxTokens, fill }, frame);
        const whole = [frame, ...chosen.map((one) => one.line)].join("\n");
        if (chosen.length > 0) expect(estimateTokens(whole)).toBeLessThanOrEqual(maxTokens + 1);
      }),
    );
  });
});
