import { describe, expect, test } from "vitest";
import { number, withChineseDates } from "./dates.ts";

const WEDNESDAY = Date.parse("2026-06-10T09:00:00Z");

describe("dates become absolute", () => {
  test.each([
    ["下周三要去上海", "2026年6月17日要去上海"],
    ["6月20号之前", "2026年6月20日之前"],
    ["明天下午两点", "2026年6月11日下午两点"],
    ["周五", "2026年6月12日"],
    ["三天后", "2026年6月13日"],
    ["月底前", "2026年6月底前"],
    ["下个月5号", "2026年7月5日"],
    ["明年春天", "2027年春天"],
    ["两个月后", "2026年8月"],
    ["下周末", "2026年6月20日那个周末"],
    // Before, the readers of dates disagreed on these.
    ["半年后", "2026年12月"],
    ["周五六点", "2026年6月12日六点"],
    ["下下周星期二", "2026年6月23日"],
    ["周四周五月考", "2026年6月11日2026年6月12日月考"],
  ])("ahead: %s", (text, expected) => {
    expect(withChineseDates(text, WEDNESDAY, "future").text).toBe(expected);
  });

  test.each([
    ["昨天", "2026年6月9日"],
    ["周六", "2026年6月6日"],
    ["去年夏天", "2025年夏天"],
    ["三年前", "2023年"],
    ["上个月", "2026年5月"],
    ["二〇二三年五月八日", "2023年5月8日"],
  ])("behind: %s", (text, expected) => {
    expect(withChineseDates(text, WEDNESDAY, "past").text).toBe(expected);
  });

  test.each(["每周三晚上", "3号线", "90年", "周二四六", "1958年3月5日出生", "20日前"])(
    "none, or one that comes again: %s",
    (text) => {
      expect(withChineseDates(text, WEDNESDAY, "future").text).toBe(text);
    },
  );
});

test.each([
  ["35", 35],
  ["三十五", 35],
  ["十二", 12],
  ["二十", 20],
  ["两", 2],
])("%s is %i", (words, expected) => {
  expect(number(words)).toBe(expected);
});
