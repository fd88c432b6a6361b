import { estimateTokens, fairShare, shortenTo } from "../../domain/budget.ts";
import type { SourceEvent } from "../../domain/candidate.ts";
import { fencedLine, fencedText } from "./fence.ts";

/** A conversation has no more tokens than this in a prompt. */
const MAX_TOKENS = 8_000;
/** Messages of assistants and tools are context only. */
const MAX_OF_OTHERS = 400;
const LONGEST_NAME = 40;
const GAP = " […] ";
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** A conversation as a model reads it. */
export interface Transcript {
  /** One message a line, numbered from 1 by its position in what was said; further lines of one are marked. */
  readonly text: string;
  /** The positions of the messages that are shown. */
  readonly positions: ReadonlySet<number>;
  /** Those of which only the beginning and the end are. */
  readonly shortened: readonly number[];
}

/**
 * The transcript as data, without system events and empty messages. Messages before `from` are marked as earlier
 * ones, and a day stands where it begins. When it is too much, the longest messages are shortened.
 */
export function transcriptOf(sourceEvents: readonly SourceEvent[], from: number): Transcript {
  const messages = sourceEvents.flatMap((event, position) => {
    const text = event.role === "system" ? "" : event.text.trim();
    return text === "" ? [] : [{ event, position, text, tokens: estimateTokens(text) }];
  });
  const tokenCounts = messages.map(({ event, tokens }) =>
    event.role === "user" ? tokens : Math.min(tokens, MAX_OF_OTHERS),
  );
  const share = fairShare(tokenCounts, MAX_TOKENS);
  const shortened: number[] = [];
  const lines = messages.map(({ event, position, text, tokens }, i) => {
    const most = Math.min(tokenCounts[i]!, share);
    if (tokens > most) shortened.push(position);
    const name = event.name === null ? "" : ` ${fencedName(event.name)}`;
    const day = dayWithWeekday(event.at);
    const isSameDay = i > 0 && day === dayWithWeekday(messages[i - 1]!.event.at);
    const notes = [...(position < from ? ["earlier"] : []), ...(isSameDay ? [] : [day])];
    const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
    return `#${position + 1} ${event.role}${name}${note}: ${fencedText(tokens > most ? shortenTo(text, most, GAP) : text)}`;
  });
  return {
    text: lines.join("\n"),
    positions: new Set(messages.map(({ position }) => position)),
    shortened,
  };
}

/** `2026-06-10 Wed`, so that "next Friday" can be counted. UTC. */
export function dayWithWeekday(at: number): string {
  const date = new Date(at);
  return `${date.toISOString().slice(0, 10)} ${DAYS[date.getUTCDay()]}`;
}

/** A name without what could pass for the rest of the line. */
function fencedName(name: string): string {
  return fencedLine(name.replace(/[:：()#|]/g, " "), LONGEST_NAME);
}
