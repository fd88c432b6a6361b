import type { Span } from "../../domain/erase.ts";
import { type Calendar, DAY, type TimeRange } from "../../domain/relevance/calendar.ts";
import { blanked } from "../shared/blanked.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const SEASONS: Readonly<Record<string, number>> = { spring: 0, summer: 1, autumn: 2, fall: 2, winter: 3 };
export const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  "a couple of": 2,
  three: 3,
  "a few": 3,
  few: 3,
  several: 4,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};

const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const WEEKDAY = "(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\\b";
const DAY_OF_MONTH = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "((?:19|20)\\d{2})";
const COUNT =
  "(\\d{1,3}|a couple of|a few|few|several|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const UNIT = "(day|week|month|year)s?";

type Reader = (match: RegExpMatchArray, calendar: Calendar) => TimeRange | undefined;

function rule(source: string, read: Reader): readonly [RegExp, Reader] {
  return [new RegExp(`\\b(?:${source})`, "gi"), read];
}

/** The longest forms come first: what one rule has read, a later one does not read again. */
const RULES: readonly (readonly [RegExp, Reader])[] = [
  rule(`${YEAR}[-/.](\\d{1,2})[-/.](\\d{1,2})\\b`, (m, c) => c.day(+m[1]!, +m[2]! - 1, +m[3]!)),
  rule(`${DAY_OF_MONTH}(?: of)? ${MONTH},? ${YEAR}\\b`, (m, c) => c.day(+m[3]!, monthOf(m[2]!), +m[1]!)),
  rule(`${MONTH} ${DAY_OF_MONTH},? ${YEAR}\\b`, (m, c) => c.day(+m[3]!, monthOf(m[1]!), +m[2]!)),
  rule(`(early|mid|late)[- ]${MONTH}(?:,? (?:of )?${YEAR}\\b)?`, (m, c) => partOfMonth(m, c)),
  rule(`${MONTH},? (?:of )?${YEAR}\\b`, (m, c) => c.month(+m[2]!, monthOf(m[1]!))),
  rule(`(last|this|next) ${MONTH}`, (m, c) => relativeMonth(m[1]!, monthOf(m[2]!), c)),
  rule(`${DAY_OF_MONTH} of ${MONTH}|(?:the )?${DAY_OF_MONTH} ${MONTH}`, (m, c) =>
    dayWithoutYear(m[2] ?? m[4]!, m[1] ?? m[3]!, c),
  ),
  rule(`${MONTH} (?:the )?${DAY_OF_MONTH}\\b(?!:\\d)`, (m, c) => dayWithoutYear(m[1]!, m[2]!, c)),
  rule(
    `(?:in|during|since|until|till|before|after|of|from|throughout|by|around|between|and|to) ${MONTH}`,
    (m, c) => monthAlone(m[1]!, c),
  ),
  rule(`(spring|summer|autumn|fall|winter)(?: of|,)? ${YEAR}\\b`, (m, c) =>
    c.season(+m[2]!, SEASONS[m[1]!.toLowerCase()]!),
  ),
  rule(`(last|this|next|past) (spring|summer|autumn|fall|winter)`, (m, c) => relativeSeason(m[1]!, m[2]!, c)),
  rule(`q([1-4])(?: of)? ${YEAR}\\b`, (m, c) => quarter(+m[2]!, +m[1]!, c)),
  rule(
    `(?:in|during|since|of|from|by|until|before|after|year|throughout|and|to|between) ${YEAR}\\b(?!\\s*(?:people|dollars|words|miles|steps))`,
    (m, c) => c.year(+m[1]!),
  ),
  rule("the day before yesterday", (_, c) => c.days(-2)),
  rule("the day after tomorrow", (_, c) => c.days(2)),
  rule("yesterday|last night", (_, c) => c.days(-1)),
  rule("today|tonight|this (?:morning|afternoon|evening)", (_, c) => c.days(0)),
  rule("tomorrow", (_, c) => c.days(1)),
  rule(`(?:the )?(?:last|past|previous) ${COUNT} ${UNIT}\\b`, (m, c) => lately(count(m[1]!), m[2]!, c)),
  rule(`${COUNT} ${UNIT} ago`, (m, c) => ago(count(m[1]!), m[2]!, c)),
  rule("(last|this|next|past|previous|coming) (week|weekend|month|year)\\b", (m, c) =>
    relative(m[1]!, m[2]!, c),
  ),
  rule("the (?:weekend|week|month|year) before last", (m, c) => relativeBy(-2, m[0]!.split(" ")[1]!, c)),
  rule(`(last|this|next|past|previous|on|since|until|by|coming)(?: the)? ${WEEKDAY}`, (m, c) =>
    relativeWeekday(m[1]!, m[2]!, c),
  ),
];

/** Words in front of a time that open one end of it. */
const SINCE = /\b(?:since|after)(?: the)?\s*$/i;
const UNTIL = /\b(?:before|until|till|by|prior to)(?: the)?\s*$/i;
const SINCE_WITHIN = /^(?:since|after)\b/i;
const UNTIL_WITHIN = /^(?:before|until|till|by)\b/i;

export function englishRanges(text: string, calendar: Calendar): TimeRange[] {
  const found: { at: number; range: TimeRange; open: "since" | "until" | undefined }[] = [];
  let rest = text;
  for (const [pattern, meaning] of RULES) {
    const read: Span[] = [];
    for (const match of rest.matchAll(pattern)) {
      if (isModalMay(match[0])) continue;
      const range = meaning(match, calendar);
      if (range === undefined) continue;
      const before = rest.slice(Math.max(0, match.index - 12), match.index);
      const open =
        SINCE.test(before) || SINCE_WITHIN.test(match[0])
          ? "since"
          : UNTIL.test(before) || UNTIL_WITHIN.test(match[0])
            ? "until"
            : undefined;
      found.push({ at: match.index, range, open });
      read.push([match.index, match.index + match[0].length]);
    }
    rest = blanked(rest, read);
  }
  if (found.length === 2 && isBetween(text)) {
    const [a, b] = found as [(typeof found)[0], (typeof found)[0]];
    return [{ from: Math.min(a.range.from, b.range.from), to: Math.max(a.range.to, b.range.to) }];
  }
  return found.sort((a, b) => a.at - b.at).map(({ range, open }) => opened(range, open, calendar));
}

/** "Between … and …", "from … to …". */
function isBetween(text: string): boolean {
  if (/\bbetween\b/i.test(text)) return true;
  const from = text.search(/\bfrom\b/i);
  return from >= 0 && /\bto\b/i.test(text.slice(from));
}

/** "Since May" lasts until now, "before May" is the year up to it: memories have no beginning to count from. */
function opened(range: TimeRange, open: "since" | "until" | undefined, calendar: Calendar): TimeRange {
  if (open === "since") return { from: range.from, to: Math.max(range.to, calendar.now + DAY) };
  if (open === "until") return { from: range.from - 365 * DAY, to: range.to };
  return range;
}

/** "It may 5 times", "and may": the month has a capital, the verb has not. */
function isModalMay(match: string): boolean {
  return /\bmay\b/.test(match) && !/\d|last may|next may|this may/.test(match);
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase());
}

function count(word: string): number {
  return NUMBERS[word.toLowerCase()] ?? Number(word);
}

function dayWithoutYear(month: string, day: string, calendar: Calendar): TimeRange | undefined {
  const m = monthOf(month);
  return calendar.day(calendar.yearOfPast(m, +day), m, +day);
}

function monthAlone(month: string, calendar: Calendar): TimeRange {
  const m = monthOf(month);
  return calendar.month(calendar.yearOfPast(m), m);
}

function relativeMonth(word: string, month: number, calendar: Calendar): TimeRange {
  const { today } = calendar;
  const which = word.toLowerCase();
  if (which === "next") return calendar.month(month > today.month ? today.year : today.year + 1, month);
  if (which === "last") return calendar.month(month < today.month ? today.year : today.year - 1, month);
  return calendar.month(today.year, month);
}

function partOfMonth(match: RegExpMatchArray, calendar: Calendar): TimeRange {
  const month = monthOf(match[2]!);
  const { from, to } = calendar.month(match[3] ? +match[3] : calendar.yearOfPast(month), month);
  const third = (to - from) / 3;
  const index = ["early", "mid", "late"].indexOf(match[1]!.toLowerCase());
  return { from: from + index * third, to: from + (index + 1) * third };
}

function relativeSeason(word: string, name: string, calendar: Calendar): TimeRange {
  const season = SEASONS[name.toLowerCase()]!;
  const which = word.toLowerCase();
  const { now, today } = calendar;
  if (which === "next") {
    const soon = calendar.season(today.year, season);
    return soon.from > now ? soon : calendar.season(today.year + 1, season);
  }
  if (which === "this") return calendar.season(today.year, season);
  const recent = [0, 1, 2].map((back) => calendar.season(today.year - back, season));
  return recent.find(({ to }) => to <= now)!;
}

function quarter(year: number, index: number, calendar: Calendar): TimeRange {
  return { from: calendar.month(year, 3 * index - 3).from, to: calendar.month(year, 3 * index - 1).to };
}

function relative(word: string, unit: string, calendar: Calendar): TimeRange {
  const which = word.toLowerCase();
  if (which === "past") return lately(1, unit, calendar);
  return relativeBy(which === "this" ? 0 : which === "next" || which === "coming" ? 1 : -1, unit, calendar);
}

function relativeBy(delta: number, unit: string, calendar: Calendar): TimeRange {
  switch (unit.toLowerCase()) {
    case "week":
      return calendar.week(delta);
    case "weekend":
      return calendar.weekend(delta);
    case "month":
      return calendar.monthsFromNow(delta);
    default:
      return calendar.year(calendar.today.year + delta);
  }
}

const UNIT_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, weekend: 7, month: 30, year: 365 };

function lately(n: number, unit: string, calendar: Calendar): TimeRange {
  const days = n * UNIT_DAYS[unit.toLowerCase()]!;
  return calendar.days(-days, days + 1);
}

/** "Three weeks ago" is a guess: the range is as wide as half the unit on each side. */
function ago(n: number, unit: string, calendar: Calendar): TimeRange {
  switch (unit.toLowerCase()) {
    case "day":
      return calendar.days(-n);
    case "week":
      return calendar.days(-7 * n - 3, 7);
    case "month":
      return calendar.days(-30 * n - 15, 30);
    default:
      return calendar.year(calendar.today.year - n);
  }
}

function relativeWeekday(word: string, name: string, calendar: Calendar): TimeRange {
  const weekday = WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
  const ahead = (weekday - calendar.today.weekday + 7) % 7;
  const which = word.toLowerCase();
  if (which === "this") return calendar.weekday(0, weekday);
  if (which === "next" || which === "coming") return calendar.days(ahead === 0 ? 7 : ahead);
  return calendar.days(ahead === 0 ? -7 : ahead - 7);
}
