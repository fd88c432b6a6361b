import type { SourceEvent } from "../../domain/candidate.ts";
import { endsOf } from "../../domain/passages.ts";
import { terms } from "../../language/terms.ts";

/** The words that a fact comes from. */
export interface QuoteSpan {
  /** The message, by its position in what was said. */
  readonly position: number;
  /** The words in it. */
  readonly span: readonly [start: number, end: number];
}

/** Of a quote that is not there word for word, so many of its words must be. */
const NEARLY = 0.75;

/** Of a long message a model is shown no more than this of the beginning and of the end. */
const SHOWN_END = 6_000;

type SourceQuote = { readonly source: number | null; readonly quote: string };

/**
 * Finds the words that a model says a fact comes from. Letter for letter, or but for case, space and punctuation; in
 * another message when the number was wrong. Nearly the same words, or none, mean the whole message of that number. A
 * quote that is nowhere has no source, and what has none is no memory: `null`.
 */
export function sourceFinder(
  sourceEvents: readonly SourceEvent[],
  shownPositions: ReadonlySet<number>,
): (sourceQuote: SourceQuote) => QuoteSpan | null {
  const lettersOf = once((position) => letters(sourceEvents[position]!.text));
  const termsOf = once((position) => new Set(terms(endsOf(sourceEvents[position]!.text.trim(), SHOWN_END))));
  // A model that mistook the number must not lend a user's standing to words of somebody else's.
  const leastTrusted = [...shownPositions].sort(
    (a, b) => Number(sourceEvents[a]!.role === "user") - Number(sourceEvents[b]!.role === "user"),
  );
  const whole = (position: number): QuoteSpan => ({
    position,
    span: [0, sourceEvents[position]!.text.length],
  });
  return (sourceQuote) => {
    const sourcePosition = (sourceQuote.source ?? 0) - 1;
    const position = shownPositions.has(sourcePosition) ? sourcePosition : undefined;
    const quote = sourceQuote.quote.trim();
    if (quote === "") return position === undefined ? null : whole(position);
    for (const at of position === undefined ? leastTrusted : [position, ...leastTrusted]) {
      const span =
        verbatim(sourceEvents[at]!.text, quote) ?? inLetters(sourceEvents[at]!.text, lettersOf(at), quote);
      if (span !== null) return { position: at, span };
    }
    return position !== undefined && isNearly(termsOf(position), quote) ? whole(position) : null;
  };
}

function verbatim(text: string, quote: string): QuoteSpan["span"] | null {
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (standsAlone(text, at, at + quote.length)) return [at, at + quote.length];
  }
  return null;
}

/** By letters and digits alone; an ellipsis in the quote may stand for any other words. */
function inLetters(text: string, { folded, positions }: Letters, quote: string): QuoteSpan["span"] | null {
  const endOf = (at: number): number => positions[at]! + (text.codePointAt(positions[at]!)! > 0xffff ? 2 : 1);
  const find = (piece: string, after: number): number => {
    let at = folded.indexOf(piece, after);
    while (at >= 0 && !standsAlone(text, positions[at]!, endOf(at + piece.length - 1)))
      at = folded.indexOf(piece, at + 1);
    return at;
  };
  let [from, start, end] = [0, -1, -1];
  for (const part of quote.split(/…+|\.{3,}/)) {
    const piece = letters(part).folded;
    if (piece === "") continue;
    const at = find(piece, from);
    if (at < 0) return null;
    from = at + piece.length;
    if (start < 0) start = positions[at]!;
    end = endOf(from - 1);
  }
  return start < 0 ? null : [start, end];
}

/** The letters and digits of a text, and where in it each stands. */
interface Letters {
  readonly folded: string;
  readonly positions: readonly number[];
}

function letters(text: string): Letters {
  let folded = "";
  const positions: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const char = code < 0x80 ? text[at]! : String.fromCodePoint(text.codePointAt(at)!);
    const plain = code < 0x80 ? (isAsciiWord(code) ? char.toLowerCase() : "") : fold(char);
    for (let i = 0; i < plain.length; i += 1) positions.push(at);
    folded += plain;
    at += char.length - 1;
  }
  return { folded, positions };
}

function isAsciiWord(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function fold(char: string): string {
  return char
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** "no" is not in "know". In scripts without spaces a word may begin anywhere. */
function standsAlone(text: string, start: number, end: number): boolean {
  const within = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{Nd}]{2}$/u;
  return !within.test(text.slice(start - 1, start + 1)) && !within.test(text.slice(end - 1, end + 1));
}

function isNearly(there: ReadonlySet<string>, quote: string): boolean {
  const quoteTerms = new Set(terms(quote));
  return (
    quoteTerms.size > 0 &&
    [...quoteTerms].filter((term) => there.has(term)).length >= NEARLY * quoteTerms.size
  );
}

/** Messages may be long, and facts many. */
function once<T>(make: (position: number) => T): (position: number) => T {
  const cache = new Map<number, T>();
  return (position) => {
    if (!cache.has(position)) cache.set(position, make(position));
    return cache.get(position)!;
  };
}
