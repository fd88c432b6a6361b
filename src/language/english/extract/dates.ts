import { Calendar, DAY, type TimeRange } from "../../../domain/relevance/calendar.ts";
import { timesMeant } from "../../dates.ts";
import type { Dated } from "../../shared/finding.ts";
import { NUMBERS } from "../when.ts";

const MONTH_NAMES =
  "January February March April May June July August September October November December".split(" ");
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?";
const COUNT =
  "(?:\\d{1,3}|a couple of|a few|few|several|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const UNIT = "(?:day|week|month|year)s?";
const PART = "(?: (?:morning|afternoon|evening|night))?";
const LEAD =
  "(?:(?:on|in|by|until|till|since|before|after|from|for|around|about|during|over|this coming|at|to) )?";
const DAY_NUMBER = "\\d{1,2}(?:st|nd|rd|th)?";
const YEAR = "(?:19|20)\\d\\d";

/** One pattern for all dates, the longest first; what it finds is then read by the shared calendar. */
const DATE = new RegExp(
  `(?<![a-zÀ-ɏ\\d/-])(?<lead>${LEAD})(?<when>` +
    [
      `${YEAR}[-/.]\\d{1,2}[-/.]\\d{1,2}`,
      `(?:the )?${DAY_NUMBER}(?: of)? ${MONTH}(?:,? ${YEAR})?`,
      `${MONTH} (?:the )?${DAY_NUMBER}(?!:|\\d| ?(?:am|pm))(?:[-–]${DAY_NUMBER})?(?:,? ${YEAR})?`,
      `(?:early |mid-? ?|late )?${MONTH},? (?:of )?${YEAR}`,
      `(?:last|this|next) ${MONTH}`,
      `(?:early |mid-? ?|late )?(?:${MONTH_NAMES.join("|")})`,
      "(?:the )?day (?:before yesterday|after tomorrow)",
      `(?:yesterday|tomorrow)${PART}|today|tonight|this (?:morning|afternoon|evening)|last night|the other day`,
      `(?:the )?(?:end|beginning|start|middle) of (?:(?:the|this|next) )?(?:week|month|year|${MONTH})`,
      `(?:the )?(?:last|this|next|past|previous|coming)(?: coming)? (?:week|weekend|month|year|spring|summer|autumn|fall|winter)(?! (?:before|after))`,
      `(?:the )?(?:last|this|next|past|previous|coming)(?: coming)? ${WEEKDAY}\\b${PART}`,
      `(?:a week (?:on|from) )?${WEEKDAY}\\b${PART}(?:,? (?:the )?${DAY_NUMBER}(?: of)?(?: ${MONTH})?(?: ${YEAR})?)?(?!s| ?(?:to|through|thru|until|[-–]) ?${WEEKDAY})`,
      `${COUNT} ${UNIT} (?:ago|from (?:now|today)|later)`,
      `${COUNT} ${UNIT}(?:'s?)?(?: time)?(?=$|[ ,.])`,
      `(?:the )?\\d{1,2}(?:st|nd|rd|th)(?! (?:grade|floor|birthday|time|anniversary|century|place|year|of|century))`,
      `(?:spring|summer|autumn|fall|winter)(?: of)? ${YEAR}`,
      YEAR,
      "(?:the|this) weekend",
    ].join("|") +
    ")(?![a-zÀ-ɏ\\d])",
  "gi",
);

const WEEKDAY_ONLY = new RegExp(`^${WEEKDAY}$`, "i");
const WEEKDAY_FIRST = new RegExp(`^(?:coming |this coming )?(${WEEKDAY})\\b`);
const WEEKDAY_NUMBERED = new RegExp(
  `^(?:coming |this coming )?${WEEKDAY}\\b,? (?:the )?(\\d{1,2})(?:st|nd|rd|th)?$`,
);
const COUNTED = new RegExp(
  `^(${COUNT}) (day|week|month|year)s?(?:'s?)?( ago| from now| from today| later| time)?$`,
);
const RECURRING =
  /\b(?:every|each|most|all|per|other|on a|once an?|twice an?|times an?|mon|tue|wed|thu|fri)(?:day|sday|nesday|rsday)?\s{0,4}(?:(?:to|through|thru|-)\s{0,4})?$/i;
/** Written with a capital or after a word of time: "may", "sun" and "sat" are words of their own. */
const AMBIGUOUS = /^(?:may|mar|march|sun|sat|wed|mon|dec|second|august|fall)$/i;

/** "Our April 10 call": the date is part of a name. */
const ATTRIBUTIVE =
  /(?:\b(?:the|an?|my|our|his|her|their|this|that|your|between|as of)|'s|\bbetween .{4,30} and) $/i;

/** Who names more days than this means none of them. */
const MOST = 4;

export type Lean = "past" | "future";

/**
 * The text with its dates made absolute ("tomorrow" → "on 11 June 2026"), told from `at`. A date that could lie on
 * either side of now ("on Friday") is taken on the side that `lean` says.
 */
export function withDates(text: string, at: number, lean: Lean): Dated {
  if (
    !/\d|day|week|month|year|tonight|tomorrow|morning|night|ago|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon\b|tue|wed|thu|fri|sat|sun|spring|summer|autumn|fall|winter/i.test(
      text,
    )
  ) {
    return { text, bare: text, ranges: [] };
  }
  const calendar = new Calendar(at);
  const ranges: TimeRange[] = [];
  let bare = text;
  const out = text.replace(DATE, (found: string, ...rest: unknown[]) => {
    const { lead, when } = rest.at(-1) as { lead: string; when: string };
    const offset = rest.at(-3) as number;
    const read =
      ranges.length >= MOST ||
      RECURRING.test(text.slice(Math.max(0, offset - 40), offset)) ||
      isKind(text, offset, found)
        ? undefined
        : resolve(when, lead.trim().toLowerCase(), calendar, lean);
    if (read === undefined) return found;
    ranges.push(read.range);
    bare = bare.replace(found, " ");
    const last = /[-–](\d{1,2})/.exec(when)?.[1];
    const said = phrase(lead.trim().toLowerCase(), read);
    const spanned =
      last === undefined || /\d{4}[-–]/.test(when) ? said : said.replace(/^(\D*\d+)/, `$1–${last}`);
    return ATTRIBUTIVE.test(text.slice(0, offset)) && lead === ""
      ? spanned.replace(/^(?:on|in|around) /, "")
      : spanned;
  });
  return {
    text: out,
    bare: bare
      .replace(/\s+/g, " ")
      .replace(/(?:^| )(?:on|in|by|until|at)$/i, "")
      .trim(),
    ranges,
  };
}

/** "A Saturday job", "on Monday shifts": which kind it is, not when it is. */
function isKind(text: string, offset: number, found: string): boolean {
  return (
    WEEKDAY_ONLY.test(found.trim()) &&
    /\b(?:an?|my|the|our|his|her) $/i.test(text.slice(0, offset)) &&
    /^ [a-z]/i.test(text.slice(offset + found.length))
  );
}

/** The text without its dates, for naming what it is about. */
export function withoutDates(text: string): string {
  return withDates(text, 0, "past").bare;
}

/** A range and how closely it is known: "three weeks ago" is only a guess. */
interface Read {
  readonly range: TimeRange;
  readonly about: boolean;
  readonly tail: string;
}

function resolve(when: string, lead: string, calendar: Calendar, lean: Lean): Read | undefined {
  const words = when
    .toLowerCase()
    .replace(/^the /, "")
    .replace(/(?<=[a-z] \d{1,2}(?:st|nd|rd|th)?)[-–]\d{1,2}(?:st|nd|rd|th)?/, "");
  const tail = /(?:yesterday|tomorrow|day|night|this) ?(morning|afternoon|evening|night)$|^(tonight)$/.exec(
    words,
  );
  const part = tail === null ? "" : ` in the ${tail[1] === "night" || tail[2] ? "evening" : tail[1]!}`;
  if (lead === "since") lean = "past";
  const sure = (range: TimeRange | undefined, about = false): Read | undefined =>
    range === undefined ? undefined : { range, about, tail: part };

  if (AMBIGUOUS.test(words) && (lead === "" || when === words)) return undefined;
  if (/^(?:19|20)\d\d$/.test(words))
    return lead === "" || lead === "at" || lead === "for" ? undefined : sure(calendar.year(Number(words)));
  const count = counted(words, lead, calendar);
  if (count !== undefined) return count === "none" ? undefined : sure(count, true);
  if (words === "other day") return undefined;
  const edge = /^(end|beginning|start|middle) of (?:(the|this|next) )?(.+)$/.exec(words);
  if (edge !== null) return sure(edgeOf(edge[1]!, edge[2] ?? "this", edge[3]!, calendar));
  const ordinal = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(words);
  if (ordinal !== null)
    return lead === "" && !when.startsWith("the ")
      ? undefined
      : sure(dayOfMonth(Number(ordinal[1]), calendar, lean));
  const numbered = WEEKDAY_NUMBERED.exec(words);
  if (numbered !== null) return sure(dayOfMonth(Number(numbered[1]), calendar, lean));
  const weekday = WEEKDAY_FIRST.exec(words);
  if (weekday !== null) return sure(weekdayOf(weekday[1]!, words, lead, calendar, lean));
  const range = readByCalendar(words, calendar);
  return sure(range === undefined ? undefined : leaned(range, words, calendar, lean));
}

/** The shared reader wants "in March", not "march", which could be a verb. */
function readByCalendar(words: string, calendar: Calendar): TimeRange | undefined {
  const [first] = timesMeant(words, calendar.now);
  if (first !== undefined) return first;
  const capital = words.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return timesMeant(`in ${capital}`, calendar.now)[0];
}

/** A date without a year was read as past; a plan means the next one. */
function leaned(range: TimeRange, words: string, calendar: Calendar, lean: Lean): TimeRange {
  if (lean === "past" || /\d{4}|last|past|previous|this|next|ago|yester|today|night|tomorrow/.test(words))
    return range;
  if (range.to > calendar.now) return range;
  const from = new Date(range.from);
  const year = from.getUTCFullYear() + 1;
  return range.to - range.from > 2 * DAY
    ? calendar.month(year, from.getUTCMonth())
    : (calendar.day(year, from.getUTCMonth(), from.getUTCDate()) ?? range);
}

const UNIT_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** "Three days ago", "in two weeks", "a month from now"; "for two weeks" is a length and no date. */
function counted(words: string, lead: string, calendar: Calendar): TimeRange | "none" | undefined {
  const match = COUNTED.exec(words);
  if (match === null) return undefined;
  const n = NUMBERS[match[1]!] ?? Number(match[1]);
  const unit = match[2]!;
  const after = match[3]?.trim();
  if (after === "later") return "none";
  if (after === undefined && lead !== "in") return "none";
  if (after === "ago") return timesMeant(words, calendar.now)[0] ?? "none";
  if (unit === "day" || unit === "week") return calendar.days(n * UNIT_DAYS[unit]!);
  return unit === "month" ? calendar.monthsFromNow(n) : calendar.year(calendar.today.year + n);
}

function edgeOf(which: string, relative: string, unit: string, calendar: Calendar): TimeRange | undefined {
  const delta = relative === "next" ? 1 : 0;
  const whole =
    unit === "week"
      ? calendar.week(delta)
      : unit === "month"
        ? calendar.monthsFromNow(delta)
        : unit === "year"
          ? calendar.year(calendar.today.year + delta)
          : readByCalendar(unit, calendar);
  if (whole === undefined) return undefined;
  const span = whole.to - whole.from;
  const day = Math.max(1, Math.round(span / DAY / 6)) * DAY;
  if (which === "end") return { from: whole.to - DAY, to: whole.to };
  return which === "middle"
    ? { from: whole.from + span / 2 - day, to: whole.from + span / 2 + day }
    : { from: whole.from, to: whole.from + day };
}

function dayOfMonth(day: number, calendar: Calendar, lean: Lean): TimeRange | undefined {
  const { year, month, day: today } = calendar.today;
  const shift = lean === "future" && day < today ? 1 : lean === "past" && day > today ? -1 : 0;
  const first = new Date(Date.UTC(year, month + shift, 1));
  return calendar.day(first.getUTCFullYear(), first.getUTCMonth(), day);
}

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

function weekdayOf(
  name: string,
  words: string,
  lead: string,
  calendar: Calendar,
  lean: Lean,
): TimeRange | undefined {
  const dated = timesMeant(words, calendar.now).find(({ to, from }) => to - from === DAY && /\d/.test(words));
  if (dated !== undefined) return leaned(dated, words, calendar, lean);
  const ahead = (DAYS.indexOf(name.slice(0, 3)) - calendar.today.weekday + 7) % 7;
  if (lean === "future" && lead !== "since") return calendar.days(ahead === 0 ? 7 : ahead);
  return calendar.days(ahead === 0 ? 0 : ahead - 7);
}

function phrase(lead: string, { range, about, tail }: Read): string {
  const days = Math.round((range.to - range.from) / DAY);
  const first = new Date(
    about && days > 1 && days < 365 ? range.from + Math.floor(days / 2) * DAY : range.from,
  );
  const day = `${first.getUTCDate()} ${MONTH_NAMES[first.getUTCMonth()]} ${first.getUTCFullYear()}`;
  const month = `${MONTH_NAMES[first.getUTCMonth()]} ${first.getUTCFullYear()}`;
  const keep = /^(?:by|until|till|since|before|after|from|to)$/.test(lead) ? `${lead} ` : undefined;
  if (days <= 1) return `${keep ?? "on "}${day}${tail}`;
  if (days >= 365 && first.getUTCMonth() === 0) return `${keep ?? "in "}${first.getUTCFullYear()}`;
  if (days >= 28 && days <= 31) return `${keep ?? (about ? "around " : "in ")}${month}`;
  if (days > 31) return `${keep ?? "in "}${season(first)}`;
  if (about) return `${keep ?? "around "}${day}`;
  if (days === 2) return `${keep ?? "on "}the weekend of ${day}`;
  return days === 7 ? `${keep ?? "in "}the week of ${day}` : `${keep ?? "around "}${day}`;
}

function season(first: Date): string {
  const name = ["spring", "summer", "autumn", "winter"][Math.floor(((first.getUTCMonth() + 10) % 12) / 3)]!;
  return `${name} ${first.getUTCFullYear()}`;
}
