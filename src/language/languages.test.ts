import { describe, expect, it, test } from "vitest";
import { DAY, overlap, timeFit } from "../domain/relevance/calendar.ts";
import type { Asking } from "./language.ts";
import { readAsking, readDate, timesMeant } from "./languages.ts";

/** A Wednesday. */
const NOW = Date.UTC(2024, 4, 15, 10, 30);
/** A Sunday: where weeks that begin on the wrong day show. */
const SUNDAY = Date.UTC(2024, 4, 19, 10, 30);

function days(text: string, now = NOW): string[] {
  return timesMeant(text, now).map(({ from, to }) => `${iso(from)}..${iso(to - 1)}`);
}

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

describe("English", () => {
  test.each([
    ["on 2023-05-08", "2023-05-08..2023-05-08"],
    ["the note of 2023/5/8", "2023-05-08..2023-05-08"],
    ["What happened on 8 May, 2023?", "2023-05-08..2023-05-08"],
    ["on May 8, 2023", "2023-05-08..2023-05-08"],
    ["on the 8th of May 2023", "2023-05-08..2023-05-08"],
    ["on Aug 15th", "2023-08-15..2023-08-15"],
    ["on May 3", "2024-05-03..2024-05-03"],
    ["the 3rd of May", "2024-05-03..2024-05-03"],
    ["in May 2023", "2023-05-01..2023-05-31"],
    ["in February 2024", "2024-02-01..2024-02-29"],
    ["in May", "2024-05-01..2024-05-31"],
    ["in October", "2023-10-01..2023-10-31"],
    ["last May", "2023-05-01..2023-05-31"],
    ["last March", "2024-03-01..2024-03-31"],
    ["next May", "2025-05-01..2025-05-31"],
    ["early June 2023", "2023-06-01..2023-06-10"],
    ["mid-August 2023", "2023-08-11..2023-08-21"],
    ["in 2022", "2022-01-01..2022-12-31"],
    ["the summer of 2022", "2022-06-01..2022-08-31"],
    ["last summer", "2023-06-01..2023-08-31"],
    ["next summer", "2024-06-01..2024-08-31"],
    ["last winter", "2023-12-01..2024-02-29"],
    ["in Q1 2024", "2024-01-01..2024-03-31"],
    ["yesterday", "2024-05-14..2024-05-14"],
    ["the day before yesterday", "2024-05-13..2024-05-13"],
    ["last night", "2024-05-14..2024-05-14"],
    ["this morning", "2024-05-15..2024-05-15"],
    ["tomorrow", "2024-05-16..2024-05-16"],
    ["last week", "2024-05-06..2024-05-12"],
    ["this week", "2024-05-13..2024-05-19"],
    ["next week", "2024-05-20..2024-05-26"],
    ["last weekend", "2024-05-11..2024-05-12"],
    ["last month", "2024-04-01..2024-04-30"],
    ["last year", "2023-01-01..2023-12-31"],
    ["the week before last", "2024-04-29..2024-05-05"],
    ["the past week", "2024-05-08..2024-05-15"],
    ["the last 3 days", "2024-05-12..2024-05-15"],
    ["over the past few months", "2024-02-15..2024-05-15"],
    ["two days ago", "2024-05-13..2024-05-13"],
    ["a week ago", "2024-05-05..2024-05-11"],
    ["on 31 June 2023, which never was", "2023-06-01..2023-06-30"],
    ["from 4 years ago", "2020-01-01..2020-12-31"],
    ["4 years ago", "2020-01-01..2020-12-31"],
    ["last Friday", "2024-05-10..2024-05-10"],
    ["on Monday", "2024-05-13..2024-05-13"],
    ["last Wednesday", "2024-05-08..2024-05-08"],
    ["next Tuesday", "2024-05-21..2024-05-21"],
    ["this Friday", "2024-05-17..2024-05-17"],
    ["since March", "2024-03-01..2024-05-16"],
    ["between 3 May 2023 and 9 June 2023", "2023-05-03..2023-06-09"],
    ["from May 2 to May 4", "2024-05-02..2024-05-04"],
    // Read by extraction alone before.
    ["on May 2-4", "2024-05-02..2024-05-04"],
    ["the week of 2-4 May 2023", "2023-05-02..2023-05-04"],
    ["on Friday 3 May", "2024-05-03..2024-05-03"],
    ["day before yesterday", "2024-05-13..2024-05-13"],
    ["last Fri", "2024-05-10..2024-05-10"],
  ])("%s", (text, range) => {
    expect(days(text)).toEqual([range]);
  });

  test("several times, in the order of the text", () => {
    expect(days("on 8 May 2023 or in June 2022")).toEqual([
      "2023-05-08..2023-05-08",
      "2022-06-01..2022-06-30",
    ]);
  });

  test.each([
    "It may rain and may not",
    "What does she like to read?",
    "He ran 2000 steps",
    "march on, soldiers",
    "any harm this may cause",
    "/photos/2016/12/31/dog.png",
  ])("no time: %s", (text) => {
    expect(days(text)).toEqual([]);
  });
});

describe("Chinese", () => {
  test.each([
    ["2024年4月1日的会议", "2024-04-01..2024-04-01"],
    ["二〇二三年五月八日", "2023-05-08..2023-05-08"],
    ["去年5月8号", "2023-05-08..2023-05-08"],
    ["5月3日", "2024-05-03..2024-05-03"],
    ["十二月十日", "2023-12-10..2023-12-10"],
    ["2023年5月", "2023-05-01..2023-05-31"],
    ["十月份", "2023-10-01..2023-10-31"],
    ["去年", "2023-01-01..2023-12-31"],
    ["前年", "2022-01-01..2022-12-31"],
    ["去年夏天", "2023-06-01..2023-08-31"],
    ["昨天", "2024-05-14..2024-05-14"],
    ["大前天", "2024-05-12..2024-05-12"],
    ["前天晚上", "2024-05-13..2024-05-13"],
    ["上周", "2024-05-06..2024-05-12"],
    ["上周三", "2024-05-08..2024-05-08"],
    ["上个星期天", "2024-05-12..2024-05-12"],
    ["上上周五", "2024-05-03..2024-05-03"],
    ["本周一", "2024-05-13..2024-05-13"],
    ["下周三", "2024-05-22..2024-05-22"],
    ["下下周一", "2024-05-27..2024-05-27"],
    ["上周末", "2024-05-11..2024-05-12"],
    ["周一", "2024-05-13..2024-05-13"],
    ["上个月", "2024-04-01..2024-04-30"],
    ["上个月8号", "2024-04-08..2024-04-08"],
    ["这个月", "2024-05-01..2024-05-31"],
    ["三天前", "2024-05-12..2024-05-12"],
    ["两个星期前", "2024-04-28..2024-05-04"],
    ["最近三天", "2024-05-12..2024-05-15"],
    ["过去一周", "2024-05-08..2024-05-15"],
    ["三月以来", "2024-03-01..2024-05-16"],
    ["5月2日到5月4日", "2024-05-02..2024-05-04"],
    // Read by extraction alone before.
    ["4月18 到时候提醒我", "2024-04-18..2024-04-18"],
    ["几天前", "2024-05-12..2024-05-12"],
    ["半年前", "2023-11-02..2023-12-01"],
    ["下周星期二", "2024-05-21..2024-05-21"],
  ])("%s", (text, range) => {
    expect(days(text)).toEqual([range]);
  });

  test.each([
    ["下周三", "2024-05-22..2024-05-22"],
    ["上周三", "2024-05-08..2024-05-08"],
    ["本周日", "2024-05-19..2024-05-19"],
  ])("on a Sunday: %s", (text, range) => {
    expect(days(text, SUNDAY)).toEqual([range]);
  });

  test.each(["我婶婶叫什么名字", "一个人", "周围有什么", "完善一下周边"])("no time: %s", (text) => {
    expect(days(text)).toEqual([]);
  });
});

test("days are those of the one who asks", () => {
  const late = Date.UTC(2024, 4, 15, 20);
  const [range] = timesMeant("今天", late, 8 * 60);
  expect(range).toEqual({ from: Date.UTC(2024, 4, 15, 16), to: Date.UTC(2024, 4, 16, 16) });
});

describe("timeFit", () => {
  const week = [{ from: NOW, to: NOW + 7 * DAY }];

  test("is 1 inside, fades outside, slower after than before", () => {
    expect(timeFit(NOW, week)).toBe(1);
    expect(timeFit(NOW + 7 * DAY + 7.5 * DAY, week)).toBeCloseTo(0.5);
    expect(timeFit(NOW - 7.5 * DAY, week)).toBeCloseTo(0.25);
    expect(timeFit(NOW + 90 * DAY, week)).toBe(0);
  });

  test("is 0 when no time is meant", () => {
    expect(timeFit(NOW, [])).toBe(0);
  });
});

test("overlap", () => {
  expect(overlap([{ from: 0, to: 2 }], [{ from: 1, to: 3 }])).toBe(true);
  expect(overlap([{ from: 0, to: 2 }], [{ from: 2, to: 3 }])).toBe(false);
});

describe("long texts", () => {
  test.each(["today ", "1月1日", "between May and June ", "1月和"])(
    "S4: %s over and over is read in linear time",
    (piece) => {
      const begun = process.threadCpuUsage();
      timesMeant(piece.repeat(50_000), Date.UTC(2026, 4, 12));
      const { user, system } = process.threadCpuUsage(begun);
      expect((user + system) / 1_000).toBeLessThan(2_000);
    },
  );
});

type Mark = keyof Asking;

/** Each question with all that is said of it; what is not named is false. */
const CASES: readonly (readonly [question: string, ...marks: Mark[]])[] = [
  ["what do i do for work?", "self"],
  ["What am I afraid of?", "self"],
  ["where does my old man live now", "self"],
  ["Remind me what my profession was.", "self"],
  ["when do we normally play and where", "us"],
  ["who do i ask before buying a booth", "self", "anybody"],
  ["does anyone here have a dog", "anybody"],
  ["How old is the youngest of the family?"],
  ["tell me a joke about a duck"],
  ["Spell Albuquerque for me"],
  ["write me a haiku about rain"],
  ["write a birthday card for my mum", "self"],
  ["explain osmosis to me"],
  ["who won the world cup in the US", "anybody"],
  ["whats the capital of peru"],
  ["what do u know about me", "self"],
  ["describe me to a stranger", "self"],
  ["tell me about Gus"],
  ["who am I?", "self", "anybody"],
  ["who am i celebrating with", "self", "anybody"],
  ["remind me who i am again", "self", "anybody"],
  ["what do you remember about my job", "self"],
  ["tell me about my dog", "self"],
  ["tell me about her job"],
  ["tell me about her"],
  ["我家那只叫啥", "self"],
  ["我哪天考雅思", "self"],
  ["我们几点开会", "us"],
  ["家里那位尊姓大名"],
  ["这个宿舍谁不能喝酒", "anybody"],
  ["随便给我讲个冷知识"],
  ["帮我把“祝你一路顺风”翻译成法语"],
  ["写首关于雨的诗"],
  ["画架多少钱?"],
  ["列车几点到"],
  ["画一只猫"],
  ["算一下三加五是多少"],
  ["秘鲁首都是哪"],
  ["你都知道我些啥", "self"],
  ["你记得我什么", "self"],
  ["你记得我老板叫什么", "self"],
  ["你知道我养啥", "self"],
  ["你对念念了解多少"],
  ["你知道念念些什么"],
  ["我是谁 说来听听", "self", "anybody"],
  ["说说念念"],
  ["说说怎么做红烧肉"],
];

describe("what a question asks for", () => {
  test.each(CASES)("%s", (question, ...marks) => {
    const asking = readAsking(question);
    const said = (Object.keys(asking) as Mark[]).filter((mark) => asking[mark]);
    expect(said.sort()).toEqual([...marks].sort());
  });
});

describe("dates of a model", () => {
  it.each<[told: string | null, start: string | null, end: string | null]>([
    ["2026-06-16", "2026-06-16T00:00:00.000Z", "2026-06-17T00:00:00.000Z"],
    [" 2026-6-1 ", "2026-06-01T00:00:00.000Z", "2026-06-02T00:00:00.000Z"],
    ["2026-12", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["2026", "2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["2026-06-16T10:30:00Z", "2026-06-16T10:30:00.000Z", "2026-06-16T10:30:00.000Z"],
    ["2026-06-16 10:30", "2026-06-16T10:30:00.000Z", "2026-06-16T10:30:00.000Z"],
    ["2026-06-16T10:30:00+02:00", "2026-06-16T08:30:00.000Z", "2026-06-16T08:30:00.000Z"],
    ["2026-06-31", null, null],
    ["2026-13-01", null, null],
    ["2026-06-16T99:99", null, null],
    // A model that writes words where ISO was asked for is understood where they name a whole date.
    ["June 2026", "2026-06-01T00:00:00.000Z", "2026-07-01T00:00:00.000Z"],
    ["16 June 2026", "2026-06-16T00:00:00.000Z", "2026-06-17T00:00:00.000Z"],
    ["2026年6月", "2026-06-01T00:00:00.000Z", "2026-07-01T00:00:00.000Z"],
    ["June", null, null],
    ["around June 2026", null, null],
    ["tomorrow", null, null],
    ["0001-01-01", null, null],
    ["9999-12-31", null, null],
    ["", null, null],
    [null, null, null],
  ])("%j", (told, start, end) => {
    const read = (edge: "start" | "end"): string | null => {
      const at = readDate(told, edge);
      return at === null ? null : new Date(at).toISOString();
    };
    expect([read("start"), read("end")]).toEqual([start, end]);
  });
});
