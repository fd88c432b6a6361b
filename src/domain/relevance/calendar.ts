export const DAY = 86_400_000;

/** A stretch of time: from inclusive, to exclusive, in epoch milliseconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** The parts of a date in the writer's own time zone, months from 0. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** 0 = Monday, as in ISO weeks and Chinese ones; a week that began on Sunday would put 下周三 a week off. */
  readonly weekday: number;
}

/** Turns local dates into ranges of epoch milliseconds and back; the offset is that of the one who asks. */
export class Calendar {
  readonly now: number;
  readonly today: CalendarDay;
  private readonly offsetMinutes: number;

  constructor(now: number, offsetMinutes = 0) {
    this.now = now;
    this.offsetMinutes = offsetMinutes;
    const local = new Date(now + offsetMinutes * 60_000);
    this.today = {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth(),
      day: local.getUTCDate(),
      weekday: (local.getUTCDay() + 6) % 7,
    };
  }

  private start(year: number, month: number, day: number): number {
    return Date.UTC(year, month, day) - this.offsetMinutes * 60_000;
  }

  /** Undefined for a date that does not exist, such as 31 June. */
  day(year: number, month: number, day: number): TimeRange | undefined {
    if (month < 0 || month > 11 || day < 1 || day > new Date(Date.UTC(year, month + 1, 0)).getUTCDate()) {
      return undefined;
    }
    return { from: this.start(year, month, day), to: this.start(year, month, day + 1) };
  }

  /** Days from today: -1 is yesterday. */
  days(first: number, count = 1): TimeRange {
    const { year, month, day } = this.today;
    return { from: this.start(year, month, day + first), to: this.start(year, month, day + first + count) };
  }

  /** Whole weeks from this one: -1 is last week, Monday to Sunday. */
  week(delta: number): TimeRange {
    return this.days(7 * delta - this.today.weekday, 7);
  }

  /** A weekday (0 = Monday) of a week counted from this one. */
  weekday(delta: number, weekday: number): TimeRange {
    return this.days(7 * delta - this.today.weekday + weekday);
  }

  weekend(delta: number): TimeRange {
    return this.days(7 * delta - this.today.weekday + 5, 2);
  }

  month(year: number, month: number): TimeRange {
    return { from: this.start(year, month, 1), to: this.start(year, month + 1, 1) };
  }

  /** Months from this one: -1 is last month. */
  monthsFromNow(delta: number): TimeRange {
    return this.month(this.today.year, this.today.month + delta);
  }

  year(year: number): TimeRange {
    return { from: this.start(year, 0, 1), to: this.start(year + 1, 0, 1) };
  }

  /** 0 spring (March to May) … 3 winter (December to February of the next year). */
  season(year: number, season: number): TimeRange {
    return { from: this.start(year, 2 + 3 * season, 1), to: this.start(year, 5 + 3 * season, 1) };
  }

  /** The year in which a month or day named without one was last seen: talk of memories looks back. */
  yearOfPast(month: number, day = 1): number {
    const { today } = this;
    return month > today.month || (month === today.month && day > today.day) ? today.year - 1 : today.year;
  }
}

/** Half of the closeness is gone after this share of the range's own length, and at least a few days. */
const SLACK_SHARE = 0.5;
const SLACK_DAYS = 4;

/**
 * How well a moment fits the times meant: 1 inside, then fading, slower after than before, because people tell of a
 * thing once it has happened. 0 when no time is meant.
 */
export function timeFit(time: number, ranges: readonly TimeRange[]): number {
  let best = 0;
  for (const { from, to } of ranges) {
    if (time >= from && time < to) return 1;
    const slack = SLACK_DAYS * DAY + SLACK_SHARE * (to - from);
    const off = time < from ? 2 * (from - time) : time - to;
    best = Math.max(best, 2 ** (-off / slack));
  }
  return best < 0.05 ? 0 : best;
}

/** Whether two sets of times touch: the question's against those a text names. */
export function overlap(a: readonly TimeRange[], b: readonly TimeRange[]): boolean {
  return a.some((x) => b.some((y) => x.from < y.to && y.from < x.to));
}
