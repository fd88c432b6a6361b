import { clockIn } from "../day.ts";
import { ERASED } from "../erase.ts";
import { firstUnits } from "../text.ts";

/** How an entry came about: a model's summary, sentences of the conversation itself, or the messages as they are. */
export const TIMELINE_METHODS = ["model", "extractive", "raw"] as const;
export type TimelineMethod = (typeof TIMELINE_METHODS)[number];

export const RAW_TAG = "raw";

/** The tag of an entry, by its method. */
export const METHOD_TAGS: Readonly<Record<TimelineMethod, readonly string[]>> = {
  model: [],
  extractive: ["extractive"],
  raw: [RAW_TAG],
};

const MARKS: Readonly<Record<TimelineMethod, string>> = {
  model: "",
  extractive: "[EXTRACT] ",
  raw: "[RAW] ",
};

/** Controls, and the marks that turn the direction of what follows them. */
const UNSEEN = /(?![\s\u0085])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const SPACES = /[\s\u0085]+/g;

/** `[2026-05-07 14:30]`. */
export function stamp(at: number, zone: string): string {
  const { day, hour, minute } = clockIn(zone, at);
  return `[${day} ${hour}:${minute}]`;
}

export interface EntryTime {
  /** When the last message was said. */
  readonly at: number;
  readonly zone: string;
}

/** F5: the time, and the summary in one line. A sentence that is not the model's own is marked. */
export function summaryEntry(
  summary: string,
  method: Exclude<TimelineMethod, "raw">,
  time: EntryTime,
  maxChars: number,
): string {
  return `${stamp(time.at, time.zone)} ${MARKS[method]}${cut(oneLine(summary), maxChars)}`;
}

/** The time that an entry begins with, and the space behind it. */
export function timeIn(text: string): string {
  return /^\[[^\]\n]{16}\] /.exec(text)?.[0] ?? "";
}

/** The text of an entry whose words were erased. */
export function erasedEntry(method: TimelineMethod, text: string): string {
  return `${timeIn(text)}${method === "raw" ? MARKS.raw : ""}${ERASED}`;
}

export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNSEEN, "").replace(SPACES, " ").trim();
}

/** At most so many UTF-16 units, and no half of a character. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${firstUnits(text, most - 1)}…`;
}

/** A message as a dump holds it. */
interface RawMessage {
  readonly role: string;
  readonly text: string;
  readonly at: number;
}

/** Every break that some reader takes for the end of a line. */
const BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
/** Further lines of a message are set in, so that no message can pass for two. */
const INDENT = "\n  ";

/**
 * The messages as they are (F5, R317): `[time] [RAW] {n} messages`, then `[time] ROLE: text`, a message a line. No entry
 * has more than `maxChars` characters; together they hold every word, and a message that is too long goes on in the next.
 */
export function rawEntries(messages: readonly RawMessage[], time: EntryTime, maxChars: number): string[] {
  const head = `${stamp(time.at, time.zone)} [RAW] ${messages.length} messages`;
  // The mark of a part, as in " (12/345)".
  const room = maxChars - head.length - 20;
  const bodies: string[] = [];
  let body = "";
  for (const message of messages) {
    for (const line of linesOf(message, time.zone, room)) {
      if (body.length + line.length > room && body !== "") {
        bodies.push(body);
        body = "";
      }
      body += line;
    }
  }
  bodies.push(body);
  return bodies.map((one, i) => `${head}${bodies.length === 1 ? "" : ` (${i + 1}/${bodies.length})`}${one}`);
}

/** A message as lines of the dump, each with its break in front and none longer than `room`. */
function linesOf({ role, text, at }: RawMessage, zone: string, room: number): string[] {
  const name = `\n${stamp(at, zone)} ${role.toUpperCase()}`;
  const words = text.replace(BREAKS, "\n");
  const lines: string[] = [];
  let line = `${name}: `;
  for (const character of words) {
    const written = character === "\n" ? INDENT : character;
    if (line.length + written.length > room) {
      lines.push(line);
      line = `${name} (continued): `;
    }
    line += written;
  }
  return [...lines, line];
}
