import { urmom } from "../blocks/urmom.ts";
import { sanitise } from "../render/sanitise.ts";
import type { DaySummary, DigestParts } from "./prompts.ts";

/** Where a sentence or a list item ends. */
const END = /[。！？；]|[.!?;](?=\s|$)/gu;

/** A text in one line, no longer than `most` characters: whole sentences where at least half of it is kept so. */
export function clip(text: string, most: number): string {
  const line = text.toWellFormed().replace(/\s+/gu, " ").trim();
  if (line.length <= most) return line;
  const start = line.slice(0, most).toWellFormed();
  let end = 0;
  for (const match of start.matchAll(END)) end = match.index + match[0].length;
  if (end >= most / 2) return start.slice(0, end);
  const room = line.slice(0, most - 1);
  const space = room.lastIndexOf(" ");
  return `${(space >= most / 2 ? room.slice(0, space) : room).toWellFormed().replace(/\uFFFD$/, "")}…`;
}

/** Texts one after the other, each whole, as long as they fit; the first is cut where it is too long by itself. */
export function joinWithin(texts: readonly string[], most: number, separator = " "): string {
  let joined = "";
  for (const text of texts) {
    if (joined === "") joined = clip(text, most);
    else if (joined.length + separator.length + text.length <= most) joined += separator + text;
    else {
      const room = most - joined.length - separator.length;
      // A few words of a long text are better than none of it.
      return room >= 80 ? `${joined}${separator}${clip(text, room)}` : joined;
    }
  }
  return joined;
}

/** The parts in the order of R83: facts, then today, then the days before. */
export function partsInOrder({ facts, today, history }: DigestParts): string[] {
  return [facts, today, history].filter((part): part is string => part !== null);
}

/** A context without a model: the parts in their order, as long as they fit; `null` where there are none. */
export function joinedParts(parts: DigestParts, most: number): string | null {
  const texts = partsInOrder(parts);
  return texts.length === 0 ? null : joinWithin(texts, most);
}

/** The days before without a model: the newest first, each with its date. */
export function joinedDays(days: readonly DaySummary[], most: number): string {
  const lines = days.toReversed().map(({ day, summary }) => `${day}: ${summary}`);
  return joinWithin(lines, most);
}

/** A person's context as a block for a prompt (R117); `""` when nothing is known. */
export function renderContext(name: string, text: string | null): string {
  if (text === null) return "";
  const { head, foot } = urmom;
  return `${head}- ${sanitise(name)}: ${sanitise(text)}${foot}`;
}
