import { Calendar, DAY, type TimeRange } from "../../domain/relevance/calendar.ts";
import {
  ALL,
  absoluteBy,
  CLAIMS,
  type Dated,
  type DateUse,
  type Form,
  ISO,
  MATCHING,
  type Mention,
  mentionsBy,
  placedBy,
  RANGES,
  RECALL,
} from "../shared/dates.ts";
import {
  clockOf,
  dateOf,
  dayOfMonth,
  edgeOf,
  type Lean,
  lately,
  type Moment,
  openRange,
  rangeWithin,
  spanOf,
  type TimeUnit,
  unitBy,
  unitsAgo,
  unitsLater,
  weekdayOf,
} from "../shared/moments.ts";
import { HAN } from "../shared/words.ts";
import { simple } from "./script.ts";

/** 周五月考 is no month. */
const N = "((?<!\\d)\\d{1,2}|(?<![周期拜])[一二三四五六七八九十]{1,3})";
const COUNT = "(\\d{1,3}|[一二两三四五六七八九十]{1,3}|几|半)";
const UNIT = "个?(天|日|周|星期|礼拜|月|年)";
const NUMBERED_YEAR = "(\\d{4}|[零〇一二三四五六七八九]{4})年";
const YEAR = "(\\d{4}|[零〇一二三四五六七八九]{4}|去|今|明|前|后)年";
const WEEK = "(?:周|星期|礼拜)";
const WHICH = "(上上|下下|上|下|这|本)个?";
const DAY_OF_MONTH = "(?:日|号)";
const EDGE = "(底|初|中旬)";
const SEASONS = "春夏秋冬";
const WEEKDAYS = "一二三四五六日";

function form(readers: readonly DateUse[], source: string, read: Form["read"]): Form {
  return { readers, read, pattern: new RegExp(source, "gu") };
}

/** Every way to name a time in Chinese, the longest first. */
const FORMS: readonly Form[] = [
  // Those who read ranges have these from the English reader.
  { ...ISO, readers: CLAIMS },
  form(RANGES, `${YEAR}的?${N}月份?${N}${DAY_OF_MONTH}`, (m) => inYear(m[1]!, number(m[2]!), number(m[3]!))),
  form(CLAIMS, `${YEAR}的?${N}月份?${EDGE}`, (m) => edge(inYear(m[1]!, number(m[2]!)), m[3]!)),
  form(RANGES, `${YEAR}的?${N}月份?`, (m) => inYear(m[1]!, number(m[2]!))),
  form(RANGES, `${YEAR}的?([春夏秋冬])[天季]?`, (m) => ({
    range: (c) => c.season(yearOf(m[1]!, c), SEASONS.indexOf(m[2]!)),
  })),
  form(RANGES, `${WHICH}月${N}${DAY_OF_MONTH}`, (m) => dayOfMonth(stepOf(m[1]!), number(m[2]!))),
  form(CLAIMS, `${WHICH}月${EDGE}`, (m) => edge(unitBy(stepOf(m[1]!), "month"), m[2]!)),
  form(MATCHING, `${NUMBERED_YEAR}(?:${N}月份?)?(?:${N}${DAY_OF_MONTH})?`, (m) =>
    dateOf(number(m[1]!), maybe(m[2]), maybe(m[3])),
  ),
  form(ALL, `${N}月份?${N}${DAY_OF_MONTH}`, (m) => dateOf(undefined, number(m[1]!), number(m[2]!))),
  form(ALL, `${N}月${N}(?![\\d一二三四五六七八九十个月年])`, (m) =>
    dateOf(undefined, number(m[1]!), number(m[2]!)),
  ),
  form(RECALL, `(?:最近|过去|近)的?${COUNT}${UNIT}`, (m) => lately(number(m[1]!), unitOf(m[2]!))),
  form(RANGES, `${COUNT}${UNIT}(?:之|以)?前`, (m, reader) => countedMoment(m[1]!, m[2]!, unitsAgo, reader)),
  form(CLAIMS, `${COUNT}${UNIT}(?:之|以)?后`, (m, reader) => countedMoment(m[1]!, m[2]!, unitsLater, reader)),
  form(CLAIMS, `${N}月份?${EDGE}`, (m) => edge(dateOf(undefined, number(m[1]!)), m[2]!)),
  form(ALL, `${N}月份?(?![\\d薪])`, (m) => dateOf(undefined, number(m[1]!))),
  form(["claims", "matching"], `(?<![第\\d])${N}号(?![码楼线店门机车文])`, (m) =>
    dateOf(undefined, undefined, number(m[1]!)),
  ),
  form(RANGES, `${WHICH}${WEEK}?周末|${WHICH}${WEEK}末`, (m) => unitBy(stepOf((m[1] ?? m[2])!), "weekend")),
  form(ALL, `(?:${WHICH}(?:周(?=星期|礼拜))?|每个?)?${WEEK}([一二三四五六日天])`, (m, reader) =>
    weekday(m[1], m[2]!, reader),
  ),
  form(RANGES, `${WHICH}${WEEK}(?![边围])`, (m) => unitBy(stepOf(m[1]!), "week")),
  form(RANGES, `${WHICH}月`, (m) => unitBy(stepOf(m[1]!), "month")),
  form(RANGES, "大前天", () => unitBy(-3, "day")),
  form(RANGES, "前[天晚]", () => unitBy(-2, "day")),
  form(RANGES, "昨[天日晚]", () => unitBy(-1, "day")),
  form(RANGES, "今[天日晚早]", () => unitBy(0, "day")),
  form(RANGES, "大后天", () => unitBy(3, "day")),
  form(RANGES, "后天", () => unitBy(2, "day")),
  form(RANGES, "明[天日晚早]", () => unitBy(1, "day")),
  form(CLAIMS, `${YEAR}年?(底|初)`, (m) => edge(inYear(m[1]!), m[2]!)),
  form(RANGES, YEAR, (m) => inYear(m[1]!)),
  form(CLAIMS, "(?<![\\p{sc=Han}])([月年])([底初])|(?<=[到在算备划要想定])([月年])(底)", (m) =>
    edge(unitBy(0, (m[1] ?? m[3]) === "月" ? "month" : "year"), (m[2] ?? m[4])!),
  ),
  form(RANGES, "周末", () => ({
    range: (c, lean) => c.weekend(lean === "future" || c.today.weekday >= 5 ? 0 : -1),
  })),
  form(
    MATCHING,
    "(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上)?(\\d{1,2}|[一二两三四五六七八九十]{1,3})点(?!心|子|儿|菜|赞)(半|[\\d一二三四五十]{1,3}分?)?",
    (m) => clock(m),
  ),
  form(
    MATCHING,
    "大前天|前天|昨天|昨日|昨晚|今天|今日|今晚|(?<![小晓阿])明[天日晚]|大后天|后天|去年|今年|(?<![小晓阿])明年|前年|后年|(?:上上|下下|上|下|这|本)个?(?:周末|周|星期|礼拜|月)",
    (m) => ({ timeRead: { relative: m[0].replace("个", "") } }),
  ),
];

/** 35, 三十五, 两, 几, 二〇二三. */
export function number(words: string): number {
  if (/^\d+$/.test(words)) return Number(words);
  if (words === "几") return 3;
  return hanValue(words);
}

function maybe(words: string | undefined): number | undefined {
  return words === undefined ? undefined : number(words);
}

function yearOf(words: string, calendar: Calendar): number {
  const shift: Readonly<Record<string, number>> = { 去: -1, 今: 0, 明: 1, 前: -2, 后: 2 };
  return words in shift ? calendar.today.year + shift[words]! : number(words);
}

function inYear(year: string, month?: number, day?: number): Moment {
  return { range: (calendar, lean) => dateOf(yearOf(year, calendar), month, day)?.range?.(calendar, lean) };
}

function weekday(which: string | undefined, character: string, reader: DateUse): Moment {
  const index = character === "天" ? 7 : WEEKDAYS.indexOf(character) + 1;
  const alone = weekdayOf(index, true);
  if (which === undefined) return alone;
  if (reader === "matching") return { timeRead: { ...alone.timeRead, relative: `${which}周` } };
  return { range: (calendar) => calendar.weekday(stepOf(which), index - 1) };
}

/** 半年 is six months, 半个月 fifteen days. 20日前 is before the 20th to who says it, and asked for, 20 days ago. */
function countedMoment(
  count: string,
  unit: string,
  moment: (n: number, unit: TimeUnit) => Moment,
  reader: DateUse,
): Moment | undefined {
  const of = unitOf(unit);
  if (unit === "日" && reader === "claims") return undefined;
  if (count !== "半") return moment(number(count), of);
  return of === "year" ? moment(6, "month") : of === "month" ? moment(15, "day") : undefined;
}

function edge(whole: Moment | undefined, which: string): Moment {
  const part = which === "底" ? "end" : which === "初" ? "start" : "middle";
  return rangeWithin(whole, (range) => edgeOf(range, part));
}

function clock([, half = "", hours, minutes]: RegExpMatchArray): Moment | undefined {
  // 一点 is "a little" unless something makes it a time.
  if (hours === "一" && half === "" && minutes === undefined) return undefined;
  const hour = number(hours!);
  const late = /中午|下午|傍晚|晚上/u.test(half) && hour < 12 && !(half === "中午" && hour > 9);
  const minute = minutes === undefined ? 0 : minutes === "半" ? 30 : number(minutes.replace("分", ""));
  return clockOf(late ? hour + 12 : hour, minute);
}

function stepOf(which: string): number {
  if (which === "上上") return -2;
  if (which === "下下") return 2;
  return which === "上" ? -1 : which === "下" ? 1 : 0;
}

function unitOf(word: string): TimeUnit {
  if (/[天日]/u.test(word)) return "day";
  return word.endsWith("月") ? "month" : word === "年" ? "year" : "week";
}

export function chineseMentions(text: string, reader: DateUse): Mention[] {
  return HAN.test(text) ? mentionsBy(FORMS, simple(text), reader) : [];
}

const SINCE = /^(?:以来|以后|之后|起|开始|至今)/u;
const UNTIL = /^(?:以前|之前)/u;
/** As many characters as the longest of these has. */
const LONGEST_SIGN = 2;
const TO = /^(?:到|至|和|与|—|-|~|～)/u;

/** The times that a question or a stored text means. */
export function chineseRanges(question: string, calendar: Calendar): TimeRange[] {
  const text = simple(question);
  const mentions = placedBy(chineseMentions(text, "recall"), calendar);
  const lastSign = Math.max(...["之间", "到", "至"].map((sign) => text.lastIndexOf(sign)));
  const out: TimeRange[] = [];
  for (let i = 0; i < mentions.length; i += 1) {
    const { end, range } = mentions[i]!;
    const after = text.slice(end, end + LONGEST_SIGN);
    const next = mentions[i + 1];
    if (next?.start === end + 1 && TO.test(after) && lastSign >= end) {
      out.push(spanOf(range, next.range));
      i += 1;
    } else
      out.push(openRange(range, SINCE.test(after) ? "since" : UNTIL.test(after) ? "until" : null, calendar));
  }
  return out;
}

/** Days that come again: 每周三, 周三周五, 工作日. */
const RECURS = /[每逢]|平时|经常|通常|一般/u;

/** 周二四六, and not 周二四点. */
const SEVERAL_DAYS = /^[一二三四五六][一二三四五六日](?!点)/u;

/** The text with its dates made absolute (明天 → 2026年6月11日), told from `at`. */
export function withChineseDates(text: string, at: number, lean: Lean): Dated {
  const mentions = chineseMentions(text, "claims");
  const read = simple(text);
  const calendar = new Calendar(at);
  return absoluteBy(text, mentions, "", ({ start, end, text: words, moment }) => {
    const range = moment.range?.(calendar, lean);
    if (
      range === undefined ||
      RECURS.test(read.slice(Math.max(0, start - 3), start)) ||
      words.startsWith("每") ||
      /\d/.test(text[start - 1] ?? "") ||
      SEVERAL_DAYS.test(read.slice(end - 1, end + 2)) ||
      /^(?:出生|生人)/u.test(text.slice(end, end + 2))
    )
      return undefined;
    return { start, range, replacement: phrase(words, range) };
  });
}

const PARTS: Readonly<Record<string, string>> = {
  今晚: "晚上",
  明晚: "晚上",
  昨晚: "晚上",
  前晚: "晚上",
  今早: "早上",
  明早: "早上",
};

function phrase(words: string, range: TimeRange): string {
  const days = Math.round((range.to - range.from) / DAY);
  const first = new Date(range.from);
  const year = `${first.getUTCFullYear()}年`;
  const month = `${year}${first.getUTCMonth() + 1}月`;
  const day = `${month}${first.getUTCDate()}日`;
  const part = /[底初]$|中旬$/u.exec(words)?.[0] ?? "";
  if (part !== "") return `${/年[底初]$/u.test(words) ? year : month}${part}`;
  if (days <= 1) return `${day}${PARTS[words] ?? ""}`;
  if (days >= 365) return year;
  if (days >= 28 && days <= 31 && first.getUTCDate() === 1) return month;
  if (days > 31) return `${year}${SEASONS[Math.floor(((first.getUTCMonth() + 10) % 12) / 3)]!}天`;
  if (days === 2) return `${day}那个周末`;
  if (/前$/u.test(words)) {
    const middle = new Date(range.from + Math.floor(days / 2) * DAY);
    return `${middle.getUTCFullYear()}年${middle.getUTCMonth() + 1}月`;
  }
  return days === 7 ? `${day}那一周` : day;
}

function worth(characters: string, values: readonly number[]): ReadonlyMap<string, number> {
  return new Map(Array.from(characters, (one, i) => [one, values[i]!]));
}

const DIGITS = worth("零〇一二两俩双三四五六七八九半", [0, 0, 1, 2, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 0.5]);
export const HAN_SCALES = worth("十百千万亿", [10, 100, 1_000, 10_000, 1e8]);

/** The number that a run of Chinese numerals says: 二十三, 两万五千, 二〇二六. */
export function hanValue(run: string): number {
  if (!/[十百千万亿]/u.test(run))
    return Array.from(run).reduce((sum, digit) => 10 * sum + (DIGITS.get(digit) ?? 0), 0);
  let [total, section, digit] = [0, 0, 0];
  for (const character of run) {
    const scale = HAN_SCALES.get(character);
    if (scale === undefined) digit = DIGITS.get(character) ?? 0;
    else if (scale >= 10_000) {
      total = (total + section + digit || 1) * scale;
      [section, digit] = [0, 0];
    } else {
      section += (digit || 1) * scale;
      digit = 0;
    }
  }
  return total + section + digit;
}
