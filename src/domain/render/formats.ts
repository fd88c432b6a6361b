import type { Block } from "../blocks/block.ts";
import { BLOCKS, type BlockName } from "../blocks/index.ts";
import { CONFIDENTIAL, type Memory, taggedWith } from "../memory.ts";
import { bracketed, sanitise } from "./sanitise.ts";

/** The fields of a memory that a renderer uses. */
export type Renderable = Pick<
  Memory,
  "type" | "category" | "key" | "text" | "confidence" | "importance" | "confirmedAt"
> &
  Partial<Pick<Memory, "tags">>;

/**
 * A preset's block: whole, or nothing at all. `line` gives one bullet without its block, so that a budget can count
 * before it chooses; `wrap` puts chosen lines into the block.
 */
export interface BlockFormat {
  line(memory: Renderable): string;
  quote(quote: Quote): string;
  /** The core, as one line; its parts are in quotation marks already. */
  always(parts: readonly string[]): string;
  wrap(lines: readonly string[]): string;
}

/** A user's own words as a line of a block. */
interface Quote {
  readonly text: string;
  readonly at: Date;
  /** The author's name; `null` if only one person speaks or the name is unknown. */
  readonly author: string | null;
  /** The author's later words about it. */
  readonly later: { readonly text: string; readonly at: Date } | null;
}

/** How quotes and the core stand in a block; the same in every format. */
const QUOTED: { quote(quote: Quote): string; always(parts: readonly string[]): string } = {
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

/** A fact's words as one harmless line, with whom it must be kept from, where its tags say so. */
function wordsOf({ text, tags = [] }: Pick<Renderable, "text" | "tags">): string {
  const from = taggedWith(CONFIDENTIAL, tags).map(sanitise);
  return from.length === 0 ? sanitise(text) : `${sanitise(text)} [confidential: not for ${from.join(", ")}]`;
}

/** A format that takes memories as they are: no block sees a text that could break out of its line. */
function formatOf({ head, foot = "", line }: Block): BlockFormat {
  return {
    ...QUOTED,
    line: (memory) =>
      line({
        label: bracketed(memory.type ?? memory.category),
        category: bracketed(memory.category),
        key: sanitise(memory.key),
        words: wordsOf(memory),
        confidence: memory.confidence.toFixed(2),
        confirmed: memory.confirmedAt.toISOString().slice(0, 10),
      }),
    wrap: (lines) => `${head}${lines.join("\n")}${foot}`,
  };
}

/** Every format by its name in the settings. */
export const FORMATS = Object.fromEntries(BLOCKS.map((block) => [block.name, formatOf(block)])) as Readonly<
  Record<BlockName, BlockFormat>
>;
