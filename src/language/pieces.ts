import type { Saying } from "./language.ts";
import { readSaying } from "./languages.ts";
import { tellingTerms } from "./shared/terms.ts";
import { HAN } from "./shared/words.ts";

/** A sentence of a message and what it says. */
export interface Piece {
  readonly text: string;
  /** The same with the addresses and the code in it, where it has any. */
  readonly exact?: string;
  readonly start: number;
  readonly end: number;
  readonly saying: Saying;
}

const END = /[.!?…]{1,9}["'”’)\]]{0,3}(?=\s|$)|[。！？]{1,9}[”」』）]{0,2}|\n{1,9}/g;
const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|st|prof|sr|jr|vs|approx|no|dept|\p{L})\.$/iu;
const HAN_OR_MARK = /[\p{sc=Han}，。、；：！？）」”]/u;
/** A longer message is a document: nobody reads it sentence by sentence. */
const MOST_PIECES = 60;

/** A message in sentences. Questions, greetings and laughter at the ends of a Chinese one are left out of it. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const cut of [...sentenceEnds(text), text.length]) {
    if (found.length === MOST_PIECES - 1 && cut < text.length) continue;
    const piece = pieceOf(text, from, cut);
    if (piece !== null) found.push(piece);
    from = cut;
  }
  return found;
}

function* sentenceEnds(text: string): Iterable<number> {
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (match[0] === "." && ABBREVIATION.test(text.slice(Math.max(0, end - 8), end))) continue;
    yield end;
  }
}

function pieceOf(text: string, from: number, to: number): Piece | null {
  const whole = trimmed(text, from, to);
  if (whole === null) return null;
  const saying = readSaying(text.slice(...whole));
  if (!HAN.test(text.slice(...whole))) return piece(text, whole, saying);
  // People put a space where others put a comma: one clause asks, the others tell.
  const told = clauses(text, ...whole).filter((clause) => !readSaying(text.slice(...clause), true).idle);
  if (told.length === 0) return piece(text, whole, { ...saying, idle: true });
  return piece(text, [told[0]![0], told.at(-1)![1]], { ...saying, idle: false });
}

/** "…, and the statin at night", 还有他汀晚上吃: what follows can be understood by itself. */
const ANOTHER_THOUGHT =
  /[,;] (?=(?:and|but|also|plus|while)\b)|[，,；;\s](?=[我俺咱]|也|还|另外|而且|同时)/giu;
/** One word tells nothing by itself. */
const LEAST_TERMS = 2;

/** The thoughts of a sentence that hold none of these words, the first one left out: the others lean on it. */
export function otherThoughts({ text, start, saying }: Piece, without: ReadonlySet<string>): Piece[] {
  const begins = [...text.matchAll(ANOTHER_THOUGHT)].map(({ index }) => index + 1);
  return begins.flatMap((from, i): Piece[] => {
    const whole = trimmed(text, from, begins[i + 1] ?? text.length);
    if (whole === null) return [];
    const words = tellingTerms(text.slice(...whole));
    if (words.length < LEAST_TERMS || words.some((word) => without.has(word))) return [];
    const [begin, end] = whole;
    return [{ text: text.slice(begin, end), start: start + begin, end: start + end, saying }];
  });
}

type Span = readonly [start: number, end: number];

function piece(text: string, [start, end]: Span, saying: Saying): Piece {
  return { text: text.slice(start, end), start, end, saying };
}

/** A part without the spaces around it; `null` when no word is in it. */
function trimmed(text: string, from: number, to: number): Span | null {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text[start]!)) start += 1;
  while (end > start && /\s/.test(text[end - 1]!)) end -= 1;
  return /[\p{L}\p{N}]/u.test(text.slice(start, end)) ? [start, end] : null;
}

/** The parts between spaces that have a Chinese character on one side. */
function clauses(text: string, from: number, to: number): Span[] {
  const found: Span[] = [];
  let start = from;
  for (let at = text.indexOf(" ", from); at >= 0 && at < to; at = text.indexOf(" ", at + 1)) {
    if (!HAN_OR_MARK.test(text[at - 1] ?? "") && !HAN_OR_MARK.test(text[at + 1] ?? "")) continue;
    const clause = trimmed(text, start, at);
    if (clause !== null) found.push(clause);
    start = at;
  }
  const last = trimmed(text, start, to);
  return last === null ? found : [...found, last];
}
