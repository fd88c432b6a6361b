import type { EvidenceMethod, Proof } from "../index.ts";
import { share, utc } from "./format.ts";
import type { Screen } from "./output.ts";
import { harmless, oneLine, wrap } from "./width.ts";

export const METHODS: Readonly<Record<EvidenceMethod, string>> = {
  user_explicit: "told to remember",
  rule: "found by a rule",
  llm_extract: "found by a model",
};

/** How many columns of an event's text are shown around the words that count. */
const AROUND = 80;

/** Every event behind a memory, with its words quoted; «…» marks those that say it. */
export function evidenceLines(screen: Screen, evidence: Proof["evidence"]): string[] {
  const { colors } = screen;
  return evidence.flatMap((one, i) => {
    const { event } = one;
    const who = event.actor === null ? event.role : `${oneLine(event.actor)} (${event.role})`;
    const how = one.model === null ? METHODS[one.method] : `${METHODS[one.method]} ${oneLine(one.model)}`;
    return [
      `  ${i + 1}. ${who}, ${utc(event.at)}, ${how}, trust ${share(one.trust)}`,
      ...quoteLines(screen, event.text, one.span, 5),
      colors.dim(`     event ${oneLine(event.id)}, ${event.type} ${event.seq} of its scope`),
    ];
  });
}

/** The words of an event, some columns in, with those that count marked. */
export function quoteLines(
  screen: Screen,
  text: string,
  span: readonly [number, number] | null,
  indent: number,
): string[] {
  const lines = marked(screen, wrap(quoted(text, span), screen.columns - indent));
  return lines.map((line) => `${" ".repeat(indent)}${line}`);
}

/** The span and some words around it. Without a span the beginning. */
function quoted(text: string, span: readonly [number, number] | null): string {
  const start = span === null ? 0 : Math.min(span[0], text.length);
  const end = span === null ? 0 : Math.min(Math.max(span[1], start), text.length);
  const from = Math.max(0, start - AROUND);
  const to = Math.min(text.length, Math.max(end, start) + (span === null ? 4 * AROUND : AROUND));
  const said = span === null || start === end ? "" : `«${text.slice(start, end).toWellFormed()}»`;
  const words = `${text.slice(from, start).toWellFormed()}${said}${text.slice(end, to).toWellFormed()}`;
  return `“${from > 0 ? "…" : ""}${oneLineOrMore(words)}${to < text.length ? "…" : ""}”`;
}

function oneLineOrMore(text: string): string {
  return harmless(text).replace(/\n{2,}/g, "\n");
}

/** The marked words in a colour as well; a mark may go on over several lines. */
function marked({ colors }: Screen, lines: readonly string[]): string[] {
  let inside = false;
  return lines.map((line) =>
    line
      .split(/(?=«)|(?<=»)/)
      .map((part) => {
        inside ||= part.startsWith("«");
        const shown = inside ? colors.yellow(part) : part;
        inside &&= !part.endsWith("»");
        return shown;
      })
      .join(""),
  );
}
