import { PLACEHOLDERS } from "../../domain/text.ts";

/** A piece of a text and its place there. */
export interface TextPiece {
  readonly text: string;
  readonly start: number;
}

/** A sentence, and what its end says about it. */
export interface Sentence extends TextPiece {
  readonly asks: boolean;
}

/** Nobody says something about themselves in a sentence longer than this; a list or a log does. */
const LONGEST = 700;

/** Points that end no sentence. The full stop is kept back by a private character of the same length. */
const ABBREVIATIONS =
  /\b(?:mr|mrs|ms|dr|st|prof|sr|jr|vs|etc|approx|e\.g|i\.e|a\.m|p\.m|no|dept|inc|ltd|co|u\.s|u\.k|u\.s\.a|ph\.d|b\.sc|m\.sc)\./gi;
const STOP = "\ufdd0";
const END = /[.!?…]{1,9}(?=["'”’)\]]{0,3}(?:\s|$))|[。！？!?]{1,9}|[;；\n]| [-–—] |—{1,9}/g;
const BULLET = /^(?:[-•·–]|\(?\d{1,2}[.)、])\s/;

export function sentences(text: string): Sentence[] {
  const out: Sentence[] = [];
  const masked = text.replace(ABBREVIATIONS, (found) => found.replaceAll(".", STOP));
  let start = 0;
  const add = (to: number, mark: string): void => {
    const piece = trimPiece(masked, start, to);
    if (piece !== undefined && piece.text.length <= LONGEST) {
      out.push({ text: piece.text.replaceAll(STOP, "."), start: piece.start, asks: /[?？]/.test(mark) });
    }
  };
  for (const match of masked.matchAll(END)) {
    add(match.index, match[0]);
    start = match.index + match[0].length;
  }
  add(masked.length, "");
  return out;
}

const EDGE = new Set("\u200b \n\r,，、:：()[]（）*_~\"'“”");

const OPENER: Readonly<Record<string, string>> = { ")": "(", "]": "[", "）": "（" };

/** Whether a text has the bracket open that `closer` closes. */
function isOpen(text: string, closer: string): boolean {
  const opener = OPENER[closer];
  return opener !== undefined && text.lastIndexOf(opener) > text.lastIndexOf(closer);
}

/** The piece without the spaces, bullets and marks around it; nothing when no word is in it. */
export function trimPiece(text: string, from: number, to: number): TextPiece | undefined {
  let start = from;
  let end = to;
  // The bracket of a placeholder is part of it.
  const atEdge = (): boolean =>
    start < end && EDGE.has(text[start]!) && !PLACEHOLDERS.some((mark) => text.startsWith(mark, start));
  while (atEdge()) start += 1;
  const bullet = BULLET.exec(text.slice(start, Math.min(end, start + 8)));
  if (bullet !== null) start += bullet[0].length;
  while (atEdge()) start += 1;
  while (end > start && EDGE.has(text[end - 1]!)) end -= 1;
  if (end < to && isOpen(text.slice(start, end), text[end]!)) end += 1;
  const piece = text.slice(start, end);
  return /[\p{L}\p{N}\ue000-\uf8ff]/u.test(piece) ? { text: piece, start } : undefined;
}
