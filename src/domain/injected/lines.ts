/** A line of a text, and what is left of it without the marks of a quotation. */
export interface Line {
  readonly start: number;
  /** Without the line break. */
  readonly end: number;
  /** How deep it is quoted: `> ` is one. */
  readonly depth: number;
  readonly bare: string;
}

const QUOTE = /^(?:[ \t]*(?:>|&gt;|[│┃▎]))+/;

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/\r\n|[\n\r\u2028\u2029]|$/g)) {
    const line = text.slice(start, index);
    const quote = QUOTE.exec(line)?.[0] ?? "";
    lines.push({
      start,
      end: index,
      depth: quote.match(/>|&gt;|[│┃▎]/g)?.length ?? 0,
      bare: line.slice(quote.length).trim(),
    });
    start = index + mark.length;
  }
  return lines;
}

/** The place, in a list of lines, of the one that holds a position. */
export function lineAt(lines: readonly Line[], position: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lines[middle]!.start <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
