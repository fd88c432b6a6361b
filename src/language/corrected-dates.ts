import { withDates as chineseDates } from "./chinese/dates.ts";
import { withDates as englishDates } from "./english/absolute-dates.ts";
import type { Finding } from "./shared/finding.ts";

const DAY = 86_400_000;
const ENGLISH_DATE = /\b(\d{1,2}) (?=[A-Z][a-z]+ \d{4}\b)/;
const ENGLISH_WHOLE = /\b(?:on )?\d{1,2} [A-Z][a-z]+ \d{4}\b/;
const CHINESE_WHOLE = /\d{4}年\d{1,2}月\d{1,2}日/u;

/** "It's on the 23rd", "Wednesday", 6月16号: the latest claim on another day; nothing where either names no day. */
export function onAnotherDay(right: string, recent: readonly Finding[], at: number): Finding | undefined {
  const old = recent.at(-1);
  if (old === undefined || !(ENGLISH_WHOLE.test(old.text) || CHINESE_WHOLE.test(old.text))) return undefined;
  const day = /^(?:on )?the (\d{1,2})(?:st|nd|rd|th)?$/i.exec(right)?.[1];
  const before = ENGLISH_DATE.exec(old.text)?.[1];
  if (day !== undefined && before !== undefined) {
    const shift = (Number(day) - Number(before)) * DAY;
    return { ...old, ...moved(old, shift), text: old.text.replace(ENGLISH_DATE, `${day} `), corrects: true };
  }
  const chinese = CHINESE_WHOLE.test(old.text);
  const dated = chinese ? chineseDates(right, at, "future") : englishDates(right, at, "future");
  const range = dated.ranges[0];
  if (range === undefined || dated.bare.replace(/^on$|[\s是]/giu, "") !== "") return undefined;
  const said = chinese ? dated.text.replace(/^是/u, "") : `on ${dated.text.replace(/^on /i, "")}`;
  const text = old.text.replace(chinese ? CHINESE_WHOLE : ENGLISH_WHOLE, said);
  if (text === old.text) return undefined;
  return { ...old, text, expiresAt: old.expiresAt === null ? null : range.to, corrects: true };
}

/** Whether words are a day and nothing else: such words correct no other value. */
export function isDay(words: string, at: number): boolean {
  return [chineseDates(words, at, "future"), englishDates(words, at, "future")].some(
    ({ ranges, bare }) => ranges.length > 0 && bare.replace(/^on$|[\s是]/giu, "") === "",
  );
}

function moved({ expiresAt }: Finding, shift: number): Pick<Finding, "expiresAt"> {
  return { expiresAt: expiresAt === null ? null : expiresAt + shift };
}
