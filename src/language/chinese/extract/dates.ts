import { Calendar, DAY, type TimeRange } from "../../../domain/relevance/calendar.ts";
import { timesMeant } from "../../dates.ts";
import type { Dated } from "../../shared/finding.ts";

const N = "(?:\\d{1,2}|[一二三四五六七八九十]{1,3})";
const COUNT = "(?:\\d{1,3}|[一二两三四五六七八九十半]{1,3}|几)";
const YEAR = "(?:(?:19|20)\\d\\d年|[去今明前后]年)";
const WEEK = "(?:周|星期|礼拜)";
const WHICH = "(?:上上|下下|上|下|这|本)个?";
const DAY_OF = "(?:日|号)";

/** One pattern for all dates, the longest first; what it finds is read by the shared calendar. */
const DATE = new RegExp(
  "(?<![每逢\\d])(?<!每个|每隔)(?:" +
    [
      "(?:19|20)\\d\\d[-/.]\\d{1,2}[-/.]\\d{1,2}",
      `(?:${YEAR}的?)?${N}月(?:份)?${N}${DAY_OF}?(?![\\d个])`,
      `${YEAR}的?${N}月份?(?:底|初|中旬)?`,
      `${YEAR}[春夏秋冬][天季]?`,
      `${WHICH}月${N}${DAY_OF}`,
      `${WHICH}月(?:底|初|中旬)?`,
      `${WHICH}${WEEK}[一二三四五六日天末]`,
      `${WHICH}${WEEK}(?!边|围)`,
      "大前天|大后天|前天|昨天|昨晚|昨日|前晚|今天|今晚|今早|今日|明天|明晚|明早|明日|后天",
      `${COUNT}(?:天|周|个?星期|个?礼拜|个?月|年)(?:之|以)?[后前]`,
      `${N}月份?(?:底|初|中旬)?(?![\\d份个底薪])`,
      `${WEEK}[一二三四五六日天](?![一二三四五六])`,
      "(?:这个?)?周末",
      `${YEAR}(?:年?底|年?初)?`,
      "(?<![\\p{sc=Han}])(?:月底|月初|年底|年初)|(?<=[到在算备划要想定])(?:月底|年底)",
      `${N}号(?![楼线店门机车文码])`,
    ].join("|") +
    ")(?!出生|生人)",
  "gu",
);
const LATER = new RegExp(`^(${COUNT})(天|周|个?星期|个?礼拜|个?月|年)(?:之|以)?后$`, "u");
const DAY_ONLY = new RegExp(`^(${N})号$`, "u");
const WEEKDAY = new RegExp(`^${WEEK}`, "u");
/** Days that come again: 每周三, 周三周五, 工作日. */
const RECURS = /[每逢]|平时|经常|通常|一般/u;

/** Who names more days than this means none of them. */
const MOST = 4;

export type Lean = "past" | "future";

/** The text with its dates made absolute (明天 → 2026年6月11日), told from `at`. */
export function withDates(text: string, at: number, lean: Lean): Dated {
  const calendar = new Calendar(at);
  const ranges: TimeRange[] = [];
  let bare = text;
  const out = text.replace(DATE, (found: string, ...rest: unknown[]) => {
    const offset = rest.find((one) => typeof one === "number")!;
    if (ranges.length >= MOST || RECURS.test(text.slice(Math.max(0, offset - 3), offset))) return found;
    const range = resolve(found, calendar, lean);
    if (range === undefined) return found;
    ranges.push(range);
    bare = bare.replace(found, "");
    return phrase(found, range);
  });
  return { text: out, bare, ranges };
}

export function withoutDates(text: string): string {
  return withDates(text, 0, "past").bare;
}

function resolve(words: string, calendar: Calendar, lean: Lean): TimeRange | undefined {
  const edge = /^(.*?)(底|初|中旬)$/u.exec(words);
  if (edge !== null) return edgeOf(edge[1]!, edge[2]!, calendar, lean);
  const later = LATER.exec(words);
  if (later !== null) return laterBy(number(later[1]!), later[2]!, calendar);
  const day = DAY_ONLY.exec(words);
  if (day !== null) return dayOfMonth(number(day[1]!), calendar, lean);
  if (/^(?:这个?)?周末$/u.test(words))
    return lean === "future" ? calendar.weekend(0) : calendar.weekend(calendar.today.weekday >= 5 ? 0 : -1);
  if (/^明早$/u.test(words)) return calendar.days(1);
  const range = timesMeant(
    /月\D{0,4}\d{1,2}$|月[一二三四五六七八九十]{1,3}$/u.test(words) ? `${words}日` : words,
    calendar.now,
  ).at(-1);
  return range === undefined ? undefined : leaned(range, words, calendar, lean);
}

/** 周五 and 6月20号 were read as past; a plan means the next one. */
function leaned(range: TimeRange, words: string, calendar: Calendar, lean: Lean): TimeRange {
  if (
    lean === "past" ||
    range.to > calendar.now ||
    /年|[上下本这]|天|晚|前|日$/u.test(words.replace(/月\S{0,8}日$/u, ""))
  ) {
    if (!(lean === "future" && WEEKDAY.test(words))) return range;
  }
  const from = new Date(range.from);
  if (WEEKDAY.test(words)) {
    const ahead = (((from.getUTCDay() + 6) % 7) - calendar.today.weekday + 7) % 7;
    return calendar.days(ahead === 0 ? 7 : ahead);
  }
  const year = from.getUTCFullYear() + 1;
  return range.to - range.from > 2 * DAY
    ? calendar.month(year, from.getUTCMonth())
    : (calendar.day(year, from.getUTCMonth(), from.getUTCDate()) ?? range);
}

function edgeOf(words: string, edge: string, calendar: Calendar, lean: Lean): TimeRange | undefined {
  const whole =
    words === "月" || words === "这个月" || words === "本月" || words === "这月"
      ? calendar.monthsFromNow(0)
      : words === "年" || words === "今年"
        ? calendar.year(calendar.today.year)
        : resolve(words, calendar, lean);
  if (whole === undefined) return undefined;
  const part = Math.max(1, Math.round((whole.to - whole.from) / DAY / 6)) * DAY;
  if (edge === "底") return { from: whole.to - part, to: whole.to };
  return edge === "初"
    ? { from: whole.from, to: whole.from + part }
    : { from: whole.from + 2 * part, to: whole.to - 2 * part };
}

function laterBy(n: number, unit: string, calendar: Calendar): TimeRange {
  if (unit === "天") return calendar.days(n);
  if (/周|星期|礼拜/u.test(unit)) return calendar.days(7 * n);
  return unit === "年" ? calendar.year(calendar.today.year + n) : calendar.monthsFromNow(n);
}

function dayOfMonth(day: number, calendar: Calendar, lean: Lean): TimeRange | undefined {
  const { year, month, day: today } = calendar.today;
  const shift = lean === "future" && day < today ? 1 : lean === "past" && day > today ? -1 : 0;
  const first = new Date(Date.UTC(year, month + shift, 1));
  return calendar.day(first.getUTCFullYear(), first.getUTCMonth(), day);
}

const DIGITS = "零一二三四五六七八九";

/** 35, 三十五, 两, 几. */
export function number(words: string): number {
  if (/^\d+$/.test(words)) return Number(words);
  if (words === "几") return 3;
  const digits = words.replace(/两/g, "二");
  const ten = digits.indexOf("十");
  if (ten < 0) return Array.from(digits).reduce((sum, one) => 10 * sum + Math.max(0, DIGITS.indexOf(one)), 0);
  const tens = ten === 0 ? 1 : DIGITS.indexOf(digits[ten - 1]!);
  return 10 * tens + (ten === digits.length - 1 ? 0 : DIGITS.indexOf(digits[ten + 1]!));
}

const PARTS: Readonly<Record<string, string>> = {
  今晚: "晚上",
  明晚: "晚上",
  昨晚: "晚上",
  前晚: "晚上",
  今早: "早上",
  明早: "早上",
};

function phrase(found: string, range: TimeRange): string {
  const days = Math.round((range.to - range.from) / DAY);
  const first = new Date(range.from);
  const month = `${first.getUTCFullYear()}年${first.getUTCMonth() + 1}月`;
  const day = `${month}${first.getUTCDate()}日`;
  const edge = /[底初]$|中旬$/u.exec(found)?.[0] ?? "";
  if (edge !== "")
    return /年(?:底|初)?$/u.test(found.slice(0, -1)) || /^年/u.test(found)
      ? `${first.getUTCFullYear()}年${edge}`
      : `${month}${edge}`;
  if (days <= 1) return `${day}${PARTS[found] ?? ""}`;
  if (days >= 365) return `${first.getUTCFullYear()}年`;
  if (days >= 28 && days <= 31 && first.getUTCDate() === 1) return month;
  if (days > 31)
    return `${first.getUTCFullYear()}年${["春天", "夏天", "秋天", "冬天"][Math.floor(((first.getUTCMonth() + 10) % 12) / 3)]!}`;
  if (days === 2) return `${day}那个周末`;
  if (/前$/u.test(found))
    return `${new Date(range.from + Math.floor(days / 2) * DAY).getUTCFullYear()}年${new Date(range.from + Math.floor(days / 2) * DAY).getUTCMonth() + 1}月`;
  return days === 7 ? `${day}那一周` : day;
}
