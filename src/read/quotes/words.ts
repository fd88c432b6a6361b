import type { Piece } from "../../language/message.ts";

/** A quote is a few sentences; more of a long message says less. */
const MOST_CHARACTERS = 400;

/**
 * Sentences as they are shown: as they stand where they follow each other, with an ellipsis where not. `plain`: without
 * the addresses and the code in them, which neither a group nor every prompt is to be led to.
 */
export function shownWords(
  text: string,
  pieces: readonly Piece[],
  words: readonly string[],
  plain: boolean,
): string {
  let shown = "";
  let end = -1;
  for (const piece of around(pieces, words)) {
    if (end >= 0) shown += text.slice(end, piece.start).trim() === "" ? " " : " … ";
    shown += plain ? piece.text : (piece.exact ?? piece.text);
    end = piece.end;
  }
  return shown.length > 2 * MOST_CHARACTERS ? `${shown.slice(0, 2 * MOST_CHARACTERS)}…` : shown;
}

/** Of a long message the sentence that holds most of the question's words, and those beside it. */
function around(pieces: readonly Piece[], words: readonly string[]): readonly Piece[] {
  if (lengthOf(pieces) <= MOST_CHARACTERS) return pieces;
  const held = pieces.map(({ text }) => {
    const lower = text.toLowerCase();
    return words.filter((word) => lower.includes(word)).length;
  });
  const best = held.indexOf(Math.max(...held));
  let [from, to] = [best, best + 1];
  for (let grown = true; grown; ) {
    grown = false;
    if (to < pieces.length && lengthOf(pieces.slice(from, to + 1)) <= MOST_CHARACTERS) {
      [to, grown] = [to + 1, true];
    }
    if (from > 0 && lengthOf(pieces.slice(from - 1, to)) <= MOST_CHARACTERS) {
      [from, grown] = [from - 1, true];
    }
  }
  return pieces.slice(from, to);
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}
