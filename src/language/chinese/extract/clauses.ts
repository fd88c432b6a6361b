import { type Piece, trimmed } from "../../shared/sentences.ts";

const BREAK =
  /[，,：:（）()~～…]+|(?<=[\p{sc=Han}])\s+(?=[\p{sc=Han}])|(?<=[\p{sc=Han}]{2})(?=(?:但是|不过|可是|然后|而且|所以|因为我|并且|另外)[我他她现也还])/gu;

/** The parts of a Chinese sentence between its commas; people write a space for one as well. */
export function clauses({ text, start }: Piece): Piece[] {
  const out: Piece[] = [];
  let from = 0;
  const add = (to: number): void => {
    const piece = trimmed(text, from, to);
    if (piece !== undefined) out.push({ text: piece.text, start: start + piece.start });
  };
  for (const match of text.matchAll(BREAK)) {
    // 9:45 and 3,000 are one thing.
    if (
      /\d$/.test(text.slice(0, match.index)) &&
      /^\d/.test(text.slice(match.index + match[0].length)) &&
      /^[:,：，]$/.test(match[0])
    )
      continue;
    add(match.index);
    from = match.index + match[0].length;
  }
  add(text.length);
  return out;
}
