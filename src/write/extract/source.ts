import type { Said } from "../../domain/candidate.ts";
import { terms } from "../../domain/terms.ts";

export interface Source {
  /** The message, by its place in what was said. */
  readonly place: number;
  /** The words in it. */
  readonly span: readonly [start: number, end: number];
}

/** Of a quote that is not there word for word, so many of its words must be. */
const NEARLY = 0.75;

/**
 * Finds the words that a model says a fact comes from. Letter for letter, or but for case, space and punctuation; in
 * another message when the number was wrong. Nearly the same words, or none, mean the whole message of that number. A
 * quote that is nowhere has no source, and what has none is no memory: `null`.
 */
export function findSource(
  told: { readonly source: number | null; readonly quote: string },
  said: readonly Said[],
  shown: ReadonlySet<number>,
): Source | null {
  const named = (told.source ?? 0) - 1;
  const place = shown.has(named) ? named : undefined;
  const quote = told.quote.trim();
  const whole = (at: number): Source => ({ place: at, span: [0, said[at]!.text.length] });
  if (quote === "") return place === undefined ? null : whole(place);
  // A model that mistook the number must not lend a user's standing to words of somebody else's.
  const others = [...shown].sort(
    (a, b) => Number(said[a]!.role === "user") - Number(said[b]!.role === "user"),
  );
  for (const at of place === undefined ? others : [place, ...others]) {
    const span = findWords(said[at]!.text, quote);
    if (span !== null) return { place: at, span };
  }
  return place !== undefined && isNearly(said[place]!.text, quote) ? whole(place) : null;
}

/** Where the words stand in a text; an ellipsis in them may stand for any others. */
export function findWords(text: string, quote: string): [start: number, end: number] | null {
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (standsAlone(text, at, at + quote.length)) return [at, at + quote.length];
  }
  const pieces = quote.split(/…+|\.{3,}/).map((piece) => letters(piece).folded);
  const { folded, places } = letters(text);
  let [from, start, end] = [0, -1, -1];
  for (const piece of pieces.filter((one) => one !== "")) {
    const at = find(piece, from);
    if (at < 0) return null;
    from = at + piece.length;
    if (start < 0) start = places[at]!;
    end = endOf(from - 1);
  }
  return start < 0 ? null : [start, end];

  function find(piece: string, after: number): number {
    let at = folded.indexOf(piece, after);
    while (at >= 0 && !standsAlone(text, places[at]!, endOf(at + piece.length - 1)))
      at = folded.indexOf(piece, at + 1);
    return at;
  }

  function endOf(at: number): number {
    const last = places[at]!;
    return last + (text.codePointAt(last)! > 0xffff ? 2 : 1);
  }
}

/** Letters and digits alone, and where in the text each stands. */
function letters(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = "";
  const places: number[] = [];
  let at = 0;
  for (const char of text) {
    const plain = char
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
    for (let i = 0; i < plain.length; i += 1) places.push(at);
    folded += plain;
    at += char.length;
  }
  return { folded, places };
}

/** "no" is not in "know". In scripts without spaces a word may begin anywhere. */
function standsAlone(text: string, start: number, end: number): boolean {
  const within = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{Nd}]{2}$/u;
  return !within.test(text.slice(start - 1, start + 1)) && !within.test(text.slice(end - 1, end + 1));
}

function isNearly(text: string, quote: string): boolean {
  const wanted = new Set(terms(quote));
  const there = new Set(terms(text));
  return wanted.size > 0 && [...wanted].filter((term) => there.has(term)).length >= NEARLY * wanted.size;
}
