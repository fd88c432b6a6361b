import { describe, expect, test } from "vitest";
import { type TimeRead, timeText } from "../shared/moments.ts";
import { compareClaims } from "./compare.ts";
import { compatible, covers, timesIn } from "./units.ts";

describe("times as far as the words fix them", () => {
  test.each<[string, TimeRead[]]>([
    ["on 2024-05-03", [{ year: 2024, month: 5, day: 3 }]],
    ["on May 3", [{ month: 5, day: 3 }]],
    ["on the 3rd of May 2024", [{ year: 2024, month: 5, day: 3 }]],
    ["in May 2024", [{ year: 2024, month: 5 }]],
    ["it may rain in May", [{ month: 5 }]],
    ["May likes tea", []],
    ["May 3: dentist", [{ month: 5, day: 3 }]],
    ["4月18", [{ month: 4, day: 18 }]],
    ["in 2019", [{ year: 2019 }]],
    ["ran 2000 steps", []],
    ["on Monday at 3pm", [{ weekday: 1 }, { clock: 900 }]],
    ["next Friday", [{ weekday: 5, relative: "next week" }]],
    ["at 3:30 p.m. tomorrow", [{ clock: 930 }, { relative: "tomorrow" }]],
    ["at 15:00", [{ clock: 900 }]],
    ["at 9 o'clock in the evening", [{ clock: 1260 }]],
    ["at noon", [{ clock: 720 }]],
    ["2024年5月3日下午3点半", [{ year: 2024, month: 5, day: 3 }, { clock: 930 }]],
    ["五月三号", [{ month: 5, day: 3 }]],
    ["十二月", [{ month: 12 }]],
    ["二〇二三年", [{ year: 2023 }]],
    ["下周三上午九点", [{ weekday: 3, relative: "下周" }, { clock: 540 }]],
    ["每周二", [{ weekday: 2 }]],
    ["星期天", [{ weekday: 7 }]],
    ["上个月去过", [{ relative: "上月" }]],
    ["小明天天跑步", []],
    ["会说一点法语", []],
    ["住在3号楼", []],
  ])("%s: %j", (text, expected) => {
    expect(timesIn(text).times).toEqual(expected);
  });

  test.each<[TimeRead, TimeRead, boolean, boolean]>([
    [{ month: 5, day: 3 }, { month: 5, day: 3 }, true, true],
    [{ year: 2024, month: 5, day: 3 }, { month: 5, day: 3 }, true, true],
    [{ month: 5 }, { month: 5, day: 3 }, true, false],
    [{ month: 5 }, { month: 6 }, false, false],
    [{ weekday: 1 }, { clock: 900 }, false, false],
  ])("%j and %j: can be one %s, the first says it all %s", (a, b, one, all) => {
    expect(compatible(a, b)).toBe(one);
    expect(compatible(b, a)).toBe(one);
    expect(covers(a, b)).toBe(all);
  });
});

describe("a time in a reason", () => {
  test.each<[TimeRead, string]>([
    [{ year: 2024, month: 5, day: 3 }, "3 May 2024"],
    [{ weekday: 5, relative: "next week" }, "next week Friday"],
    [{ clock: 460 }, "07:40"],
    [{ relative: "上周" }, "上周"],
  ])("%j is %s", (time, words) => expect(timeText(time)).toBe(words));

  test.each([
    ["Bob met Ann on 3 May", "Bob met Ann on 1 June", '"3 May"', '"1 June"'],
    ["林晓周一游泳", "林晓周二游泳", '"Monday"', '"Tuesday"'],
  ])("%s and %s differ in their times", (a, b, one, other) => {
    const { reason } = compareClaims(a, b, null);
    expect(reason).toContain(`${one} is not ${other}`);
  });
});
