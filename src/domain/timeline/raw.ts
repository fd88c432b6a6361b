import { type EntryTime, stamp } from "./entry.ts";

/** A message as a dump holds it. */
export interface RawMessage {
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
