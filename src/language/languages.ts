import type { ChatCommand } from "../domain/chat-commands/command.ts";
import { Calendar, type TimeRange } from "../domain/relevance/calendar.ts";
import { chinese } from "./chinese/chinese.ts";
import { simple, simplifyScript } from "./chinese/script.ts";
import { english } from "./english/english.ts";
import type { Asking, PersonQuestions, Saying } from "./language.ts";
import { dateOf, type TimeRead } from "./shared/moments.ts";
import { HAN } from "./shared/words.ts";

/** Chat is read by its beginning: nobody puts what a question is about behind 2,000 characters. */
const LONGEST = 2_000;

/** The question's own words, in whichever of the languages they are: people mix them. */
export function readAsking(text: string): Asking {
  const read = text.slice(0, LONGEST);
  const asking = english.asking(read);
  if (!HAN.test(read)) return asking;
  const other = chinese.asking(simple(read));
  return {
    self: asking.self || other.self,
    us: asking.us || other.us,
    anybody: asking.anybody || other.anybody,
  };
}

/** The questions about a person, in the language that most of their lines are written in. */
export function personQuestions(lines: readonly string[]): PersonQuestions {
  const inChinese = lines.filter((line) => HAN.test(line.slice(0, LONGEST))).length;
  return (2 * inChinese > lines.length ? chinese : english).personQuestions;
}

/** A piece of a message by the language of its script. */
export function readSaying(piece: string): Saying {
  const read = piece.slice(0, LONGEST);
  return HAN.test(piece) ? chinese.saying(simple(read)) : english.saying(read);
}

/** The command that a sentence gives; `undefined`: none. Requests to forget are read elsewhere (`forget.ts`). */
export function commandIn(sentence: string): ChatCommand | undefined {
  if (!HAN.test(sentence)) return english.command(sentence);
  const { text, back } = simplifyScript(sentence);
  const command = chinese.command(text);
  if (command === undefined || text === sentence) return command;
  const written = Object.entries(command).map(([field, value]) => [
    field,
    field === "kind" || value === null ? value : back(value),
  ]);
  return Object.fromEntries(written) as ChatCommand;
}

export function mayUpdate(text: string): boolean {
  const read = text.slice(0, LONGEST);
  return HAN.test(read) ? chinese.mayUpdate(simple(read)) : english.mayUpdate(read);
}

/** Whether a line speaks of whoever says it, and whether to somebody, in any of the languages. */
export function readBearing(text: string): { self: boolean; toSomebody: boolean } {
  const read = simple(text.slice(0, LONGEST));
  return {
    self: [english, chinese].some(({ tells }) => tells.self?.test(read) === true),
    toSomebody: [english, chinese].some(({ speaksTo }) => speaksTo.test(read)),
  };
}

/**
 * The times a text means, in English and Chinese; none for most texts, several when several are named. `now` is the
 * moment it was written, because "last week" is relative to it.
 */
export function timesMeant(text: string, now: number, offsetMinutes = 0): readonly TimeRange[] {
  const calendar = new Calendar(now, offsetMinutes);
  return [english, chinese].flatMap(({ dates }) => dates.ranges(text, calendar));
}

const ISO =
  /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;
/** Years outside this range are misreadings. */
const YEARS = { first: 1850, last: 2199 };
/** A full date that is in no source. */
const CALENDAR = new Calendar(0);
const LONGEST_DATE = 60;

/**
 * A model's date as epoch milliseconds: the beginning of the day, month or year that it names, or the end of it. ISO
 * as it was asked for, or a date in words with its year ("June 2026", 2026年6月). `null` for anything else. UTC where
 * no zone is named.
 */
export function readDate(input: string | null, edge: "start" | "end"): number | null {
  const words = input?.trim() ?? "";
  const match = ISO.exec(words);
  const number = (digits?: string): number | undefined => (digits === undefined ? undefined : Number(digits));
  const { year, month, day } =
    match === null
      ? inWords(words)
      : { year: Number(match[1]), month: number(match[2]), day: number(match[3]) };
  if (year === undefined || year < YEARS.first || year > YEARS.last) return null;
  const range = dateOf(year, month, day)?.range?.(CALENDAR, "past");
  if (range === undefined) return null;
  const [time, zone = "Z"] = match?.slice(4) ?? [];
  if (time === undefined) return edge === "start" ? range.from : range.to;
  const at = Date.parse(`${new Date(range.from).toISOString().slice(0, 10)}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(at) ? null : at;
}

/** A date that is all that the words say. */
function inWords(words: string): TimeRead {
  if (words.length > LONGEST_DATE) return {};
  for (const { dates } of [english, chinese]) {
    const [mention] = dates.mentions(words, "matching");
    if (mention?.text === words) return mention.moment.timeRead ?? {};
  }
  return {};
}
