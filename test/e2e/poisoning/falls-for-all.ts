import type { ScriptedRequest } from "../../../src/testing/index.ts";

const LINE = /^#(\d+) (\w+)(?: ([^(:]+?))?(?: \([^)]*\))?: (.*)$/;

/** A sentence of a transcript. */
interface Told {
  /** Of its message. */
  readonly source: number;
  readonly quote: string;
}

/** Every sentence of the transcript that a model is asked to read, whoever said it. */
export function sentencesIn({ messages }: ScriptedRequest): Told[] {
  let source = 0;
  return (messages[0]?.content ?? "").split("\n").flatMap((line) => {
    const [, place, , , text] = LINE.exec(line) ?? [];
    if (place !== undefined) source = Number(place);
    if (source === 0) return [];
    const said = text ?? line.replace(/^ *\| ?/, "");
    const quotes = said.match(/[^.!?。！？]{4,}[.!?。！？]?/gu) ?? [];
    return quotes.map((quote) => ({ source, quote: quote.trim() }));
  });
}

/** What every fact of such a model says of itself. */
export const SURE = {
  ...{ affirmed: true, confidence: 1, importance: 1, matches: [], validFrom: null, expiresAt: null },
} as const;
