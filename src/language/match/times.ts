/** A date or time as far as the words fix it. Two texts may say one time with more or less of it. */
export interface TimeRead {
  readonly year?: number;
  /** 1–12. */
  readonly month?: number;
  readonly day?: number;
  /** 1 = Monday. */
  readonly weekday?: number;
  /** Minutes after midnight. */
  readonly clock?: number;
  /** Told from the day of speaking: "tomorrow", 上周. */
  readonly relative?: string;
}

/** Stands for a time in the text that is left: one mark, filled up so that places do not move. */
export const TIME_MARK = "\u0001";
const FILL = "\u0002";

const MONTH_NAMES = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const WEEKDAY_NAMES = "mon tue wed thu fri sat sun".split(" ");
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const YEAR = "((?:19|20)\\d{2})";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const HAN_NUMBER = "(\\d{1,4}|[〇零一二两三四五六七八九十]{1,4})";

type Reader = (match: RegExpMatchArray) => TimeRead | undefined;

function rule(source: string, read: Reader, flags = "giu"): readonly [RegExp, Reader] {
  return [new RegExp(source, flags), read];
}

/** The longest forms come first: what one rule has read, a later one does not read again. */
const RULES: readonly (readonly [RegExp, Reader])[] = [
  rule(`\\b${YEAR}[-/.](\\d{1,2})[-/.](\\d{1,2})\\b`, (m) => date(+m[1]!, +m[2]!, +m[3]!)),
  rule(`\\b${DAY}(?: of)? ${MONTH}(?:,? ${YEAR}\\b)?`, (m) => date(m[3], monthOf(m[2]!), +m[1]!)),
  rule(`\\b${MONTH} (?:the )?${DAY}\\b(?!:)(?:,? ${YEAR}\\b)?`, (m) => date(m[3], monthOf(m[1]!), +m[2]!)),
  rule(`\\b${MONTH},?(?: of)? ${YEAR}\\b`, (m) => date(m[2], monthOf(m[1]!))),
  rule(
    "\\b(January|February|March|April|May|June|July|August|September|October|November|December)\\b",
    (m) => (m.index === 0 ? undefined : { month: monthOf(m[1]!) }),
    "gu",
  ),
  rule("\\b(?:on |last |next |this )?(mon|tues|wednes|thurs|fri|satur|sun)days?\\b", (m) => weekdayOf(m)),
  rule("\\b(\\d{1,2})(?::(\\d\\d))? ?([ap])\\.?m\\b\\.?", (m) => clock(+m[1]!, m[2], m[3]!)),
  rule("\\b(\\d{1,2}) o'clock(?: in the (morning|afternoon|evening))?", (m) =>
    clock(+m[1]!, undefined, half(m[2])),
  ),
  rule("\\b([01]?\\d|2[0-3]):([0-5]\\d)\\b", (m) => ({ clock: 60 * +m[1]! + +m[2]! })),
  rule("\\b(noon|midnight)\\b", (m) => ({ clock: m[1]!.toLowerCase() === "noon" ? 720 : 0 })),
  rule(
    `\\b(?<![$€£#])${YEAR}\\b(?! ?(?:km|kg|people|dollars|euros|steps|words|miles|meters|元|块|人|个|米))(?!年)`,
    (m) => ({
      year: +m[1]!,
    }),
  ),
  rule(
    "\\b(?:the )?(day after tomorrow|day before yesterday|today|tonight|tomorrow|yesterday|(?:last|next|this) (?:week(?:end)?|month|year|spring|summer|autumn|fall|winter|night))\\b",
    (m) => ({ relative: m[1]!.toLowerCase() }),
  ),
  rule(`(\\d{4}|[〇零一二三四五六七八九]{4})年(?:${HAN_NUMBER}月(?:份)?)?(?:${HAN_NUMBER}[日号號])?`, (m) =>
    date(han(m[1]!), m[2] && han(m[2]), m[3] && han(m[3])),
  ),
  rule(`${HAN_NUMBER}月(?:份)?(?:${HAN_NUMBER}[日号號])?`, (m) =>
    date(undefined, han(m[1]!), m[2] && han(m[2])),
  ),
  rule(`(?<![第\\d])${HAN_NUMBER}[号號](?![码碼楼线線])`, (m) => date(undefined, undefined, han(m[1]!))),
  rule("(上上|下下|上|下|这|這|本|每)?(?:个|個)?(?:周|週|星期|礼拜|禮拜)([一二三四五六日天])", (m) => ({
    weekday: m[2] === "天" ? 7 : "一二三四五六日".indexOf(m[2]!) + 1,
    ...(m[1] === undefined || m[1] === "每" ? {} : { relative: `${m[1]}周` }),
  })),
  rule(
    "(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上)?([\\d]{1,2}|[一二两三四五六七八九十]{1,3})[点點](?!心|子|儿|菜|赞)(半|[\\d一二三四五十]{1,3}分?)?",
    (m) => hanClock(m),
  ),
  rule(
    "大前天|前天|昨天|昨日|昨晚|今天|今日|今晚|(?<![小晓阿])明[天日晚]|大后天|后天|去年|今年|(?<![小晓阿])明年|前年|后年|(?:上上|下下|上|下|这|這|本)(?:个|個)?(?:周末|週末|周|週|星期|礼拜|月)",
    (m) => ({ relative: m[0].replace(/[个個]/u, "") }),
  ),
];

/** The times that a text names, in its order, and the text with a mark in the place of each. */
export function timesIn(text: string): { times: TimeRead[]; rest: string } {
  const found: { time: TimeRead; start: number }[] = [];
  let rest = text;
  for (const [pattern, read] of RULES) {
    for (const match of rest.matchAll(pattern)) {
      const time = read(match);
      if (time === undefined) continue;
      const { index: start } = match;
      found.push({ time, start });
      const mark = TIME_MARK + FILL.repeat(match[0].length - 1);
      rest = rest.slice(0, start) + mark + rest.slice(start + mark.length);
    }
  }
  return { times: found.sort((a, b) => a.start - b.start).map(({ time }) => time), rest };
}

/** Whether two readings can be of one time: they share a part and differ in none. */
export function compatible(a: TimeRead, b: TimeRead): boolean {
  const parts = (Object.keys(a) as (keyof TimeRead)[]).filter((part) => b[part] !== undefined);
  return parts.length > 0 && parts.every((part) => a[part] === b[part]);
}

/** Whether the first says all that the second does. */
export function covers(a: TimeRead, b: TimeRead): boolean {
  return (Object.keys(b) as (keyof TimeRead)[]).every((part) => a[part] === b[part]);
}

type Part = string | number | undefined;

function date(year: Part, month: Part, day?: Part): TimeRead | undefined {
  const out: { year?: number; month?: number; day?: number } = {};
  if (year !== undefined && year !== "") out.year = Number(year);
  if (month !== undefined && month !== "") out.month = Number(month);
  if (day !== undefined && day !== "") out.day = Number(day);
  if (out.month !== undefined && (out.month < 1 || out.month > 12)) return undefined;
  return out.day !== undefined && (out.day < 1 || out.day > 31) ? undefined : out;
}

function monthOf(name: string): number {
  return MONTH_NAMES.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function weekdayOf(match: RegExpMatchArray): TimeRead {
  const weekday = WEEKDAY_NAMES.indexOf(match[1]!.slice(0, 3).toLowerCase()) + 1;
  const which = /^(last|next|this)/i.exec(match[0])?.[1]?.toLowerCase();
  return which === undefined ? { weekday } : { weekday, relative: `${which} week` };
}

function half(part: string | undefined): string {
  return part === undefined ? "" : part === "morning" ? "a" : "p";
}

function clock(hour: number, minute: string | undefined, side: string): TimeRead | undefined {
  if (hour > 24) return undefined;
  const of12 = side === "" ? hour : (hour % 12) + (side.toLowerCase() === "p" ? 12 : 0);
  return { clock: 60 * of12 + Number(minute ?? 0) };
}

function hanClock(match: RegExpMatchArray): TimeRead | undefined {
  const hour = han(match[2]!);
  // 一点 is "a little" unless something makes it a time.
  const vague = match[2] === "一" && match[1] === undefined && match[3] === undefined;
  if (hour > 24 || vague) return undefined;
  const late = /中午|下午|傍晚|晚上/u.test(match[1] ?? "") && hour < 12 && !(match[1] === "中午" && hour > 9);
  const minute = match[3] === undefined ? 0 : match[3] === "半" ? 30 : han(match[3].replace("分", ""));
  return { clock: 60 * (hour + (late ? 12 : 0)) + minute };
}

function han(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const digits = text.replace("两", "二").replaceAll("〇", "零");
  const ten = digits.indexOf("十");
  const digit = (character: string): number => "零一二三四五六七八九".indexOf(character);
  if (ten < 0) return Array.from(digits).reduce((sum, one) => 10 * sum + digit(one), 0);
  const tens = ten === 0 ? 1 : digit(digits[ten - 1]!);
  return 10 * tens + (ten === digits.length - 1 ? 0 : digit(digits[ten + 1]!));
}
