import { Calendar, DAY, type TimeRange } from "../../domain/relevance/calendar.ts";
import { absoluteBy, type Dated, placedBy } from "../shared/dates.ts";
import { type Lean, type Moment, openRange, spanOf } from "../shared/moments.ts";
import { regex } from "../shared/words.ts";
import { englishMentions, LEAD, MONTHS, SEASONS, WEEKDAY } from "./dates.ts";

const RECURRING =
  /\b(?:every|each|most|all|per|other|on a|once an?|twice an?|times an?|mon|tue|wed|thu|fri)(?:day|sday|nesday|rsday)?\s{0,4}(?:(?:to|through|thru|-)\s{0,4})?$/i;
/** "Our April 10 call": the date is part of a name. */
const ATTRIBUTIVE =
  /(?:\b(?:the|an?|my|our|his|her|their|this|that|your|between|as of)|'s|\bbetween .{4,30} and) $/i;
const WEEKDAY_ONLY = regex.i`^${WEEKDAY}$`;

/**
 * The text with its dates made absolute ("tomorrow" → "on 11 June 2026"), told from `at`. A date that could lie on
 * either side of now ("on Friday") is taken on the side that `lean` says.
 */
export function withEnglishDates(text: string, at: number, lean: Lean): Dated {
  const mentions = englishMentions(text, "claims");
  if (mentions.length === 0) return { text, bare: text, ranges: [] };
  const calendar = new Calendar(at);
  const dated = absoluteBy(text, mentions, " ", ({ start, text: words, moment }) => {
    const lead = LEAD.exec(text.slice(Math.max(0, start - 16), start))?.[0] ?? "";
    const offset = start - lead.length;
    const way = lead.trim().toLowerCase();
    const range = moment.range?.(calendar, way === "since" ? "past" : lean);
    const recurs = RECURRING.test(text.slice(Math.max(0, offset - 40), offset));
    if (range === undefined || recurs || isKind(text, offset, lead + words)) return undefined;
    const said = phrase(way, range, moment, words);
    const attributive = lead === "" && ATTRIBUTIVE.test(text.slice(0, offset));
    return { start: offset, range, replacement: attributive ? said.replace(/^(?:on|in|around) /, "") : said };
  });
  const bare = dated.bare
    .replace(/\s+/g, " ")
    .replace(/(?:^| )(?:on|in|by|until|at)$/i, "")
    .trim();
  return { ...dated, bare };
}

/** "A Saturday job", "on Monday shifts": which kind it is, not when it is. */
function isKind(text: string, offset: number, match: string): boolean {
  return (
    WEEKDAY_ONLY.test(match.trim()) &&
    /\b(?:an?|my|the|our|his|her) $/i.test(text.slice(0, offset)) &&
    /^ [a-z]/i.test(text.slice(offset + match.length))
  );
}

function phrase(
  lead: string,
  range: TimeRange,
  { about = false, days: more = "" }: Moment,
  words: string,
): string {
  const days = more === "" ? Math.round((range.to - range.from) / DAY) : 1;
  const first = new Date(
    about && days > 1 && days < 365 ? range.from + Math.floor(days / 2) * DAY : range.from,
  );
  const month = `${MONTHS[first.getUTCMonth()]} ${first.getUTCFullYear()}`;
  const day = `${first.getUTCDate()}${more} ${month}`;
  const keep = /^(?:by|until|till|since|before|after|from|to)$/.test(lead) ? `${lead} ` : undefined;
  if (days <= 1) return `${keep ?? "on "}${day}${partOfDay(words.toLowerCase())}`;
  if (days >= 365 && first.getUTCMonth() === 0) return `${keep ?? "in "}${first.getUTCFullYear()}`;
  if (days >= 28 && days <= 31) return `${keep ?? (about ? "around " : "in ")}${month}`;
  if (days > 31) return `${keep ?? "in "}${season(first)}`;
  if (about) return `${keep ?? "around "}${day}`;
  if (days === 2) return `${keep ?? "on "}the weekend of ${day}`;
  return days === 7 ? `${keep ?? "in "}the week of ${day}` : `${keep ?? "around "}${day}`;
}

function partOfDay(words: string): string {
  const part = /(?:day|tomorrow|this) (morning|afternoon|evening|night)$|^tonight$/.exec(words);
  if (part === null) return "";
  return ` in the ${part[1] === undefined || part[1] === "night" ? "evening" : part[1]}`;
}

function season(first: Date): string {
  return `${SEASONS[Math.floor(((first.getUTCMonth() + 10) % 12) / 3)]!} ${first.getUTCFullYear()}`;
}

const SINCE = /\b(?:since|after)(?: the)?\s*$/i;
const UNTIL = /\b(?:before|until|till|by|prior to)(?: the)?\s*$/i;

/** The times that a question or a stored text means. */
export function englishRanges(text: string, calendar: Calendar): TimeRange[] {
  const mentions = placedBy(englishMentions(text, "recall"), calendar);
  const [a, b] = mentions;
  if (mentions.length === 2 && isBetween(text)) return [spanOf(a!.range, b!.range)];
  return mentions.map(({ start, range }) => {
    const said = text.slice(Math.max(0, start - 16), start);
    return openRange(range, SINCE.test(said) ? "since" : UNTIL.test(said) ? "until" : null, calendar);
  });
}

/** "Between … and …", "from … to …". */
function isBetween(text: string): boolean {
  if (/\bbetween\b/i.test(text)) return true;
  const from = text.search(/\bfrom\b/i);
  return from >= 0 && /\bto\b/i.test(text.slice(from));
}
