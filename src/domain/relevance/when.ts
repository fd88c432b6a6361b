import { Calendar, DAY, type TimeRange } from "./calendar.ts";
import { chineseRanges } from "./when-chinese.ts";
import { englishRanges } from "./when-english.ts";

/** What a text says about time, as seen from the moment it was written. */
export interface WhenMeant {
  /** The times meant; empty when none is. Several when several are named. */
  readonly ranges: readonly TimeRange[];
  /** Which end of the past is asked for: the first time, the latest state; undefined when neither is. */
  readonly order: "first" | "last" | undefined;
}

const HAN = /\p{sc=Han}/u;
/** A text without a digit, a calendar word or an ordering word needs no closer look; most texts have none. */
const HINT =
  /\d|day|week|month|year|yester|tonight|tomorrow|morning|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|ago|recent|latest|first|last|current|newest|earliest|\p{sc=Han}/iu;

const FIRST =
  /\b(?:first (?:time|day|session|conversation|ever)|earliest|at first|initially|originally)\b|最早|最初|第一次|一开始|起初|首次/i;
const LAST =
  /\b(?:last time|most recent(?:ly)?|latest|newest|currently|current|nowadays|these days|as of now|recently)\b|最近|最新|最后一次|上一次|上次|目前|如今/i;

/** Reads dates, ranges and ordering words in English and Chinese. `now` is the moment the text was written. */
export function whenMeant(text: string, now: number, offsetMinutes = 0): WhenMeant {
  if (!HINT.test(text)) return NOTHING;
  const calendar = new Calendar(now, offsetMinutes);
  const ranges = [...englishRanges(text, calendar), ...(HAN.test(text) ? chineseRanges(text, calendar) : [])];
  const order = FIRST.test(text) ? "first" : LAST.test(text) ? "last" : undefined;
  return ranges.length === 0 && order === undefined ? NOTHING : { ranges, order };
}

const NOTHING: WhenMeant = { ranges: [], order: undefined };

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
