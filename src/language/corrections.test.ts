import { describe, expect, test } from "vitest";
import { correctionOf } from "./corrections.ts";
import { type Finding, PLAIN } from "./shared/claim.ts";

const finding = (text: string, value: string | null): Finding => ({
  ...PLAIN,
  topic: "home",
  slot: "home",
  text,
  value,
});
const OSLO = finding("Alice lives in Oslo.", "Oslo");
const AGE = finding("Alice is 34 years old.", "34");
const HOME = finding("爱丽丝住在上海。", "上海");

describe("the same claim with another value", () => {
  test.each([
    ["sorry, I meant Bergen", [AGE, OSLO], "Alice lives in Bergen."],
    ["I meant 35", [OSLO, AGE], "Alice is 35 years old."],
    ["it's Bergen, not Oslo", [OSLO, AGE], "Alice lives in Bergen."],
    ["not Oslo but Bergen", [OSLO], "Alice lives in Bergen."],
    ["*Bergen", [OSLO], "Alice lives in Bergen."],
    ["oops 35, just had my birthday", [OSLO, AGE], "Alice is 35 years old."],
    ["不是上海，昆山", [HOME], "爱丽丝住在昆山。"],
    ["说错了，是昆山", [HOME], "爱丽丝住在昆山。"],
    ["是昆山，不是上海", [HOME], "爱丽丝住在昆山。"],
    ["不是上海，是昆山", [HOME], "爱丽丝住在昆山。"],
  ])("%s", (words, recent, expected) => {
    expect(correctionOf(words, recent, 0)).toMatchObject({ text: expected, corrects: true, slot: "home" });
  });
});

test.each([
  ["sorry, Tom is calling", [OSLO]],
  ["Sorry Tom", [OSLO]],
  ["说错了，我住在无锡", [HOME]],
  ["不是上海，但也不远", [HOME]],
  ["it's Friday", [OSLO]],
  ["No problem", [OSLO]],
  ["no worries", [OSLO]],
  ["sorry, I'm late", [OSLO]],
  ["I meant Bergen", [AGE]],
  ["sorry, I meant Bergen", [OSLO, AGE]],
  ["不对，是下周四", [finding("爱丽丝的狗对鸡肉过敏。", "鸡肉")]],
  ["no wait, it's Thursday", [finding("Alice is allergic to nuts.", "nuts")]],
  ["it's Bergen, not Rome", [OSLO]],
  ["I meant Bergen", []],
  ["是的", [HOME]],
])("nothing where it is not plain what is meant: %s", (words, recent) => {
  expect(correctionOf(words, recent, 0)).toBeUndefined();
});

const TEST = { ...finding("爱丽丝2026年6月15日有考试。", null), expiresAt: Date.UTC(2026, 5, 16) };

test.each([["记错了，6月16号", TEST, "爱丽丝2026年6月16日有考试。", Date.UTC(2026, 5, 17)]])(
  "C10: another day, and the plan ends with it: %s",
  (words, old, text, expiresAt) => {
    expect(correctionOf(words, [old], Date.UTC(2026, 5, 10))).toMatchObject({
      text,
      expiresAt,
      corrects: true,
    });
  },
);
