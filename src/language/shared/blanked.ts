import type { Span } from "../../domain/erase.ts";

/** A text in which some spans, in order, are no words any more; every position still means the same place. */
export function blanked(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const [start, end] of spans) {
    pieces.push(text.slice(at, start), "\u0001".repeat(end - start));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}
