import type { Calendar, TimeRange } from "../../domain/relevance/calendar.ts";
import { dateOf, type Moment } from "./moments.ts";

/**
 * The reader: `recall` for the times that a question or a stored text means, `claims` to make the dates of a statement
 * absolute, `matching` to compare two statements.
 */
export type DateUse = "recall" | "claims" | "matching";

export const ALL: readonly DateUse[] = ["recall", "claims", "matching"];
export const RECALL: readonly DateUse[] = ["recall"];
export const CLAIMS: readonly DateUse[] = ["claims"];
export const RANGES: readonly DateUse[] = ["recall", "claims"];
export const MATCHING: readonly DateUse[] = ["matching"];

/** One way to name a time. If `read` returns nothing, the following forms are tried. */
export interface Form {
  readonly readers: readonly DateUse[];
  readonly pattern: RegExp;
  readonly read: (match: RegExpMatchArray, reader: DateUse) => Moment | undefined;
}

export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly moment: Moment;
}

/** Stands for what is read already: no word, and as long as it was, so that every position means the same place. */
const READ = "\u0001";

/** The times that a text names, in its order. The longest forms come first: what one has read, a later one does not. */
export function mentionsBy(forms: readonly Form[], text: string, reader: DateUse): Mention[] {
  const mentions: Mention[] = [];
  let rest = text;
  for (const { readers, pattern, read } of forms) {
    if (!readers.includes(reader)) continue;
    const pieces: string[] = [];
    let at = 0;
    // Not `matchAll`, which copies the expression each time: most texts have none of most forms.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(rest); match !== null; match = pattern.exec(rest)) {
      const moment = read(match, reader);
      if (moment === undefined) continue;
      const [words] = match;
      const start = match.index;
      const end = start + words.length;
      mentions.push({ start, end, text: words, moment });
      pieces.push(rest.slice(at, start), READ.repeat(words.length));
      at = end;
    }
    if (at > 0) rest = pieces.join("") + rest.slice(at);
  }
  return mentions.sort((a, b) => a.start - b.start);
}

/** A year, month and day of the calendar in numbers: the same in every language. */
export const ISO: Form = {
  readers: ALL,
  pattern: /(?<![a-zÀ-ɏ\d/-])((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?![a-zÀ-ɏ\d])/gi,
  read: (m) => dateOf(Number(m[1]), Number(m[2]), Number(m[3])),
};

/** A text whose dates were made absolute. */
export interface Dated {
  readonly text: string;
  /** The text without its dates. */
  readonly bare: string;
  /** The times named, in the order of the text. */
  readonly ranges: readonly TimeRange[];
}

/** A text that names more dates than this is a list, and gets none. */
const MAX_DATES = 4;

/** A date in a text: where its words begin, and their replacement. */
interface DateReplacement {
  readonly start: number;
  readonly replacement: string;
  readonly range: TimeRange;
}

/** Makes the dates of a text absolute, as `tell` says; what it returns nothing for stays. `gap` stands for a date in `bare`. */
export function absoluteBy(
  text: string,
  mentions: readonly Mention[],
  gap: string,
  tell: (mention: Mention) => DateReplacement | undefined,
): Dated {
  const ranges: TimeRange[] = [];
  let [out, bare, from] = ["", "", 0];
  for (const mention of mentions) {
    const dateText = ranges.length < MAX_DATES ? tell(mention) : undefined;
    if (dateText === undefined) continue;
    ranges.push(dateText.range);
    out += text.slice(from, dateText.start) + dateText.replacement;
    bare += text.slice(from, dateText.start) + gap;
    from = mention.end;
  }
  return { text: out + text.slice(from), bare: bare + text.slice(from), ranges };
}

/** The times of a text that the calendar has, and where they stand. */
export function placedBy(
  mentions: readonly Mention[],
  calendar: Calendar,
): (Pick<Mention, "start" | "end"> & { readonly range: TimeRange })[] {
  return mentions.flatMap(({ start, end, moment }) => {
    const range = moment.range?.(calendar, "past");
    return range === undefined ? [] : [{ start, end, range }];
  });
}
