import { sanitise } from "./sanitise.ts";

/** A user's own words as a line of a block. */
export interface Quote {
  readonly text: string;
  readonly at: Date;
  /** The author's name; `null` if only one person speaks or the name is unknown. */
  readonly author: string | null;
  /** The author's later words about it. */
  readonly later: { readonly text: string; readonly at: Date } | null;
}

/** How quotes and the core stand in a block; the same in every format. */
export const QUOTED: { quote(quote: Quote): string; always(parts: readonly string[]): string } = {
  /** `- 2026-03-02 Ann: "…"`, and what was said about it later in the same line: one must not be read alone. */
  quote({ text, at, author, later }) {
    const who = author === null ? "" : ` ${sanitise(author)}`;
    const after = later === null ? "" : ` (later, ${day(later.at)}: ${quoted(later.text)})`;
    return `- ${day(at)}${who}: ${quoted(text)}${after}`;
  },
  /** The core is one line: it is the same in every prompt, and costs little. */
  always: (parts) => `- Always: ${parts.join("; ")}`,
};

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** One pair of quotation marks, and none inside. */
export function quoted(text: string): string {
  return `"${sanitise(text).replace(/["“”]/g, "'")}"`;
}
