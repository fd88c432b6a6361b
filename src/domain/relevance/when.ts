import { Calendar, DAY, type TimeRange } from "./calendar.ts";
import { chineseRanges } from "./when-chinese.ts";
import { englishRanges } from "./when-english.ts";

const HAN = /\p{sc=Han}/u;
/** A text without a digit or a calendar word needs no closer look; most texts have none. */
const HINT =
  /\d|day|week|month|year|yester|tonight|tomorrow|morning|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|ago|night|\p{sc=Han}/iu;

/**
 * The times a text means, in English and Chinese; none for most texts, several when several are named. `now` is the
 * moment it was written, for "last week" is told from there.
 */
export function timesMeant(text: string, now: number, offsetMinutes = 0): readonly TimeRange[] {
  if (!HINT.test(text)) return NONE;
  const calendar = new Calendar(now, offsetMinutes);
  const english = englishRanges(text, calendar);
  return HAN.test(text) ? [...english, ...chineseRanges(text, calendar)] : english;
}

const NONE: readonly TimeRange[] = [];

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
