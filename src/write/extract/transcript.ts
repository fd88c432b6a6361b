import { estimateTokens } from "../../domain/budget.ts";
import type { Said } from "../../domain/candidate.ts";
import { fenced, fencedLine } from "./fence.ts";

/** R135: a conversation has no more tokens than this in a prompt. */
const MOST_TOKENS = 8_000;
/** What assistants and tools say is there to understand the user by. */
const MOST_OF_OTHERS = 400;
const LONGEST_NAME = 40;
const GAP = " […] ";
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** A conversation as a model reads it. */
export interface Transcript {
  /** One message a line, numbered from 1 by its place in what was said; further lines of one are marked. */
  readonly text: string;
  /** The places of the messages that are shown. */
  readonly shown: ReadonlySet<number>;
  /** Those of which only the beginning and the end are. */
  readonly shortened: readonly number[];
}

/**
 * What was said, as data (R298), without system events and what is empty. Messages before `from` are marked as earlier
 * ones. When it is too much, the longest messages are shortened.
 */
export function transcriptOf(said: readonly Said[], from: number): Transcript {
  const messages = said.flatMap((event, place) => {
    const text = event.role === "system" ? "" : event.text.trim();
    return text === "" ? [] : [{ event, place, text, tokens: estimateTokens(text) }];
  });
  const wanted = messages.map(({ event, tokens }) =>
    event.role === "user" ? tokens : Math.min(tokens, MOST_OF_OTHERS),
  );
  const share = fairShare(wanted, MOST_TOKENS);
  const shortened: number[] = [];
  const lines = messages.map(({ event, place, text, tokens }, i) => {
    const most = Math.min(wanted[i]!, share);
    if (tokens > most) shortened.push(place);
    const name = event.name === null ? "" : ` ${spokenName(event.name)}`;
    const when = `${place < from ? "earlier, " : ""}${dayAndTime(event.at)}`;
    return `#${place + 1} ${event.role}${name} (${when}): ${fenced(tokens > most ? shorten(text, most) : text)}`;
  });
  return { text: lines.join("\n"), shown: new Set(messages.map(({ place }) => place)), shortened };
}

/** `2026-06-10 Wed`, so that "next Friday" can be counted. UTC. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.toISOString().slice(0, 10)} ${DAYS[date.getUTCDay()]}`;
}

function dayAndTime(at: number): string {
  return `${dayOf(at)} ${new Date(at).toISOString().slice(11, 16)}`;
}

/** A name without what could pass for the rest of the line. */
function spokenName(name: string): string {
  return fencedLine(name.replace(/[:：()#|]/g, " "), LONGEST_NAME);
}

/** What each may have at most, so that all together have no more than `total`: who needs little gives the rest away. */
function fairShare(wanted: readonly number[], total: number): number {
  const sorted = wanted.toSorted((a, b) => a - b);
  let left = total;
  for (const [i, tokens] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - i));
    if (tokens > share) return share;
    left -= tokens;
  }
  return total;
}

/** Beginning and end: a question or a request stands in one of them, what was pasted in between. */
function shorten(text: string, tokens: number): string {
  let length = Math.floor((text.length * tokens) / estimateTokens(text));
  for (;;) {
    const head = Math.ceil((length * 2) / 3);
    const short = `${text.slice(0, head)}${GAP}${text.slice(text.length - (length - head))}`;
    if (estimateTokens(short) <= tokens || length < 10) return short;
    length = Math.floor(length * 0.9);
  }
}
