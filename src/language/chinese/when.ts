import type { Span } from "../../domain/erase.ts";
import { type Calendar, DAY, type TimeRange } from "../../domain/relevance/calendar.ts";
import { blanked } from "../shared/blanked.ts";

const DIGITS = "零一二三四五六七八九";
const NUMBER = "(\\d{1,4}|[一二两兩三四五六七八九十]{1,3})";
const YEAR = "(\\d{4}|[零〇一二三四五六七八九]{4}|去|今|明|前|后|後)年";
const WEEK = "(?:周|週|星期|礼拜|禮拜)";
const WHICH = "(上上|下下|上|下|这|這|本)(?:个|個)?";
const SEASONS = "春夏秋冬";

type Reader = (match: RegExpMatchArray, calendar: Calendar) => TimeRange | undefined;

function rule(source: string, read: Reader): readonly [RegExp, Reader] {
  return [new RegExp(source, "gu"), read];
}

/** The longest forms come first: what one rule has read, a later one does not read again. */
const RULES: readonly (readonly [RegExp, Reader])[] = [
  rule(`${YEAR}的?${NUMBER}月(?:份)?${NUMBER}(?:日|号|號)`, (m, c) =>
    c.day(yearOf(m[1]!, c), number(m[2]!) - 1, number(m[3]!)),
  ),
  rule(`${YEAR}的?${NUMBER}月(?:份)?`, (m, c) => month(yearOf(m[1]!, c), number(m[2]!) - 1, c)),
  rule(`${YEAR}的?([春夏秋冬])(?:天|季)?`, (m, c) => c.season(yearOf(m[1]!, c), SEASONS.indexOf(m[2]!))),
  rule(`(上|这|這|本|下)(?:个|個)?月${NUMBER}(?:日|号|號)`, (m, c) =>
    dayOfMonth(step(m[1]!), number(m[2]!), c),
  ),
  rule(`${NUMBER}月(?:份)?${NUMBER}(?:日|号|號)`, (m, c) =>
    dayWithoutYear(number(m[1]!) - 1, number(m[2]!), c),
  ),
  rule(`(?:最近|过去|過去|近)(?:的)?${NUMBER}(?:个|個)?(天|日|周|週|星期|礼拜|禮拜|月|年)`, (m, c) =>
    c.days(-number(m[1]!) * unitDays(m[2]!), number(m[1]!) * unitDays(m[2]!) + 1),
  ),
  rule(`${NUMBER}(?:个|個)?(天|日|周|週|星期|礼拜|禮拜|月|年)(?:之|以)?前`, (m, c) =>
    ago(number(m[1]!), m[2]!, c),
  ),
  rule(`${NUMBER}月(?:份)?(?!\\d)`, (m, c) => monthWithoutYear(number(m[1]!) - 1, c)),
  rule(`${WHICH}${WEEK}([一二三四五六日天])`, (m, c) => c.weekday(step(m[1]!), weekday(m[2]!))),
  rule(`${WHICH}${WEEK}?周末|${WHICH}週末`, (m, c) => c.weekend(step((m[1] ?? m[2])!))),
  rule(`${WHICH}${WEEK}`, (m, c) => c.week(step(m[1]!))),
  rule(`${WHICH}月`, (m, c) => c.monthsFromNow(step(m[1]!))),
  rule("大前天", (_, c) => c.days(-3)),
  rule("前天|前晚", (_, c) => c.days(-2)),
  rule("昨天|昨日|昨晚", (_, c) => c.days(-1)),
  rule("今天|今日|今晚|今早", (_, c) => c.days(0)),
  rule("大后天|大後天", (_, c) => c.days(3)),
  rule("后天|後天", (_, c) => c.days(2)),
  rule("明天|明日|明晚", (_, c) => c.days(1)),
  rule(YEAR, (m, c) => c.year(yearOf(m[1]!, c))),
  rule("周末|週末", (_, c) => c.weekend(c.today.weekday >= 5 ? 0 : -1)),
  rule(`${WEEK}([一二三四五六日天])`, (m, c) => nearestWeekday(weekday(m[1]!), c)),
];

const SINCE = /^(?:以来|以來|以后|以後|之后|之後|起|开始|開始|至今)/u;
const UNTIL = /^(?:以前|之前)/u;
/** As many characters as the longest of these has. */
const LONGEST_SIGN = 2;
const TO = /^(?:到|至|和|与|與|—|-|~|～)/u;

export function chineseRanges(text: string, calendar: Calendar): TimeRange[] {
  const found: { at: number; end: number; range: TimeRange }[] = [];
  let rest = text;
  for (const [pattern, meaning] of RULES) {
    const read: Span[] = [];
    for (const match of rest.matchAll(pattern)) {
      const range = meaning(match, calendar);
      if (range === undefined) continue;
      const end = match.index + match[0].length;
      found.push({ at: match.index, end, range });
      read.push([match.index, end]);
    }
    rest = blanked(rest, read);
  }
  found.sort((a, b) => a.at - b.at);
  const lastSign = Math.max(...["之间", "之間", "到", "至"].map((sign) => text.lastIndexOf(sign)));
  const out: TimeRange[] = [];
  for (let i = 0; i < found.length; i += 1) {
    const { end, range } = found[i]!;
    const after = text.slice(end, end + LONGEST_SIGN);
    const next = found[i + 1];
    if (next !== undefined && next.at === end + 1 && TO.test(after) && lastSign >= end) {
      out.push({ from: Math.min(range.from, next.range.from), to: Math.max(range.to, next.range.to) });
      i += 1;
    } else if (SINCE.test(after)) out.push({ from: range.from, to: Math.max(range.to, calendar.now + DAY) });
    else if (UNTIL.test(after)) out.push({ from: range.from - 365 * DAY, to: range.to });
    else out.push(range);
  }
  return out;
}

function number(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const digits = text.replace(/[两兩]/g, "二");
  const ten = digits.indexOf("十");
  if (ten < 0) return Array.from(digits).reduce((sum, d) => 10 * sum + DIGITS.indexOf(d), 0);
  const tens = ten === 0 ? 1 : DIGITS.indexOf(digits[ten - 1]!);
  const ones = ten === digits.length - 1 ? 0 : DIGITS.indexOf(digits[ten + 1]!);
  return 10 * tens + ones;
}

function yearOf(text: string, calendar: Calendar): number {
  const { year } = calendar.today;
  const words: Readonly<Record<string, number>> = { 去: -1, 今: 0, 明: 1, 前: -2, 后: 2, 後: 2 };
  const delta = words[text];
  return delta === undefined ? number(text.replaceAll("〇", "零")) : year + delta;
}

function month(year: number, index: number, calendar: Calendar): TimeRange | undefined {
  return index < 0 || index > 11 ? undefined : calendar.month(year, index);
}

function monthWithoutYear(index: number, calendar: Calendar): TimeRange | undefined {
  return month(calendar.yearOfPast(index), index, calendar);
}

function dayWithoutYear(index: number, day: number, calendar: Calendar): TimeRange | undefined {
  return calendar.day(calendar.yearOfPast(index, day), index, day);
}

function dayOfMonth(delta: number, day: number, calendar: Calendar): TimeRange | undefined {
  const { from } = calendar.monthsFromNow(delta);
  const to = calendar.monthsFromNow(delta).to;
  const start = from + (day - 1) * DAY;
  return day < 1 || start >= to ? undefined : { from: start, to: start + DAY };
}

function step(which: string): number {
  if (which === "上上") return -2;
  if (which === "下下") return 2;
  return which === "上" ? -1 : which === "下" ? 1 : 0;
}

function weekday(character: string): number {
  return character === "天" ? 6 : "一二三四五六日".indexOf(character);
}

/** 周三 alone: the latest one, today included. */
function nearestWeekday(index: number, calendar: Calendar): TimeRange {
  const back = (calendar.today.weekday - index + 7) % 7;
  return calendar.days(-back);
}

function unitDays(unit: string): number {
  if (unit === "天" || unit === "日") return 1;
  return unit === "月" ? 30 : unit === "年" ? 365 : 7;
}

function ago(n: number, unit: string, calendar: Calendar): TimeRange {
  const days = unitDays(unit);
  if (days === 1) return calendar.days(-n);
  if (days === 365) return calendar.year(calendar.today.year - n);
  return calendar.days(-n * days - Math.floor(days / 2), days);
}
