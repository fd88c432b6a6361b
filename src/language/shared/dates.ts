import { type Calendar, DAY, type TimeRange } from "../../domain/relevance/calendar.ts";

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

/** The side of now on which a time lies that could be on either: "on Friday", 6月20号. */
export type Lean = "past" | "future";

/** A time that some words name. */
export interface Moment {
  /** For telling two texts apart. */
  readonly said?: TimeRead;
  /** Where it lies, told from the calendar's now; `undefined` where no calendar has it. */
  readonly range?: (calendar: Calendar, lean: Lean) => TimeRange | undefined;
  /** Only a guess: "three weeks ago". */
  readonly about?: boolean;
  /** The days behind the first, as they are written: the "–15" of "14–15 September". */
  readonly days?: string;
}

/**
 * Who reads: `recall` for the times that a question or a stored text means, `claims` to make the dates of a statement
 * absolute, `matching` to compare two statements.
 */
export type Reader = "recall" | "claims" | "matching";

/** One way to name a time. What `read` returns nothing for is left to the forms that follow. */
export interface Form {
  readonly readers: readonly Reader[];
  readonly pattern: RegExp;
  readonly read: (match: RegExpMatchArray, reader: Reader) => Moment | undefined;
}

export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly moment: Moment;
}

/** Stands for what is read already: no word, and as long as it was, so that every position means the same place. */
const READ = "\u0001";

/** The times that a text names, in its order. The longest forms come first: what one has read, a later one does not. */
export function mentionsBy(forms: readonly Form[], text: string, reader: Reader): Mention[] {
  const found: Mention[] = [];
  let rest = text;
  for (const { readers, pattern, read } of forms) {
    if (!readers.includes(reader)) continue;
    const pieces: string[] = [];
    let at = 0;
    // Not `matchAll`, which copies the expression each time: most texts have none of most forms.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(rest); match !== null; match = pattern.exec(rest)) {
      const moment = read(match, reader);
      if (moment === undefined) continue;
      const [words] = match;
      const start = match.index;
      const end = start + words.length;
      found.push({ start, end, text: words, moment });
      pieces.push(rest.slice(at, start), READ.repeat(words.length));
      at = end;
    }
    if (at > 0) rest = pieces.join("") + rest.slice(at);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** A date of which not all need be said; `undefined` when there is none such, as 31 June. */
export function dateOf(year?: number, month?: number, day?: number): Moment | undefined {
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  if (day !== undefined && (day < 1 || day > daysIn(year ?? 2000, month ?? 1))) return undefined;
  return {
    said: {
      ...(year === undefined ? {} : { year }),
      ...(month === undefined ? {} : { month }),
      ...(day === undefined ? {} : { day }),
    },
    range: (calendar, lean) => {
      if (month === undefined)
        return day === undefined ? calendar.year(year!) : numbered(day, calendar, lean);
      const in_ = (y: number): TimeRange | undefined =>
        day === undefined ? calendar.month(y, month - 1) : calendar.day(y, month - 1, day);
      const last = year ?? calendar.yearOfPast(month - 1, day);
      const range = in_(last);
      const over = range !== undefined && range.to <= calendar.now;
      return year === undefined && lean === "future" && over ? (in_(last + 1) ?? range) : range;
    },
  };
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The 23rd: of this month, or of the one that the lean says. */
function numbered(day: number, calendar: Calendar, lean: Lean): TimeRange | undefined {
  const { year, month, day: today } = calendar.today;
  const shift = lean === "future" && day < today ? 1 : lean === "past" && day > today ? -1 : 0;
  const first = new Date(Date.UTC(year, month + shift, 1));
  return calendar.day(first.getUTCFullYear(), first.getUTCMonth(), day);
}

/** A weekday (1 = Monday) by itself: the one before today, or, where `mayBeToday`, on it; or the one after today. */
export function weekdayOf(weekday: number, mayBeToday: boolean): Moment {
  return {
    said: { weekday },
    range: (calendar, lean) => {
      const ahead = (weekday - 1 - calendar.today.weekday + 7) % 7;
      if (lean === "future") return calendar.days(ahead || 7);
      return calendar.days(ahead === 0 && mayBeToday ? 0 : ahead - 7);
    },
  };
}

export type Unit = "day" | "week" | "weekend" | "month" | "year";
const UNIT_DAYS = { day: 1, week: 7, weekend: 7, month: 30, year: 365 } as const;

/** Whole units from this one: -1 is last week. */
export function unitsFromNow(calendar: Calendar, delta: number, unit: Unit): TimeRange {
  switch (unit) {
    case "day":
      return calendar.days(delta);
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

/** "Three weeks ago" is a guess: the range is as wide as half the unit on each side. */
export function ago(n: number, unit: Unit): Moment {
  const days = UNIT_DAYS[unit];
  return {
    about: true,
    range: (calendar) =>
      unit === "day" || unit === "year"
        ? unitsFromNow(calendar, -n, unit)
        : calendar.days(-n * days - Math.floor(days / 2), days),
  };
}

/** In three weeks. */
export function later(n: number, unit: Unit): Moment {
  return {
    about: true,
    range: (calendar) => (unit === "week" ? calendar.days(7 * n) : unitsFromNow(calendar, n, unit)),
  };
}

/** The last three weeks. */
export function lately(n: number, unit: Unit): Moment {
  const days = n * UNIT_DAYS[unit];
  return { range: (calendar) => calendar.days(-days, days + 1) };
}

/** The beginning, middle or end of a range: a sixth of it, or two in the middle. */
export function edgeOf({ from, to }: TimeRange, edge: "start" | "middle" | "end"): TimeRange {
  const part = Math.max(1, Math.round((to - from) / DAY / 6)) * DAY;
  if (edge === "start") return { from, to: from + part };
  if (edge === "end") return { from: to - part, to };
  return { from: from + 2 * part, to: to - 2 * part };
}

/** "Since May" lasts until now, "before May" is the year up to it: memories have no beginning to count from. */
export function opened(range: TimeRange, open: "since" | "until" | null, { now }: Calendar): TimeRange {
  if (open === "since") return { from: range.from, to: Math.max(range.to, now + DAY) };
  if (open === "until") return { from: range.from - 365 * DAY, to: range.to };
  return range;
}

/** From the beginning of one to the end of the other. */
export function spanOf(a: TimeRange, b: TimeRange): TimeRange {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}

/** The time of day in minutes; `undefined` after midnight. */
export function clockOf(hour: number, minute = 0): Moment | undefined {
  return hour > 24 ? undefined : { said: { clock: 60 * hour + minute } };
}

/** A year, month and day of the calendar in numbers: the same in every language. */
export const ISO: Form = {
  readers: ["recall", "claims", "matching"],
  pattern: /(?<![a-zÀ-ɏ\d/-])((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?![a-zÀ-ɏ\d])/gi,
  read: (m) => dateOf(Number(m[1]), Number(m[2]), Number(m[3])),
};

/** A text whose dates were made absolute. */
export interface Dated {
  readonly text: string;
  /** The text without its dates. */
  readonly bare: string;
  /** The times named, in the order of the text. */
  readonly ranges: readonly TimeRange[];
}

/** Who names more days than this means none of them. */
export const MOST_DATES = 4;
