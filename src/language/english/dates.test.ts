import { describe, expect, test } from "vitest";
import { withEnglishDates } from "./resolve-dates.ts";

const WEDNESDAY = Date.parse("2026-06-10T09:00:00Z");

describe("dates become absolute", () => {
  test.each([
    ["tomorrow morning", "on 11 June 2026 in the morning"],
    ["next Tuesday at 3pm", "on 16 June 2026 at 3pm"],
    ["on Friday", "on 12 June 2026"],
    ["before july 1", "before 1 July 2026"],
    ["on March 5", "on 5 March 2027"],
    ["in March", "in March 2027"],
    ["in two weeks", "on 24 June 2026"],
    ["by the end of the month", "by 30 June 2026"],
    ["on the 1st", "on 1 July 2026"],
    ["next month", "in July 2026"],
    ["this weekend", "on the weekend of 13 June 2026"],
    ["next week", "in the week of 15 June 2026"],
    ["our April 10 call", "our 10 April 2027 call"],
    ["on September 14-15", "on 14–15 September 2026"],
    ["since May", "since May 2026"],
    // Before, the readers of dates disagreed on these.
    ["by the end of May", "by 31 May 2027"],
    ["around mid-October", "around 11 October 2026"],
    ["a week on Friday", "on 19 June 2026"],
    ["this coming Friday", "on 12 June 2026"],
    ["on Friday 10 am", "on 12 June 2026 10 am"],
    ["10-12 July", "on 10–12 July 2026"],
    ["next month after the tour", "in July 2026 after the tour"],
  ])("ahead: %s", (text, expected) => {
    expect(withEnglishDates(text, WEDNESDAY, "future").text).toBe(expected);
  });

  test.each([
    ["yesterday", "on 9 June 2026"],
    ["last Sunday", "on 7 June 2026"],
    ["on Friday", "on 5 June 2026"],
    ["in March", "in March 2026"],
    ["3 weeks ago", "around 20 May 2026"],
    ["two years ago", "in 2024"],
    ["last summer", "in summer 2025"],
  ])("behind: %s", (text, expected) => {
    expect(withEnglishDates(text, WEDNESDAY, "past").text).toBe(expected);
  });

  test.each([
    "every Friday",
    "on Fridays",
    "for 3 years",
    "I may go",
    "2 hours ago",
    "Monday to Friday",
    "my 30th birthday",
    "at 7",
    "once a week on Fridays",
    "this may cause harm",
  ])("no date, or one that comes again: %s", (text) => {
    expect(withEnglishDates(text, WEDNESDAY, "future")).toMatchObject({ text, ranges: [] });
  });
});
