import { DAY } from "../../domain/relevance/calendar.ts";
import {
  ALL,
  CLAIMS,
  type DateUse,
  type Form,
  ISO,
  MATCHING,
  type Mention,
  mentionsBy,
  RANGES,
  RECALL,
} from "../shared/dates.ts";
import {
  clockOf,
  dateOf,
  daysTo,
  edgeOf,
  lately,
  type Moment,
  monthBy,
  quarter,
  rangeWithin,
  seasonBy,
  type TimeUnit,
  unitBy,
  unitsAgo,
  unitsLater,
  weekdayBy,
  weekdayOf,
} from "../shared/moments.ts";
import { regex } from "../shared/words.ts";

export const MONTHS =
  "January February March April May June July August September October November December".split(" ");
const WEEKDAYS = "mon tue wed thu fri sat sun".split(" ");
export const SEASONS = ["spring", "summer", "autumn", "winter"];
const COUNTS =
  "a|an|one,two|a couple of,three|a few|few,four|several,five,six,seven,eight,nine,ten,eleven,twelve".split(
    ",",
  );

const MONTH_NAME = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b`;
/** "Sept. 5": the point is the month's where a number follows. */
const MONTH = `${MONTH_NAME}(?:\\.(?=,? ?\\d))?`;
export const WEEKDAY = "(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?";
const SEASON = "(spring|summer|autumn|fall|winter)";
const DAY_OF_MONTH = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "((?:19|20)\\d\\d)";
const COUNT = `(\\d{1,3}|${COUNTS.join("|")})`;
const UNIT = "(day|week|month|year)s?";
const WHICH = "(this coming|last|this|next|past|previous|coming)";
const PART = "(?: (?:morning|afternoon|evening|night))?";

function form(readers: readonly DateUse[], source: string, read: Form["read"]): Form {
  return { readers, read, pattern: regex.gi`(?<![a-zÀ-ɏ\d]|[-/](?=\d))(?:${source})(?![a-zÀ-ɏ\d])` };
}

/** A form by which only what two statements say is compared. */
function matchingForm(source: string, read: (match: RegExpMatchArray) => Moment | undefined): Form {
  return { pattern: regex.giu`\b(?:${source})`, read, readers: MATCHING };
}

/** Every way to name a time in English, the longest first. */
const FORMS: readonly Form[] = [
  ISO,
  form(
    RANGES,
    `${WEEKDAY}\\b${PART},? (?:the )?${DAY_OF_MONTH}(?:(?: of)? ${MONTH}(?:,? ${YEAR})?)?(?! ?(?:am|pm|:|o'clock))`,
    (m, reader) => (m[3] === undefined && reader === "recall" ? undefined : date(m[4], m[3], m[2]!)),
  ),
  form(RANGES, `(?:the )?${DAY_OF_MONTH}[-–]${DAY_OF_MONTH}(?: of)? ${MONTH}(?:,? ${YEAR})?`, (m) =>
    daysTo(date(m[4], m[3], m[1]!), Number(m[2])),
  ),
  form(ALL, `(?:the )?${DAY_OF_MONTH}(?: of)? ${MONTH}(?:,? ${YEAR})?`, (m) => date(m[3], m[2], m[1]!)),
  form(RANGES, `${MONTH} ${DAY_OF_MONTH}[-–]${DAY_OF_MONTH}(?:,? ${YEAR})?`, (m) =>
    daysTo(date(m[4], m[1], m[2]!), Number(m[3])),
  ),
  form(ALL, `${MONTH} (?:the )?${DAY_OF_MONTH}(?!:\\d| ?(?:am|pm))(?:,? ${YEAR})?`, (m) =>
    date(m[3], m[1], m[2]!),
  ),
  form(RANGES, `(early|mid|late)[- ]?${MONTH}(?:,? (?:of )?${YEAR})?`, (m) => partOfMonth(m)),
  form(ALL, `${MONTH},? (?:of )?${YEAR}`, (m) => date(m[2], m[1])),
  form(RANGES, `(last|this|next) ${MONTH}`, (m) =>
    /his may$/.test(m[0])
      ? undefined
      : monthBy(m[1]!.toLowerCase() as "last" | "this" | "next", monthOf(m[2]!)),
  ),
  form(
    CLAIMS,
    `(?:the )?(end|beginning|start|middle) of (?:(?:the|this|(next)) )?(?:(week|month|year)|${MONTH})`,
    (m) => edge(m),
  ),
  form(ALL, MONTH_NAME, (m, reader) => monthAlone(m, reader)),
  form(RANGES, `${SEASON}(?: of|,)? ${YEAR}`, (m) => ({
    range: (calendar) => calendar.season(Number(m[2]), seasonOf(m[1]!)),
  })),
  form(RANGES, `(?:the )?${WHICH} ${SEASON}`, (m) => seasonBy(stepOf(m[1]!), seasonOf(m[2]!))),
  form(RECALL, `q([1-4])(?: of)? ${YEAR}`, (m) => quarter(Number(m[2]), Number(m[1]))),
  form(RANGES, `${YEAR}(?!\\s*(?:people|dollars|words|miles|steps))`, (m, reader) =>
    YEAR_LEADS[reader]?.test(before(m)) ? dateOf(Number(m[1])) : undefined,
  ),
  form(RANGES, "(?:the )?day before yesterday", () => unitBy(-2, "day")),
  form(RANGES, "(?:the )?day after tomorrow", () => unitBy(2, "day")),
  form(RANGES, `yesterday${PART}|last night`, () => unitBy(-1, "day")),
  form(RANGES, "today|tonight|this (?:morning|afternoon|evening)", () => unitBy(0, "day")),
  form(RANGES, `tomorrow${PART}`, () => unitBy(1, "day")),
  form(RECALL, `(?:the )?(?:last|past|previous) ${COUNT} ${UNIT}`, (m) =>
    lately(count(m[1]!), unitOf(m[2]!)),
  ),
  form(RANGES, `${COUNT} ${UNIT} ago`, (m) => unitsAgo(count(m[1]!), unitOf(m[2]!))),
  form(CLAIMS, `${COUNT} ${UNIT}(?:'s?)?( from now| from today| time)?(?=$|[ ,.])(?! later)`, (m) =>
    m[3] === undefined && !/\bin $/i.test(before(m)) ? undefined : unitsLater(count(m[1]!), unitOf(m[2]!)),
  ),
  form(RECALL, "(?:the )?(week|weekend|month|year) before last", (m) => unitBy(-2, unitOf(m[1]!))),
  // Not "the last week before the exam".
  form(RANGES, `(?:the )?${WHICH} (week|weekend|month|year)(?<!the last \\w{1,9}(?= before))`, (m) =>
    /^past$/i.test(m[1]!) ? lately(1, unitOf(m[2]!)) : unitBy(stepOf(m[1]!), unitOf(m[2]!)),
  ),
  form(RANGES, `(?:the )?${WHICH} ${WEEKDAY}s?\\b${PART}`, (m) => weekdayBy(stepOf(m[1]!), weekday(m[2]!))),
  form(RANGES, `((?<!once |twice |times )a week (?:on|from) )?${WEEKDAY}(s?)\\b${PART}`, (m, reader) =>
    weekdayAlone(m, reader),
  ),
  form(
    CLAIMS,
    "(the )?(\\d{1,2})(?:st|nd|rd|th)(?! (?:grade|floor|birthday|time|anniversary|century|place|year|of))",
    (m) => (m[1] !== "the " && leadOf(m) === "" ? undefined : date(undefined, undefined, m[2]!)),
  ),
  matchingForm("(?:on |(last|next|this) )?(mon|tues|wednes|thurs|fri|satur|sun)days?\\b", (m) => ({
    timeRead: {
      weekday: weekday(m[2]!),
      ...(m[1] === undefined ? {} : { relative: `${m[1].toLowerCase()} week` }),
    },
  })),
  matchingForm("(\\d{1,2})(?::(\\d\\d))? ?([ap])\\.?m\\b\\.?", (m) => hour(m[1]!, m[2], m[3])),
  matchingForm("(\\d{1,2}) o'clock(?: in the (?:(morning)|afternoon|evening))?", (m) =>
    hour(m[1]!, undefined, m[0].endsWith("k") ? undefined : m[2] === undefined ? "p" : "a"),
  ),
  matchingForm("([01]?\\d|2[0-3]):([0-5]\\d)\\b", (m) => hour(m[1]!, m[2])),
  matchingForm("(noon)\\b|midnight\\b", (m) => clockOf(m[1] === undefined ? 0 : 12)),
  matchingForm(
    `(?<![$€£#])${YEAR}\\b(?! ?(?:km|kg|people|dollars|euros|steps|words|miles|meters|元|块|人|个|米))(?!年)`,
    (m) => dateOf(Number(m[1])),
  ),
  matchingForm(
    `(?:the )?(day after tomorrow|day before yesterday|today|tonight|tomorrow|yesterday|(?:last|next|this) (?:week(?:end)?|month|year|${SEASON}|night))\\b`,
    (m) => ({ timeRead: { relative: m[1]!.toLowerCase() } }),
  ),
];

/** The words that lead to a date and go when it is made absolute. */
export const LEAD =
  /(?<![a-zÀ-ɏ\d/-])(?:on|in|by|until|till|since|before|after|from|for|around|about|during|over|at|to) $/i;
/** A month, a year or a weekday by itself is one only behind such a word: "march on", "2000 steps". */
const MONTH_LEAD =
  /\b(?:in|during|since|until|till|before|after|of|from|throughout|by|around|between|and|to) $/i;
const YEAR_LEADS: Partial<Record<DateUse, RegExp>> = {
  recall: /\b(?:in|during|since|of|from|by|until|before|after|year|throughout|and|to|between) $/i,
  claims: /\b(?:on|in|by|until|till|since|before|after|from|around|about|during|over|to) $/i,
};
const WEEKDAY_LEAD = /\b(?:on|since|until|by) (?:the )?$/i;
/** Whole words, unless they are capitalised and follow a word of time. */
const AMBIGUOUS = /^(?:may|march|august|sun|sat|wed|mon)$/i;

/** The text before a match. */
function before({ index = 0, input = "" }: RegExpMatchArray): string {
  return input.slice(Math.max(0, index - 16), index);
}

function leadOf(match: RegExpMatchArray): string {
  return LEAD.exec(before(match))?.[0] ?? "";
}

function isPlainWord(match: RegExpMatchArray): boolean {
  const [words] = match;
  return AMBIGUOUS.test(words) && (leadOf(match) === "" || words === words.toLowerCase());
}

function monthAlone(match: RegExpMatchArray, reader: DateUse): Moment | undefined {
  const [words] = match;
  const month = monthOf(words);
  const whole = words.toLowerCase() === MONTHS[month - 1]!.toLowerCase();
  const capital = words[0] !== words[0]!.toLowerCase();
  const isMonth =
    reader === "recall"
      ? MONTH_LEAD.test(before(match)) && words !== "may"
      : reader === "claims"
        ? whole && !isPlainWord(match)
        : whole && capital && match.index !== 0;
  return isMonth ? dateOf(undefined, month) : undefined;
}

function weekdayAlone(match: RegExpMatchArray, reader: DateUse): Moment | undefined {
  const { 0: words, 1: weekAfter, 2: name, 3: many } = match;
  const moment = weekdayOf(weekday(name!), reader === "claims");
  if (reader === "recall") return WEEKDAY_LEAD.test(before(match)) ? moment : undefined;
  const after = match.input!.slice(match.index! + words.length);
  if (many !== "" || TO_WEEKDAY.test(after) || isPlainWord(match)) return undefined;
  if (weekAfter === undefined) return moment;
  return {
    range: (calendar) => {
      const { from, to } = moment.range!(calendar, "future")!;
      return { from: from + 7 * DAY, to: to + 7 * DAY };
    },
  };
}
const TO_WEEKDAY = regex.i`^ ?(?:to|through|thru|until|[-–]) ?${WEEKDAY}`;

function date(year: string | undefined, month: string | undefined, day?: string): Moment | undefined {
  return dateOf(
    year === undefined ? undefined : Number(year),
    month === undefined ? undefined : monthOf(month),
    day === undefined ? undefined : Number(day),
  );
}

function partOfMonth(match: RegExpMatchArray): Moment | undefined {
  const [, part, name, year] = match;
  if (name === "may" && year === undefined) return undefined;
  const index = ["early", "mid", "late"].indexOf(part!.toLowerCase());
  return rangeWithin(date(year, name), ({ from, to }) => {
    const third = (to - from) / 3;
    return { from: from + index * third, to: from + (index + 1) * third };
  });
}

/** By the end of the month: its last day. */
function edge([, which, next, unit, month]: RegExpMatchArray): Moment {
  const whole =
    unit === undefined ? date(undefined, month) : unitBy(next === undefined ? 0 : 1, unitOf(unit));
  if (/end/i.test(which!)) return rangeWithin(whole, ({ to }) => ({ from: to - DAY, to }));
  return rangeWithin(whole, (range) => edgeOf(range, /middle/i.test(which!) ? "middle" : "start"));
}

function hour(hours: string, minutes = "0", half?: string): Moment | undefined {
  const side = half === undefined ? 0 : half.toLowerCase() === "p" ? 12 : 0;
  return clockOf(half === undefined ? Number(hours) : (Number(hours) % 12) + side, Number(minutes));
}

function monthOf(name: string): number {
  const short = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.toLowerCase().startsWith(short)) + 1;
}

function weekday(name: string): number {
  return WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function seasonOf(name: string): number {
  return SEASONS.indexOf(name.toLowerCase().replace("fall", "autumn"));
}

function stepOf(which: string): number {
  const word = which.toLowerCase();
  return word === "this" ? 0 : word === "next" || word.endsWith("coming") ? 1 : -1;
}

function count(word: string): number {
  const index = COUNTS.findIndex((words) => words.split("|").includes(word.toLowerCase()));
  return index < 0 ? Number(word) : index + 1;
}

function unitOf(word: string): TimeUnit {
  return word.toLowerCase() as TimeUnit;
}

/** A text without a digit or a calendar word needs no closer look; most texts have none. */
const HINT =
  /\d|day|week|month|year|yester|tonight|tomorrow|morning|night|ago|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\b(?:mon|tues?|wed|thu|thurs?|fri|sat|sun)\b|spring|summer|autumn|fall|winter|noon/i;

export function englishMentions(text: string, reader: DateUse): Mention[] {
  return HINT.test(text) ? mentionsBy(FORMS, text, reader) : [];
}
