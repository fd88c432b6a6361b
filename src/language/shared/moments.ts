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

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A time in words, as reasons of decisions show it: "Friday 12 March 07:40". */
export function timeText({ year, month, day, weekday, clock, relative }: TimeRead): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  const parts = [
    relative,
    weekday === undefined ? undefined : WEEKDAYS[weekday - 1],
    day,
    month === undefined ? undefined : MONTHS[month - 1],
    year,
    clock === undefined ? undefined : `${two(Math.floor(clock / 60))}:${two(clock % 60)}`,
  ];
  return parts.filter((part) => part !== undefined).join(" ");
}

/** The side of now on which a time lies that could be on either: "on Friday", 6月20号. */
export type Lean = "past" | "future";

/** A time that some words name. */
export interface Moment {
  /** For telling two texts apart. */
  readonly timeRead?: TimeRead;
  /** Where it lies, told from the calendar's now; `undefined` where no calendar has it. */
  readonly range?: (calendar: Calendar, lean: Lean) => TimeRange | undefined;
  /** Only a guess: "three weeks ago". */
  readonly about?: boolean;
  /** The days behind the first, as they are written: the "–15" of "14–15 September". */
  readonly days?: string;
}

/** A date of which not all need be said; `undefined` when there is none such, as 31 June. */
export function dateOf(year?: number, month?: number, day?: number): Moment | undefined {
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  if (day !== undefined && (day < 1 || day > new Date(Date.UTC(year ?? 2000, month ?? 1, 0)).getUTCDate()))
    return undefined;
  return {
    timeRead: {
      ...(year === undefined ? {} : { year }),
      ...(month === undefined ? {} : { month }),
      ...(day === undefined ? {} : { day }),
    },
    range: (calendar, lean) => {
      if (month === undefined)
        return day === undefined ? calendar.year(year!) : rangeOfMonthDay(day, calendar, lean);
      const in_ = (y: number): TimeRange | undefined =>
        day === undefined ? calendar.month(y, month - 1) : calendar.day(y, month - 1, day);
      const last = year ?? calendar.yearOfPast(month - 1, day);
      const range = in_(last);
      const over = range !== undefined && range.to <= calendar.now;
      return year === undefined && lean === "future" && over ? (in_(last + 1) ?? range) : range;
    },
  };
}

/** The 23rd: of this month, or of the one that the lean says. */
function rangeOfMonthDay(day: number, calendar: Calendar, lean: Lean): TimeRange | undefined {
  const { year, month, day: today } = calendar.today;
  const shift = lean === "future" && day < today ? 1 : lean === "past" && day > today ? -1 : 0;
  const first = new Date(Date.UTC(year, month + shift, 1));
  return calendar.day(first.getUTCFullYear(), first.getUTCMonth(), day);
}

/** A weekday (1 = Monday) by itself: the one before today, or, where `mayBeToday`, on it; or the one after today. */
export function weekdayOf(weekday: number, mayBeToday: boolean): Moment {
  return {
    timeRead: { weekday },
    range: (calendar, lean) => {
      const ahead = (weekday - 1 - calendar.today.weekday + 7) % 7;
      if (lean === "future") return calendar.days(ahead || 7);
      return calendar.days(ahead === 0 && mayBeToday ? 0 : ahead - 7);
    },
  };
}

export type TimeUnit = "day" | "week" | "weekend" | "month" | "year";
const UNIT_DAYS = { day: 1, week: 7, weekend: 7, month: 30, year: 365 } as const;

/** Whole units from this one: -1 is last week. */
const UNITS_FROM_NOW: Readonly<Record<TimeUnit, (calendar: Calendar, delta: number) => TimeRange>> = {
  day: (calendar, delta) => calendar.days(delta),
  week: (calendar, delta) => calendar.week(delta),
  weekend: (calendar, delta) => calendar.weekend(delta),
  month: (calendar, delta) => calendar.monthsFromNow(delta),
  year: (calendar, delta) => calendar.year(calendar.today.year + delta),
};

/** "Three weeks ago" is a guess: the range is as wide as half the unit on each side. */
export function unitsAgo(n: number, unit: TimeUnit): Moment {
  const days = UNIT_DAYS[unit];
  return {
    about: true,
    range: (calendar) =>
      unit === "day" || unit === "year"
        ? UNITS_FROM_NOW[unit](calendar, -n)
        : calendar.days(-n * days - Math.floor(days / 2), days),
  };
}

/** In three weeks. */
export function unitsLater(n: number, unit: TimeUnit): Moment {
  return {
    about: true,
    range: (calendar) => (unit === "week" ? calendar.days(7 * n) : UNITS_FROM_NOW[unit](calendar, n)),
  };
}

/** The last three weeks. */
export function lately(n: number, unit: TimeUnit): Moment {
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
export function openRange(range: TimeRange, open: "since" | "until" | null, { now }: Calendar): TimeRange {
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
  return hour > 24 ? undefined : { timeRead: { clock: 60 * hour + minute } };
}

export function unitBy(step: number, unit: TimeUnit): Moment {
  return { range: (calendar) => UNITS_FROM_NOW[unit](calendar, step) };
}

/** Several days of one month: "September 14–15". */
export function daysTo(first: Moment | undefined, last: number): Moment | undefined {
  const days = last - (first?.timeRead?.day ?? 99);
  if (first === undefined || days < 1 || days > 30) return undefined;
  return {
    range: (calendar, lean) => {
      const range = first.range!(calendar, lean);
      return range === undefined ? undefined : { from: range.from, to: range.to + days * DAY };
    },
    days: `–${last}`,
  };
}

/** A part of another time. */
export function rangeWithin(whole: Moment | undefined, part: (range: TimeRange) => TimeRange): Moment {
  return {
    range: (calendar, lean) => {
      const range = whole?.range?.(calendar, lean);
      return range === undefined ? undefined : part(range);
    },
  };
}

/** "Last March", "next March". */
export function monthBy(which: "last" | "this" | "next", month: number): Moment {
  return {
    range: (calendar) => {
      const { today } = calendar;
      const ahead = month - 1 - today.month;
      const shift = which === "next" && ahead <= 0 ? 1 : which === "last" && ahead >= 0 ? -1 : 0;
      return calendar.month(today.year + shift, month - 1);
    },
  };
}

/** A season (0 = spring) by the year: 0 = this year's, 1 = the next to come, -1 = the last one over. */
export function seasonBy(step: number, season: number): Moment {
  return {
    range: (calendar) => {
      const { now, today } = calendar;
      const years = step === 0 ? [0] : step > 0 ? [0, 1] : [0, -1, -2];
      const ranges = years.map((year) => calendar.season(today.year + year, season));
      return ranges.find(({ from, to }) => step === 0 || (step > 0 ? from > now : to <= now));
    },
  };
}

export function quarter(year: number, index: number): Moment {
  return {
    range: (calendar) => spanOf(calendar.month(year, 3 * index - 3), calendar.month(year, 3 * index - 1)),
  };
}

/** "Next Friday" (1 = Monday): 0 = of this week, 1 = the next to come, -1 = the last before today. */
export function weekdayBy(step: number, weekday: number): Moment {
  return {
    range: (calendar) => {
      const ahead = (weekday - 1 - calendar.today.weekday + 7) % 7;
      if (step === 0) return calendar.weekday(0, weekday - 1);
      return calendar.days(step > 0 ? ahead || 7 : ahead - 7);
    },
  };
}

/** A day of the month, counted from this month. */
export function dayOfMonth(step: number, day: number): Moment {
  return {
    range: (calendar) => {
      const { from, to } = calendar.monthsFromNow(step);
      const start = from + (day - 1) * DAY;
      return day < 1 || start >= to ? undefined : { from: start, to: start + DAY };
    },
  };
}
