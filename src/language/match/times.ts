import { chineseMentions } from "../chinese/dates.ts";
import { englishMentions } from "../english/dates.ts";
import type { Mention } from "../shared/dates.ts";
import type { TimeRead } from "../shared/moments.ts";

/** Stands for a time in the text that is left: one mark, filled up so that places do not move. */
export const TIME_MARK = "\u0001";
const FILL = "\u0002";

/** The times that a text names, in its order, and the text with a mark in the place of each. */
export function timesIn(text: string): { times: TimeRead[]; rest: string } {
  const english = englishMentions(text, "matching");
  const marked = withMarks(text, english);
  const chinese = chineseMentions(marked, "matching");
  const all = [...english, ...chinese].sort((a, b) => a.start - b.start);
  return { times: all.map(({ moment }) => moment.said!), rest: withMarks(marked, chinese) };
}

function withMarks(text: string, mentions: readonly Mention[]): string {
  let [out, from] = ["", 0];
  for (const { start, end } of mentions) {
    out += text.slice(from, start) + TIME_MARK + FILL.repeat(end - start - 1);
    from = end;
  }
  return out + text.slice(from);
}

/** Whether two readings can be of one time: they share a part and differ in none. */
export function compatible(a: TimeRead, b: TimeRead): boolean {
  const parts = (Object.keys(a) as (keyof TimeRead)[]).filter((part) => b[part] !== undefined);
  return parts.length > 0 && parts.every((part) => a[part] === b[part]);
}

/** Whether the first says all that the second does. */
export function covers(a: TimeRead, b: TimeRead): boolean {
  return (Object.keys(b) as (keyof TimeRead)[]).every((part) => a[part] === b[part]);
}
