import { Calendar, type TimeRange } from "../domain/relevance/calendar.ts";
import { chinese } from "./chinese/chinese.ts";
import { english } from "./english/english.ts";

/**
 * The times a text means, in English and Chinese; none for most texts, several when several are named. `now` is the
 * moment it was written, for "last week" is told from there.
 */
export function timesMeant(text: string, now: number, offsetMinutes = 0): readonly TimeRange[] {
  const calendar = new Calendar(now, offsetMinutes);
  return [english, chinese].flatMap(({ dates }) => dates.ranges(text, calendar));
}
