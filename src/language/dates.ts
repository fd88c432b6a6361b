import { Calendar, type TimeRange } from "../domain/relevance/calendar.ts";
import { chineseRanges } from "./chinese/when.ts";
import { englishRanges } from "./english/when.ts";

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
